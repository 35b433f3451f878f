//! Running with weak groups, and shutting weak groups in.

use super::saving::{Need, need};
use crate::analysis::{GroupInfo, RunningKind, RunningPoint};
use crate::experts::expert_context::{DIAGONALS, ExpertContext, KNIGHTS, STEPS, distance};
use crate::experts::reason::Reason;
use crate::experts::suggestions::Suggestions;
use crate::experts::weights::*;
use sgmp_board::rules::Point;

/// Most points suggested for a group.
const MAX_POINTS: usize = 6;

pub(super) fn run(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    for info in ctx.group_infos(ctx.me) {
        let Some(need) = need(info) else { continue };
        for way in best(ctx, info) {
            let splits = ctx
                .groups_near(way.point, 2, ctx.them())
                .iter()
                .filter(|other| self::need(other).is_some())
                .count()
                >= 2;
            let hurried = need != Need::Later;
            out.about(way.point, running(way.kind, hurried, splits), info);
        }
    }
}

const fn running(kind: RunningKind, hurried: bool, splits: bool) -> &'static Reason {
    match (kind, hurried) {
        (_, true) if splits => &RUN_AND_SPLIT,
        (RunningKind::TowardFriend, true) => &RUN_TO_FRIEND,
        (RunningKind::IntoOpen, true) => &RUN_INTO_OPEN,
        (RunningKind::TowardEnemy, true) => &RUN_TOWARD_ENEMY,
        (RunningKind::AlongEdge, _) => &RUN_ALONG_EDGE,
        (RunningKind::TowardFriend, false) => &STROLL_TO_FRIEND,
        (RunningKind::IntoOpen, false) => &STROLL_INTO_OPEN,
        (RunningKind::TowardEnemy, false) => &STROLL_TOWARD_ENEMY,
    }
}

pub(super) fn surround(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    for info in ctx.group_infos(ctx.them()) {
        let Some(need) = need(info) else { continue };
        for way in best(ctx, info) {
            let hurried = need != Need::Later;
            out.about(way.point, surrounding(ctx, &way, hurried), info);
        }
        if need == Need::Later {
            cap(ctx, info, out);
        }
    }
}

fn surrounding(ctx: &ExpertContext<'_>, way: &RunningPoint, hurried: bool) -> &'static Reason {
    match (way.kind, hurried) {
        (RunningKind::TowardFriend, true) => &BLOCK_WAY_HOME,
        (RunningKind::IntoOpen, true) => &BLOCK_WAY_OUT,
        (RunningKind::TowardEnemy, true) => &BLOCK_LAST_GAP,
        (RunningKind::AlongEdge, _) => &BLOCK_EDGE_CRAWL,
        (RunningKind::TowardFriend, false) => &LEAN_FROM_HOME,
        (_, false) if ctx.is_near(way.point, 3, ctx.me) => &LEAN_WITH_WALL,
        (_, false) => &LEAN_FROM_OPEN,
    }
}

/// The point two steps above a stone, towards the middle.
fn cap(ctx: &ExpertContext<'_>, info: &GroupInfo, out: &mut Suggestions<'_>) {
    for stone in info.group.stones.iter() {
        for (x, y) in STEPS {
            let (near, far) = (ctx.step(stone, (x, y)), ctx.step(stone, (2 * x, 2 * y)));
            if ctx.is_empty_at(near)
                && let Some(far) = far
                && ctx.is_open(far, 1)
                && ctx.line(far) > ctx.line(stone)
            {
                out.about(far, &CAP_GROUP, info);
            }
        }
    }
}

/// The running points that look best: those a jump, a knight's move or a diagonal away from the
/// group that have the most room.
fn best(ctx: &ExpertContext<'_>, info: &GroupInfo) -> Vec<RunningPoint> {
    let room = |point: Point| {
        let free = ctx
            .around(point, 2)
            .filter(|p| ctx.board.is_empty(*p))
            .count() as i32;
        let near = i32::from(is_step(ctx, info, point));
        free + 8 * near + i32::from(ctx.line(point).min(5)) * 2
    };
    let mut points: Vec<RunningPoint> = info
        .running
        .points
        .iter()
        .filter(|way| ctx.board.is_empty(way.point))
        .copied()
        .collect();
    points.sort_by_key(|way| std::cmp::Reverse(room(way.point)));
    let mut chosen: Vec<RunningPoint> = Vec::new();
    for way in points {
        // Of neighbors the better one stands for both.
        let is_new = chosen
            .iter()
            .all(|known| known.kind != way.kind || distance(known.point, way.point) > 1);
        if is_new && chosen.len() < MAX_POINTS {
            chosen.push(way);
        }
    }
    chosen
}

/// Returns whether a point is a jump, a knight's move or a diagonal away from a stone of the group.
fn is_step(ctx: &ExpertContext<'_>, info: &GroupInfo, point: Point) -> bool {
    let jumps = STEPS.map(|(x, y)| (2 * x, 2 * y));
    let steps = jumps.into_iter().chain(KNIGHTS).chain(DIAGONALS);
    let mut stones = steps.filter_map(|step| ctx.step(point, step));
    stones.any(|stone| info.group.stones.contains(stone))
}
