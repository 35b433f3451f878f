//! Playing safe when ahead.

use super::saving::need;
use crate::analysis::{ConnectionStatus, LifeClass};
use crate::experts::expert_context::{ExpertContext, Stage};
use crate::experts::suggestions::Suggestions;
use crate::experts::weights::worth::AHEAD;
use crate::experts::weights::*;
use crate::reading::StringStatus;

pub(super) fn suggest(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    if ctx.lead < AHEAD || ctx.stage() == Stage::Opening {
        return;
    }
    for info in ctx.group_infos(ctx.me).filter(|info| need(info).is_some()) {
        for point in info.vital_points().iter().take(4) {
            out.about(point, &SAFE_REINFORCE, info);
        }
        for way in info.running.points.iter().take(4) {
            out.about(way.point, &SAFE_RUN, info);
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
        if let StringStatus::Threatened {
            capture: Some(point),
            ..
        } = string.status
        {
            out.string(point, &SAFE_TAKE_THREATENED, string);
        }
    }
    for point in ctx.board.empty_points().to_vec() {
        let touches = ctx.board.neighbors(point).any(|n| ctx.is_mine(Some(n)));
        let value = ctx.expected_owner(point);
        if touches && (0.0..0.6).contains(&value) && ctx.is_near(point, 2, ctx.them()) {
            out.sized(point, &SAFE_CLOSE, 1.0);
        }
    }
}

/// They have added a stone to a group that is dead: it stays so.
fn answer_the_dead(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    let Some(last) = ctx.last else { return };
    let Some(info) = ctx.analysis.group_info_at(last) else {
        return;
    };
    if info.group.color != ctx.me && info.status.class() >= LifeClass::Unsettled {
        let points = info.vital_points() | info.group.liberties;
        for point in points.iter().take(8) {
            if !ctx.is_self_atari(point) {
                out.about(point, &SAFE_ANSWER_DEAD, info);
            }
        }
    }
}
