//! Groups by chance, shut in at a corner or a side: where problems of life and death come from.

use std::collections::BTreeSet;

use sgmp_board::rng::Rng;
use sgmp_board::rules::{Board, BoardSize, Color, Point};

/// Lines of the board.
const LINES: u8 = 9;
/// Points of a space, and how many more there may be.
const MIN_SPACE: usize = 3;
const MORE_SPACE: u32 = 6;
/// Tries to make a space grow.
const GROWTH_TRIES: usize = 60;

/// A group in a space of its own, with the other side around it; `None` where chance made none.
#[must_use]
pub fn enclosed_group(chance: &mut Rng) -> Option<Board> {
    let size = BoardSize::new(LINES)?;
    let empty = Board::new(size);
    let space = space(chance, &empty)?;
    let around = |points: &BTreeSet<Point>| -> BTreeSet<Point> {
        let next = points.iter().flat_map(|point| {
            let corners = empty.corners(*point);
            empty.neighbors(*point).chain(corners).collect::<Vec<_>>()
        });
        next.filter(|point| !points.contains(point)).collect()
    };
    let beside = |points: &BTreeSet<Point>| -> BTreeSet<Point> {
        let next = points
            .iter()
            .flat_map(|point| empty.neighbors(*point).collect::<Vec<_>>());
        next.filter(|point| !points.contains(point)).collect()
    };
    // A wall without its corners has cutting points: chance leaves some out.
    let sides = beside(&space);
    let mut wall = sides.clone();
    wall.extend(
        around(&space)
            .into_iter()
            .filter(|point| sides.contains(point) || chance.below(3) > 0),
    );
    let inside: BTreeSet<Point> = space.union(&wall).copied().collect();
    let ring = around(&inside);
    let mut stones: Vec<(Color, Point)> = wall.iter().map(|point| (Color::White, *point)).collect();
    stones.extend(ring.iter().map(|point| (Color::Black, *point)));
    // Stones inside, by chance.
    for point in &space {
        match chance.below(9) {
            0 => stones.push((Color::White, *point)),
            1 | 2 => stones.push((Color::Black, *point)),
            _ => {}
        }
    }
    Board::from_stones(size, stones).ok()
}

/// Points in a row or a lump at a corner, on a side or off it, away from the other sides.
fn space(chance: &mut Rng, empty: &Board) -> Option<BTreeSet<Point>> {
    let start = Point::new(chance.below(5) as u8, chance.below(2) as u8)?;
    let wanted = MIN_SPACE + chance.below(MORE_SPACE) as usize;
    let mut space = BTreeSet::from([start]);
    for _ in 0..GROWTH_TRIES {
        if space.len() >= wanted {
            break;
        }
        let from = *space
            .iter()
            .nth(chance.below(space.len() as u32) as usize)?;
        let next: Vec<Point> = empty
            .neighbors(from)
            .filter(|point| point.row() < 3 && point.column() < 6)
            .collect();
        space.extend(next.get(chance.below(next.len().max(1) as u32) as usize));
    }
    Some(space)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_shut_in() {
        let mut chance = Rng::from_seed(3);
        let boards: Vec<Board> = (0..50)
            .filter_map(|_| enclosed_group(&mut chance))
            .collect();
        assert!(boards.len() > 20, "{}", boards.len());
        for board in boards {
            assert!(
                board.stones(Color::White).count() >= 3 && board.stones(Color::Black).count() >= 3
            );
        }
    }
}
