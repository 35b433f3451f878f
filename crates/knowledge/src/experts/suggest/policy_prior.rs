//! The moves that players usually make in such a shape, by weights learned from games.

use crate::experts::expert_context::{ExpertContext, Stage};
use crate::experts::reason::Reason;
use crate::experts::suggestions::Suggestions;
use crate::experts::weights::*;
use crate::move_weights::{MoveContext, MovePriors};
use sgmp_board::rules::Point;

const MAX_MOVES: usize = 16;

/// Lines of a board from which on [`EARLY`] applies.
const LARGE_BOARD: i8 = 15;

/// Share of the probability that is left to a move on the first and on the second line until the
/// endgame: the known shapes there are mostly those of borders being drawn
/// (docs/measurements/knowledge-engine.md, "Where the lead goes").
const EARLY: [f32; 2] = [0.03, 0.15];

/// The probability of each legal move, the likeliest first. Moves that are due later are made less
/// likely, so the sum may be less than 1.
pub(in crate::experts) fn chances(ctx: &ExpertContext<'_>) -> Vec<(Point, f32)> {
    let position = MoveContext::from_game(ctx.game, ctx.me);
    let points: Vec<Point> = position
        .legal_points()
        .filter(|point| !ctx.board.is_small_eye(ctx.me, *point))
        .collect();
    let chances = MovePriors::embedded().probabilities(position, &points);
    let weighed = points.into_iter().zip(chances);
    let mut found: Vec<(Point, f32)> = weighed
        .map(|(point, chance)| (point, chance * timeliness(ctx, point)))
        .collect();
    found.sort_by(|a, b| b.1.total_cmp(&a.1));
    found
}

/// The share of a move's probability that is left by its line and the stage of the game.
fn timeliness(ctx: &ExpertContext<'_>, point: Point) -> f32 {
    let is_early = ctx.lines() >= LARGE_BOARD && ctx.stage() != Stage::Endgame;
    let line = usize::try_from(ctx.line(point) - 1).ok();
    let rest = line.filter(|_| is_early).and_then(|line| EARLY.get(line));
    rest.copied().unwrap_or(1.0)
}

pub(super) fn suggest(likely: &[(Point, f32)], out: &mut Suggestions<'_>) {
    for (point, chance) in likely.iter().take(MAX_MOVES) {
        if let Some(reason) = reason(*chance) {
            out.play(*point, reason);
        }
    }
}

fn reason(chance: f32) -> Option<&'static Reason> {
    match chance {
        c if c >= 0.4 => Some(&HABIT_CERTAIN),
        c if c >= 0.12 => Some(&HABIT_LIKELY),
        c if c >= 0.04 => Some(&HABIT_USUAL),
        c if c >= 0.01 => Some(&HABIT_POSSIBLE),
        _ => None,
    }
}
