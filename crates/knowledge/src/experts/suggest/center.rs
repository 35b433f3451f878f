//! The center: where two spheres meet, shoulders and caps, jumps.

use crate::experts::expert_context::{DIAGONALS, ExpertContext, KNIGHTS, STEPS, Stage};
use crate::experts::reason::Reason;
use crate::experts::suggestions::Suggestions;
use crate::experts::weights::*;
use sgmp_board::rules::Point;

/// Most open points suggested.
const MAX_POINTS: usize = 5;
/// Steps within which stones make a sphere.
const SPHERE_REACH: i8 = 5;

pub(super) fn suggest(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    if ctx.stage() == Stage::Endgame {
        return;
    }
    spheres(ctx, out);
    let stones = ctx.board.stones(ctx.them());
    for stone in stones.filter(|stone| ctx.is_open_above(*stone)) {
        lean(ctx, stone, out);
    }
    for stone in ctx.board.stones(ctx.me) {
        jump(ctx, stone, out);
    }
}

/// The open points around a point, by expected owner.
struct Surroundings {
    mine: f32,
    theirs: f32,
    open: f32,
}

fn surroundings(ctx: &ExpertContext<'_>, center: Point) -> Surroundings {
    let mut surroundings = Surroundings {
        mine: 0.0,
        theirs: 0.0,
        open: 0.0,
    };
    for point in ctx.around(center, 3) {
        if !ctx.board.is_empty(point) {
            continue;
        }
        let value = ctx.expected_owner(point);
        surroundings.open += 1.0 - value.abs();
        if value > 0.15 {
            surroundings.mine += value;
        } else if value < -0.15 {
            surroundings.theirs -= value;
        }
    }
    surroundings
}

/// The points where most is undecided.
fn spheres(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    let points = ctx.board.empty_points().iter().copied();
    let mut found: Vec<(Point, Surroundings)> = points
        .filter(|point| ctx.line(*point) >= 4 && ctx.is_open(*point, 1))
        .map(|point| (point, surroundings(ctx, point)))
        .collect();
    found.sort_by(|a, b| b.1.open.total_cmp(&a.1.open).then(a.0.cmp(&b.0)));
    for (point, surroundings) in found.into_iter().take(MAX_POINTS) {
        let reason = match has_company(ctx, point) {
            true => sphere(&surroundings),
            false => &OPEN_MIDDLE,
        };
        let deep = reason != &OPEN_MIDDLE && ctx.expected_owner(point) < -0.5;
        let reason = if deep { &DEEP_REDUCTION } else { reason };
        out.sized(point, reason, surroundings.open / 4.0);
    }
}

/// Returns whether stones enough are around to speak of a sphere: two of one color.
fn has_company(ctx: &ExpertContext<'_>, point: Point) -> bool {
    let count = |color| {
        let around = ctx.around(point, SPHERE_REACH);
        around
            .filter(|near| ctx.board.color_at(*near) == Some(color))
            .count()
    };
    count(ctx.me) >= 2 || count(ctx.them()) >= 2
}

fn sphere(surroundings: &Surroundings) -> &'static Reason {
    match (surroundings.mine, surroundings.theirs) {
        (mine, theirs) if mine > 2.0 && theirs > 2.0 => &JUNCTION,
        (mine, theirs) if mine > theirs && mine > 2.0 => &GROW_SPHERE,
        (_, theirs) if theirs > 2.0 => &REDUCE_SPHERE,
        _ => &OPEN_MIDDLE,
    }
}

impl ExpertContext<'_> {
    /// Returns whether a stone on a low line has an empty point above it.
    fn is_open_above(&self, stone: Point) -> bool {
        matches!(self.line(stone), 3 | 4) && {
            let above = STEPS.into_iter().filter_map(|step| self.step(stone, step));
            above
                .filter(|n| self.line(*n) > self.line(stone))
                .any(|n| self.board.is_empty(n))
        }
    }
}

/// Leaning on a low stone of theirs from above.
fn lean(ctx: &ExpertContext<'_>, stone: Point, out: &mut Suggestions<'_>) {
    let line = ctx.line(stone);
    for step in DIAGONALS {
        if let Some(point) = ctx.step(stone, step)
            && ctx.line(point) == line + 1
            && ctx.board.neighbors(point).all(|n| ctx.board.is_empty(n))
        {
            out.sized(point, &SHOULDER_HIT, 2.0);
        }
    }
    for (x, y) in STEPS {
        if let Some(point) = ctx.step(stone, (2 * x, 2 * y))
            && ctx.line(point) == line + 2
            && ctx.is_open(point, 1)
        {
            out.sized(point, &CAP_SIDE_STONE, 2.0);
            if ctx.is_near(point, 4, ctx.me) {
                out.sized(point, &KEEP_FROM_CENTER, 2.0);
            }
        }
    }
}

/// Out to the middle.
fn jump(ctx: &ExpertContext<'_>, stone: Point, out: &mut Suggestions<'_>) {
    let line = ctx.line(stone);
    if line < 3 {
        return;
    }
    let jumps = STEPS.map(|(x, y)| ((2 * x, 2 * y), &JUMP_TO_CENTER));
    let knights = KNIGHTS.map(|step| (step, &KNIGHT_TO_CENTER));
    for (step, reason) in jumps.into_iter().chain(knights) {
        if let Some(point) = ctx.step(stone, step)
            && ctx.line(point) > line
            && ctx.board.neighbors(point).all(|n| ctx.board.is_empty(n))
        {
            let open = surroundings(ctx, point).open;
            out.sized(point, reason, open / 6.0);
        }
    }
}
