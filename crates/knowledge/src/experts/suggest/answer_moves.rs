//! Answers to the opponent's last move.

use crate::experts::expert_context::{DIAGONALS, ExpertContext, KNIGHTS, STEPS, distance};
use crate::experts::reason::Reason;
use crate::experts::suggestions::Suggestions;
use crate::experts::weights::*;
use sgmp_board::rules::Point;

pub(super) fn suggest(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    let Some(last) = ctx.last else { return };
    if !ctx.is_theirs(Some(last)) {
        return;
    }
    touching(ctx, last, out);
    from_above(ctx, last, out);
    knights(ctx, last, out);
    approach(ctx, last, out);
    inside(ctx, last, out);
    thrown_in(ctx, last, out);
}

/// A stone with room that is not taken at once.
fn good(ctx: &ExpertContext<'_>, point: Option<Point>) -> Option<Point> {
    point.filter(|p| ctx.board.is_empty(*p) && !ctx.is_self_atari(*p))
}

/// The last stone touches one of ours.
fn touching(ctx: &ExpertContext<'_>, last: Point, out: &mut Suggestions<'_>) {
    let at = |x: i8, y: i8| ctx.step(last, (x, y));
    for (x, y) in STEPS {
        let own = at(x, y);
        if !ctx.is_mine(own) {
            continue;
        }
        let pushed = ctx.is_theirs(at(-x, -y));
        for (u, v) in [(y, x), (-y, -x)] {
            // Beside the last stone, with our stone at the corner.
            if let Some(point) = good(ctx, at(u, v)) {
                let supported = ctx.is_theirs(at(-u, -v)) || pushed;
                let reason = if supported {
                    &ANSWER_PUSH
                } else {
                    &ANSWER_ATTACHMENT_WITH_HANE
                };
                out.play(point, reason);
            }
            // Beside our own stone, away from theirs.
            let stretch = at(x + u, y + v);
            if let Some(point) = good(ctx, stretch)
                && ctx.is_theirs(at(-u, -v))
            {
                out.play(point, &ANSWER_HANE_WITH_STRETCH);
            }
        }
        if let Some(point) = good(ctx, at(2 * x, 2 * y)) {
            out.play(point, drawing_back(ctx, last));
        }
        if let Some(point) = good(ctx, at(-x, -y)) {
            out.play(point, &ANSWER_HANE_WITH_CUT);
        }
    }
    if ctx.line(last) <= 2 {
        for (x, y) in STEPS {
            let block = at(x, y);
            let backed = STEPS
                .into_iter()
                .filter_map(|step| ctx.step(block?, step))
                .any(|n| ctx.is_mine(Some(n)));
            if let Some(point) = good(ctx, block)
                && backed
            {
                out.play(point, &ANSWER_SLIDE);
            }
        }
    }
}

/// The reason to draw back: the last stone divides two strings of ours, or only touches one.
fn drawing_back(ctx: &ExpertContext<'_>, last: Point) -> &'static Reason {
    let own = ctx.board.neighbors(last).filter(|n| ctx.is_mine(Some(*n)));
    let anchors: Vec<_> = own.filter_map(|n| ctx.board.anchor(n)).collect();
    let cut = anchors.iter().any(|anchor| *anchor != anchors[0]);
    if cut {
        &ANSWER_CUT
    } else {
        &ANSWER_ATTACHMENT_WITH_STRETCH
    }
}

/// The last stone leans on one of ours from above.
fn from_above(ctx: &ExpertContext<'_>, last: Point, out: &mut Suggestions<'_>) {
    let alone = !ctx.board.neighbors(last).any(|n| ctx.is_mine(Some(n)));
    for (x, y) in DIAGONALS {
        let own = ctx.step(last, (x, y));
        if alone && ctx.is_mine(own) && own.is_some_and(|p| ctx.line(p) < ctx.line(last)) {
            for step in [(x, 0), (0, y)] {
                if let Some(point) = good(ctx, ctx.step(last, step)) {
                    out.play(point, &ANSWER_SHOULDER_HIT);
                }
            }
        }
    }
    for (x, y) in STEPS {
        let own = ctx.step(last, (2 * x, 2 * y));
        let between = ctx.step(last, (x, y));
        if ctx.is_mine(own)
            && ctx.is_empty_at(between)
            && own.is_some_and(|p| ctx.line(p) < ctx.line(last))
        {
            for step in [(x + 2 * y, y + 2 * x), (x - 2 * y, y - 2 * x)] {
                if let Some(point) = good(ctx, ctx.step(last, step)) {
                    out.play(point, &ANSWER_CAP);
                }
            }
        }
    }
}

/// The last stone reaches out from another with a knight's move.
fn knights(ctx: &ExpertContext<'_>, last: Point, out: &mut Suggestions<'_>) {
    for (x, y) in KNIGHTS {
        if !ctx.is_theirs(ctx.step(last, (x, y))) {
            continue;
        }
        let near = if x.abs() == 2 { (x / 2, 0) } else { (0, y / 2) };
        let far = if x.abs() == 2 { (x / 2, y) } else { (x, y / 2) };
        for step in [near, far] {
            if let Some(point) = good(ctx, ctx.step(last, step))
                && ctx.is_near(point, 1, ctx.me)
            {
                out.play(point, &ANSWER_KNIGHT_CUT);
            }
        }
    }
}

/// The last stone approaches a corner stone of ours.
fn approach(ctx: &ExpertContext<'_>, last: Point, out: &mut Suggestions<'_>) {
    if ctx.lines() < 13 {
        return;
    }
    for corner in 0..4 {
        let stones = super::corners::stones(ctx, corner);
        let near: Vec<_> = stones
            .iter()
            .filter(|((x, y), _)| *x <= 7 && *y <= 7)
            .collect();
        let at = |spot| super::corners::place(ctx, corner, spot);
        let [(first, one), (second, other)] = near[..] else {
            continue;
        };
        let (own, theirs) = if *one == ctx.me {
            (*first, *second)
        } else {
            (*second, *first)
        };
        if one == other || at(theirs) != Some(last) {
            continue;
        }
        // Seen so that the approach lies along the first line.
        let turned = theirs.0 < theirs.1;
        let spot = |(x, y): (i8, i8)| if turned { (y, x) } else { (x, y) };
        let (a, b) = spot(own);
        let answers: [((i8, i8), &Reason); 5] = [
            ((a, b + 2), &ANSWER_APPROACH_BY_JUMP),
            ((a - 1, b + 2), &ANSWER_APPROACH_BY_KNIGHT),
            ((a + 5, 3), &ANSWER_APPROACH_BY_PINCER),
            ((a + 5, 4), &ANSWER_APPROACH_BY_PINCER),
            ((a + 1, b - 1), &ANSWER_APPROACH_DIAGONALLY),
        ];
        for (answer, reason) in answers {
            if let Some(point) = good(ctx, at(spot(answer)))
                && ctx.expected_owner(point).abs() < 0.9
            {
                out.play(point, reason);
            }
        }
    }
}

/// The last stone stands inside what looked like ours.
fn inside(ctx: &ExpertContext<'_>, last: Point, out: &mut Suggestions<'_>) {
    let around: Vec<f32> = ctx
        .around(last, 2)
        .filter(|p| ctx.board.is_empty(*p))
        .map(|p| ctx.expected_owner(p))
        .collect();
    let ours = around.iter().sum::<f32>() / around.len().max(1) as f32;
    if ours < 0.25 {
        return;
    }
    let info = ctx.analysis.group_info_at(last);
    let alive = info.is_some_and(|info| !info.status.is_dead());
    if !alive {
        return;
    }
    for point in ctx.around(last, 2) {
        if good(ctx, Some(point)).is_none() || distance(point, last) == 0 {
            continue;
        }
        let outside = ctx.line(point) > ctx.line(last) && distance(point, last) == 2;
        if outside {
            out.sized(point, &ANSWER_INVASION_FROM_OUTSIDE, 3.0 * ours);
        } else if ctx.line(point) >= ctx.line(last) {
            out.sized(point, &ANSWER_INTRUSION, 3.0 * ours);
        }
    }
}

fn thrown_in(ctx: &ExpertContext<'_>, last: Point, out: &mut Suggestions<'_>) {
    if ctx.board.liberties(last) == 1
        && let Some(point) = ctx.board.liberty_set(last).first()
        && let Some(string) = ctx.analysis.string_at(last)
    {
        out.string(point, &ANSWER_THROW_IN, string);
    }
}
