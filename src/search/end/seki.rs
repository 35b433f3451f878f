//! Seki, life without two eyes: strings that share liberties which neither side may take.

use crate::rules::{Board, Color, Point, PointSet, Territory};

/// Neutral points that enemies in seki share at most; a larger region is not played out yet.
const MOST_SHARED: usize = 6;

/// Living strings around a small neutral region on which neither side has two eyes: what a count
/// without reading can tell of seki.
pub(super) fn seki(board: &Board, dead: &PointSet, territory: &Territory) -> PointSet {
    let dame = territory.dame();
    let mut seki = PointSet::EMPTY;
    let mut seen = PointSet::EMPTY;
    for point in dame.iter() {
        if seen.contains(point) {
            continue;
        }
        let region = dame.connected(point);
        seen |= region;
        let around: PointSet = region
            .iter()
            .flat_map(|point| board.neighbors(point))
            .filter(|n| board.color_at(*n).is_some() && !dead.contains(*n))
            .collect();
        let of = |color| {
            around
                .iter()
                .filter(move |n| board.color_at(*n) == Some(color))
        };
        let is_shared = Color::BOTH
            .into_iter()
            .all(|color| of(color).next().is_some());
        let eyeless = !around.iter().any(|n| has_two_eyes(board, territory, n));
        if is_shared && eyeless && region.len() <= MOST_SHARED {
            for stone in around.iter() {
                seki.extend(board.string(stone));
            }
        }
    }
    seki
}

/// Returns whether the strings joined to a stone's by their own territory have more than one point of it.
fn has_two_eyes(board: &Board, territory: &Territory, stone: Point) -> bool {
    let Some(color) = board.color_at(stone) else {
        return false;
    };
    let own = territory.of(color);
    let mut belongs = *own;
    belongs.extend(board.stones(color));
    (belongs.connected(stone) & *own).len() > 1
}
