//! Seki: strings that live without two eyes, because nobody can attack first.

use sgmp_board::rules::{Board, Color, Point, PointSet, Territory};

/// Neutral points that enemies in seki share at most; a larger region is not played out yet.
const MAX_SHARED_POINTS: usize = 6;

/// Living strings around a small neutral region on which neither side has two eyes: what a count
/// without reading can see of seki. Regions with a point of `among` are looked at.
pub(super) fn seki(
    board: &Board,
    dead: &PointSet,
    territory: &Territory,
    among: &PointSet,
) -> PointSet {
    let mut seki = PointSet::EMPTY;
    for region in neutral_regions(territory, among) {
        let around = living_around(board, dead, &region);
        let eyeless = !around.iter().any(|n| has_two_eyes(board, territory, n));
        if is_shared(board, &around) && eyeless && region.len() <= MAX_SHARED_POINTS {
            seki |= whole(board, &around);
        }
    }
    seki
}

/// Those strings of `before` that are still in seki with these stones dead: a neutral region lies between
/// living ones of both colors.
pub(super) fn still_in_seki(
    board: &Board,
    dead: &PointSet,
    territory: &Territory,
    before: &PointSet,
) -> PointSet {
    let mut seki = PointSet::EMPTY;
    for region in neutral_regions(territory, territory.dame()) {
        let around = living_around(board, dead, &region) & *before;
        if is_shared(board, &around) {
            seki |= whole(board, &around);
        }
    }
    seki
}

/// The connected neutral regions that have a point of `among`.
fn neutral_regions(territory: &Territory, among: &PointSet) -> Vec<PointSet> {
    let mut left = *territory.dame() & *among;
    let mut regions = Vec::new();
    while let Some(point) = left.first() {
        let region = territory.dame().connected(point);
        left = left - region;
        regions.push(region);
    }
    regions
}

/// The stones beside a region that are not dead.
fn living_around(board: &Board, dead: &PointSet, region: &PointSet) -> PointSet {
    let beside = region.iter().flat_map(|point| board.neighbors(point));
    beside
        .filter(|n| board.color_at(*n).is_some() && !dead.contains(*n))
        .collect()
}

/// Returns whether there are stones of both colors.
fn is_shared(board: &Board, stones: &PointSet) -> bool {
    let has = |color| {
        stones
            .iter()
            .any(|stone| board.color_at(stone) == Some(color))
    };
    Color::BOTH.into_iter().all(has)
}

/// The strings of some stones.
fn whole(board: &Board, stones: &PointSet) -> PointSet {
    stones
        .iter()
        .flat_map(|stone| board.string(stone))
        .collect()
}

/// Returns whether the strings joined to a stone's by their own territory have more than one point of it.
fn has_two_eyes(board: &Board, territory: &Territory, stone: Point) -> bool {
    let Some(color) = board.color_at(stone) else {
        return false;
    };
    let own = territory.points_of(color);
    let mut belongs = *own;
    belongs.extend(board.stones(color));
    (belongs.connected(stone) & *own).len() > 1
}
