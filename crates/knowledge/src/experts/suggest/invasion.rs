//! Living inside the other side's sphere, and keeping them from it.

use super::corners::place;
use crate::experts::expert_context::{ExpertContext, Stage};
use crate::experts::reason::Reason;
use crate::experts::suggestions::Suggestions;
use crate::experts::weights::*;
use sgmp_board::rules::Point;

const MAX_POINTS: usize = 8;

pub(super) fn suggest(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    if ctx.lines() < 9 {
        return;
    }
    for corner in 0..4 {
        corners(ctx, corner, out);
    }
    if ctx.stage() == Stage::Opening {
        return;
    }
    let points = ctx.board.empty_points().iter().copied();
    let mut found: Vec<(f32, Point, &Reason)> =
        points.filter_map(|point| inside(ctx, point)).collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    for (room, point, reason) in found.into_iter().take(MAX_POINTS) {
        out.sized(point, reason, room);
    }
    guard(ctx, out);
}

fn corners(ctx: &ExpertContext<'_>, corner: u8, out: &mut Suggestions<'_>) {
    let at = |spot| place(ctx, corner, spot);
    let Some(inner) = at((3, 3)) else { return };
    let star = at((4, 4));
    let free = ctx
        .around(inner, 1)
        .all(|p| ctx.board.is_empty(p) || Some(p) == star);
    if !free {
        return;
    }
    if ctx.is_theirs(star) {
        out.sized(inner, &INVADE_THREE_THREE, 5.0);
        for spot in [(3, 2), (2, 4), (4, 2)] {
            if let Some(point) = at(spot)
                && ctx.is_near(point, 2, ctx.me)
            {
                out.sized(point, &INVADE_CORNER_SIDE, 4.0);
            }
        }
    } else if ctx.is_mine(star) && ctx.stage() > Stage::Opening {
        out.sized(inner, &STOP_INVASION_CORNER, 5.0);
    }
}

/// A point with room inside what may become their territory.
fn inside(ctx: &ExpertContext<'_>, point: Point) -> Option<(f32, Point, &'static Reason)> {
    let value = ctx.expected_owner(point);
    let line = ctx.line(point);
    if !(-0.92..=-0.2).contains(&value) || line < 3 || ctx.is_near(point, 1, ctx.them()) {
        return None;
    }
    let open = ctx
        .around(point, 3)
        .filter(|p| ctx.board.is_empty(*p) && ctx.expected_owner(*p) > -0.97)
        .count();
    if open < 22 {
        return None;
    }
    let helped = ctx.is_near(point, 4, ctx.me);
    let closing = value > -0.55 && !helped;
    let reason = match line {
        _ if helped => &INVADE_WITH_HELP,
        3 if closing => &INVADE_BEFORE_CLOSED,
        3 => &INVADE_SIDE_LOW,
        4 | 5 => &INVADE_SIDE_HIGH,
        _ => &INVADE_CENTER,
    };
    Some((open as f32 / 4.0, point, reason))
}

/// The place where one would come in, if one were them.
fn guard(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    let points = ctx.board.empty_points().iter().copied();
    let mut found: Vec<(usize, Point)> = points
        .filter(|point| {
            let value = ctx.expected_owner(*point);
            (0.2..0.75).contains(&value)
                && matches!(ctx.line(*point), 3 | 4)
                && ctx.is_open(*point, 1)
        })
        .map(|point| {
            let near = ctx.around(point, 3);
            (near.filter(|p| ctx.board.is_empty(*p)).count(), point)
        })
        .collect();
    found.sort_by_key(|(open, point)| (usize::MAX - open, *point));
    for (open, point) in found.into_iter().take(3) {
        out.sized(point, &STOP_INVASION_SIDE, open as f32 / 6.0);
    }
}
