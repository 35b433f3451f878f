//! What players usually do in such a shape, by weights learned from games.

use super::reason::Reason;
use super::scene::{Ideas, Scene};
use super::table::*;
use crate::knowledge::{Position, shipped};
use crate::rules::Point;

/// Moves that are suggested at most.
const MOST: usize = 16;

/// How likely each legal move is, the likeliest first.
pub(super) fn chances(scene: &Scene<'_>) -> Vec<(Point, f32)> {
    let position = Position::of(scene.game, scene.me);
    let points: Vec<Point> = position
        .legal_points()
        .filter(|point| !scene.board.is_small_eye(scene.me, *point))
        .collect();
    let chances = shipped().probabilities(position, &points);
    let mut found: Vec<(Point, f32)> = points.into_iter().zip(chances).collect();
    found.sort_by(|a, b| b.1.total_cmp(&a.1));
    found
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
