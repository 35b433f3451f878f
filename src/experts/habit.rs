//! What players usually do in such a shape, by weights learned from games.

use super::reason::Reason;
use super::scene::{Ideas, Scene, Stage};
use super::table::*;
use crate::move_weights::{Position, shipped};
use crate::rules::Point;

/// Moves that are suggested at most.
const MOST: usize = 16;

/// What is left, on a board of so many lines and more, of the chance of a move on the first or the second
/// line until the endgame: the shapes that are known there are mostly those of borders being drawn
/// (docs/measurements/knowledge-engine.md, "Where the lead goes").
const LARGE: i8 = 15;
const EARLY: [f32; 2] = [0.03, 0.15];

/// How likely each legal move is, the likeliest first; what is due later counts as less likely, so
/// that the sum may be less than 1.
pub(super) fn chances(scene: &Scene<'_>) -> Vec<(Point, f32)> {
    let position = Position::of(scene.game, scene.me);
    let points: Vec<Point> = position
        .legal_points()
        .filter(|point| !scene.board.is_small_eye(scene.me, *point))
        .collect();
    let chances = shipped().probabilities(position, &points);
    let weighed = points.into_iter().zip(chances);
    let mut found: Vec<(Point, f32)> = weighed
        .map(|(point, chance)| (point, chance * timeliness(scene, point)))
        .collect();
    found.sort_by(|a, b| b.1.total_cmp(&a.1));
    found
}

/// What is left of the chance of a move by its line and the stage of the game.
fn timeliness(scene: &Scene<'_>, point: Point) -> f32 {
    let is_early = scene.lines() >= LARGE && scene.stage() != Stage::Endgame;
    let line = usize::try_from(scene.line(point) - 1).ok();
    let rest = line.filter(|_| is_early).and_then(|line| EARLY.get(line));
    rest.copied().unwrap_or(1.0)
}

pub(super) fn suggest(likely: &[(Point, f32)], ideas: &mut Ideas<'_>) {
    for (point, chance) in likely.iter().take(MOST) {
        if let Some(reason) = reason(*chance) {
            ideas.play(*point, reason);
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
