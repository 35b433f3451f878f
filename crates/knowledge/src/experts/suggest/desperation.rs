//! Squirming when behind.

use super::corners::place;
use crate::analysis::{ConnectionStatus, LifeClass, LifeStatus};
use crate::experts::expert_context::{ExpertContext, Stage};
use crate::experts::suggestions::Suggestions;
use crate::experts::weights::worth::BEHIND;
use crate::experts::weights::*;
use sgmp_board::rules::Point;

const MAX_POINTS: usize = 5;

pub(super) fn suggest(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    if ctx.lead > BEHIND || ctx.stage() == Stage::Opening {
        return;
    }
    intrude(ctx, out);
    for info in ctx.group_infos(ctx.me) {
        let hopeless = info.status.is_dead() && info.status != LifeStatus::Captured;
        if !hopeless || info.group.stones.len() < 3 {
            continue;
        }
        for point in info
            .vital_points()
            .iter()
            .chain(info.eye_space().iter())
            .take(5)
        {
            out.about(point, &REVIVE_BY_EYE, info);
        }
        for point in info.group.liberties.iter().take(5) {
            out.about(point, &REVIVE_BY_RUNNING, info);
        }
    }
    for connection in ctx.analysis.connections() {
        let string = ctx.analysis.strings().get(connection.strings.0);
        let open = matches!(
            connection.status,
            ConnectionStatus::Cuttable | ConnectionStatus::Loose
        );
        if string.color == ctx.them() && open {
            for point in connection.points.iter().take(2) {
                out.sized(point, &REVIVE_BY_CUT, string.stones.len().min(8) as f32);
            }
        }
    }
    for info in ctx.group_infos(ctx.them()) {
        if info.status.class() == LifeClass::Alive {
            for point in info.vital_points().iter().take(3) {
                out.about(point, &ATTACK_THE_LIVING, info);
            }
        }
    }
}

/// Points with the most room inside their territory, however sure it seems.
fn intrude(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    for corner in 0..4 {
        if let Some(point) = place(ctx, corner, (3, 3))
            && ctx.is_open(point, 1)
            && ctx.expected_owner(point) < -0.3
        {
            out.sized(point, &BOGUS_INVASION_CORNER, 5.0);
        }
    }
    let room = |point: Point| {
        let near = ctx.around(point, 2);
        near.filter(|p| ctx.board.is_empty(*p)).count()
    };
    let points = ctx.board.empty_points().iter().copied();
    let mut found: Vec<(usize, Point)> = points
        .filter(|point| ctx.expected_owner(*point) < -0.3 && ctx.line(*point) >= 2)
        .filter(|point| ctx.is_open(*point, 1))
        .map(|point| (room(point), point))
        .collect();
    found.sort_by_key(|(room, point)| (usize::MAX - room, *point));
    for (room, point) in found.into_iter().take(MAX_POINTS) {
        out.sized(point, &BOGUS_INVASION, room as f32 / 2.0);
        let tense = ctx.is_near(point, 4, ctx.me);
        if tense {
            out.sized(point, &COMPLICATE, room as f32 / 2.0);
        }
    }
}
