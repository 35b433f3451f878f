//! Where the life of a string is decided.

use super::super::slate::Slate;
use crate::rules::{Color, Point, PointSet};

/// The largest space that is read, in empty points.
pub(super) const LARGEST_SPACE: usize = 8;

/// Liberties up to which a string around the space may itself be captured.
pub(super) const WEAK: usize = 3;

/// Liberties up to which a string beside a weak one may be captured to save that.
pub(super) const SHORT: usize = 2;

/// Most points that both sides play on.
pub(super) const MOST_POINTS: usize = 11;

/// The points to play on: those that the string's color reaches, the last liberties of the weak
/// strings around them, and what is free once a stone there is captured. `None` if there are too
/// many.
pub(super) fn space(slate: &Slate, stone: Point, defender: Color) -> Option<PointSet> {
    let mut seen = PointSet::single(stone);
    let mut open = vec![stone];
    let mut outside = PointSet::EMPTY;
    while let Some(point) = open.pop() {
        for n in slate.neighbors(point) {
            let is_enemy = slate.color_at(n) == Some(!defender);
            if is_enemy && slate.liberties(n) > 1 {
                if slate.liberties(n) <= WEAK && !outside.contains(n) {
                    outside |= surroundings(slate, n);
                }
            } else if seen.insert(n) {
                // Whoever is in atari may be captured at once: his last liberty is in reach.
                let last = is_enemy.then(|| slate.first_liberty(n)).flatten();
                open.extend(last.filter(|last| seen.insert(*last)));
                open.push(n);
            }
        }
        if slate.empty_among(seen).len() > LARGEST_SPACE {
            return None;
        }
    }
    let all = seen | outside;
    (slate.empty_among(all).len() <= MOST_POINTS).then_some(all)
}

/// A string with its liberties, and the enemies beside it that have few with theirs: it may save
/// itself by capturing them.
pub(super) fn surroundings(slate: &Slate, stone: Point) -> PointSet {
    let mut all = slate.string_set(stone) | slate.liberty_set(stone);
    for enemy in slate.stones_beside(stone).iter() {
        if slate.liberties(enemy) <= SHORT && !all.contains(enemy) {
            all |= slate.liberty_set(enemy);
            all |= slate.string_set(enemy);
        }
    }
    all
}
