//! Playing safe when ahead.

use super::saving::need;
use crate::analysis::{ConnectionStatus, Standing};
use crate::experts::expert_context::{ExpertContext, Stage};
use crate::experts::suggestions::Suggestions;
use crate::experts::weights::worth::AHEAD;
use crate::experts::weights::*;
use crate::reading::Fate;

pub(super) fn suggest(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    if ctx.lead < AHEAD || ctx.stage() == Stage::Opening {
        return;
    }
    for army in ctx.armies(ctx.me).filter(|army| need(army).is_some()) {
        for point in army.vital_points().iter().take(4) {
            out.about(point, &SAFE_REINFORCE, army);
        }
        for way in army.running.points.iter().take(4) {
            out.about(way.point, &SAFE_RUN, army);
        }
    }
    answer_the_dead(ctx, out);
    for connection in ctx.analysis.connections() {
        let string = ctx.analysis.strings().get(connection.strings.0);
        if string.color == ctx.me && connection.status == ConnectionStatus::Cuttable {
            for point in connection.points.iter().take(3) {
                out.sized(point, &SAFE_CONNECT, string.stones.len().min(8) as f32);
            }
        }
    }
    for string in ctx.strings(ctx.them()) {
        if let Fate::Threatened {
            capture: Some(point),
            ..
        } = string.fate
        {
            out.string(point, &SAFE_TAKE_THREATENED, string);
        }
    }
    for point in ctx.board.empty_points().to_vec() {
        let touches = ctx.board.neighbors(point).any(|n| ctx.is_mine(Some(n)));
        let value = ctx.outlook(point);
        if touches && (0.0..0.6).contains(&value) && ctx.is_near(point, 2, ctx.them()) {
            out.sized(point, &SAFE_CLOSE, 1.0);
        }
    }
}

/// They have added a stone to a group that is dead: it stays so.
fn answer_the_dead(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    let Some(last) = ctx.last else { return };
    let Some(army) = ctx.analysis.army_at(last) else {
        return;
    };
    if army.group.color != ctx.me && army.status.standing() >= Standing::Unsettled {
        let points = army.vital_points() | army.group.liberties;
        for point in points.iter().take(8) {
            if !ctx.is_self_atari(point) {
                out.about(point, &SAFE_ANSWER_DEAD, army);
            }
        }
    }
}
