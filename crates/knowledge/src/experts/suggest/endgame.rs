//! The last points: edges and borders.

use crate::experts::expert_context::{DIAGONALS, ExpertContext, STEPS, Stage, distance};
use crate::experts::reason::Reason;
use crate::experts::suggestions::Suggestions;
use crate::experts::weights::*;
use sgmp_board::rules::Point;

/// Steps to the right and up.
type Way = (i8, i8);

/// Most points suggested on borders.
const MAX_POINTS: usize = 14;

pub(super) fn suggest(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    if ctx.stage() == Stage::Opening {
        return;
    }
    for point in ctx.board.empty_points().to_vec() {
        if ctx.is_self_atari(point) {
            continue;
        }
        match ctx.line(point) {
            1 => first_line(ctx, point, out),
            2 => second_line(ctx, point, out),
            _ => {}
        }
        gains_in_passing(ctx, point, out);
    }
    borders(ctx, out);
}

/// The step towards the edge and the two along it, seen from a point.
fn directions(ctx: &ExpertContext<'_>, point: Point) -> Option<(Way, [Way; 2])> {
    let line = ctx.line(point);
    let down = STEPS.into_iter().find(|step| {
        ctx.step(point, *step)
            .map_or(line == 1, |n| ctx.line(n) < line)
    })?;
    let along = [(down.1, down.0), (-down.1, -down.0)];
    Some((down, along))
}

/// The stake at a point of the border: the share of the points around it that is not yet ours.
fn stake(ctx: &ExpertContext<'_>, point: Point) -> f32 {
    let near = ctx.around(point, 1);
    near.filter(|p| ctx.board.is_empty(*p))
        .map(|p| (1.0 - ctx.expected_owner(p)).min(1.0))
        .sum()
}

fn first_line(ctx: &ExpertContext<'_>, point: Point, out: &mut Suggestions<'_>) {
    let Some((down, along)) = directions(ctx, point) else {
        return;
    };
    let size = stake(ctx, point);
    let up = (-down.0, -down.1);
    let above = ctx.step(point, up);
    for (x, y) in along {
        let (side, other) = (ctx.step(point, (x, y)), ctx.step(point, (-x, -y)));
        let corner = ctx.step(point, (x + up.0, y + up.1));
        let back = ctx.step(point, (up.0 - x, up.1 - y));
        // Under their stone, from ours.
        if ctx.is_theirs(above) && ctx.is_mine(back) {
            out.sized(point, &EDGE_HANE, size);
        }
        if ctx.is_mine(above) && ctx.is_theirs(corner) && !ctx.is_mine(other) {
            out.sized(point, &EDGE_DESCEND, size);
        }
        if ctx.is_theirs(side) && ctx.is_mine(above) {
            out.sized(point, &EDGE_BLOCK, size);
        }
        if ctx.is_mine(other) && ctx.is_mine(above) {
            out.sized(point, &EDGE_CONNECT, size);
        }
        monkey(ctx, point, (x, y), up, out);
    }
    let in_atari =
        |n: &Point| ctx.is_mine(Some(*n)) && ctx.line(*n) == 1 && ctx.board.liberties(*n) == 1;
    if let Some(stone) = ctx.board.neighbors(point).find(in_atari)
        && let Some(string) = ctx.analysis.string_at(stone)
    {
        out.string(point, &SAVE_EDGE_STONE, string);
    }
}

/// The long step along the edge from a stone on the second line, and the shorter one.
fn monkey(
    ctx: &ExpertContext<'_>,
    point: Point,
    (x, y): (i8, i8),
    up: (i8, i8),
    out: &mut Suggestions<'_>,
) {
    let at = |steps: i8, lines: i8| {
        ctx.step(point, (steps * x + lines * up.0, steps * y + lines * up.1))
    };
    let free = |steps: i8| ctx.is_empty_at(at(steps, 0));
    let territory = ctx.expected_owner(point) < -0.3;
    if territory {
        out.sized(point, &MONKEY_JUMP, 4.0);
        out.sized(point, &EDGE_KNIGHT, 3.0);
    }
    let ours = ctx.expected_owner(point) > 0.3;
    if ctx.is_theirs(at(3, 1)) && free(1) && free(2) && ours && ctx.is_empty_at(at(2, 1)) {
        for (steps, lines) in [(2, 0), (2, 1), (1, 0)] {
            if let Some(stop) = at(steps, lines) {
                out.sized(stop, &STOP_MONKEY_JUMP, 4.0);
            }
        }
    }
}

fn second_line(ctx: &ExpertContext<'_>, point: Point, out: &mut Suggestions<'_>) {
    let Some((down, along)) = directions(ctx, point) else {
        return;
    };
    let size = stake(ctx, point);
    let up = (-down.0, -down.1);
    let above = ctx.step(point, up);
    for (x, y) in along {
        let (side, other) = (ctx.step(point, (x, y)), ctx.step(point, (-x, -y)));
        let back = ctx.step(point, (up.0 - x, up.1 - y));
        let corner = ctx.step(point, (x + up.0, y + up.1));
        if ctx.is_theirs(above) && (ctx.is_mine(back) || ctx.is_mine(other)) {
            let reason = if ctx.is_mine(other) {
                &SECOND_LINE_PUSH
            } else {
                &SECOND_LINE_HANE
            };
            out.sized(point, reason, size);
        }
        if ctx.is_mine(above) && ctx.is_theirs(side) {
            out.sized(point, &SECOND_LINE_BLOCK, size);
        }
        if ctx.is_mine(above) && ctx.is_theirs(corner) && ctx.is_empty_at(side) {
            out.sized(point, &SECOND_LINE_DESCEND, size);
        }
    }
}

/// Ataris and connections that cost nothing.
fn gains_in_passing(ctx: &ExpertContext<'_>, point: Point, out: &mut Suggestions<'_>) {
    if ctx.stage() != Stage::Endgame {
        return;
    }
    let sides = || ctx.board.neighbors(point);
    let atari = sides().find(|n| ctx.is_theirs(Some(*n)) && ctx.board.liberties(*n) == 2);
    if let Some(stone) = atari
        && let Some(string) = ctx.analysis.string_at(stone)
        && !string.is_dead()
    {
        out.string(point, &ENDGAME_ATARI, string);
    }
    let own: Vec<_> = sides()
        .filter(|n| ctx.is_mine(Some(*n)))
        .filter_map(|n| ctx.board.anchor(n))
        .collect();
    let joins = own.iter().any(|anchor| *anchor != own[0]);
    let corners = DIAGONALS.into_iter().filter_map(|d| ctx.step(point, d));
    let pressed = corners.chain(sides()).any(|n| ctx.is_theirs(Some(n)));
    if joins && pressed {
        out.sized(point, &LAST_CONNECTION, 1.0);
    }
}

/// Points where the two territories meet.
fn borders(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    let points = ctx.board.empty_points().iter().copied();
    let mut found: Vec<(f32, Point, &Reason)> = points
        .filter(|point| ctx.line(*point) >= 2 && !ctx.is_self_atari(*point))
        .filter_map(|point| {
            let (mut best, mut worst) = (-1.0_f32, 1.0_f32);
            let near = ctx.around(point, 2).filter(|p| distance(*p, point) <= 2);
            for p in near.filter(|p| ctx.board.is_empty(*p)) {
                best = best.max(ctx.expected_owner(p));
                worst = worst.min(ctx.expected_owner(p));
            }
            let touches = ctx.board.neighbors(point).any(|n| ctx.is_mine(Some(n)));
            let contested = best > 0.35 && worst < -0.35;
            let reason = match (touches, ctx.expected_owner(point)) {
                _ if contested => &BOTH_SIDES_BORDER,
                (true, value) if value < 0.0 && worst < -0.35 => &PUSH_BORDER,
                (true, value) if value > 0.0 && worst < 0.0 => &CLOSE_BORDER,
                _ => return None,
            };
            Some((best - worst, point, reason))
        })
        .collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    for (spread, point, reason) in found.into_iter().take(MAX_POINTS) {
        out.sized(point, reason, spread);
    }
}
