//! Who lives without two eyes: strings that share liberties which neither side may take.

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
        let region = connected(board, point, |n| dame.contains(n));
        seen |= region;
        let around: PointSet = region
            .iter()
            .flat_map(|point| board.neighbours(point))
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

/// The points that are joined to one by points that belong.
fn connected(board: &Board, start: Point, belongs: impl Fn(Point) -> bool) -> PointSet {
    let mut found = PointSet::single(start);
    let mut open = vec![start];
    while let Some(point) = open.pop() {
        for n in board.neighbours(point) {
            if belongs(n) && found.insert(n) {
                open.push(n);
            }
        }
    }
    found
}

/// Whether the strings joined to a stone's by their own territory have more than one point of it.
fn has_two_eyes(board: &Board, territory: &Territory, stone: Point) -> bool {
    let Some(color) = board.color_at(stone) else {
        return false;
    };
    let own = territory.of(color);
    let belongs = |n: Point| own.contains(n) || board.color_at(n) == Some(color);
    let group = connected(board, stone, belongs);
    (group & *own).len() > 1
}
