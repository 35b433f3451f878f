//! Nets: strings that ataris alone do not catch, shut in by a stone that takes none of their
//! liberties.

use super::ladder::{Capture, captures_within};
use super::liberties::{Flight, is_self_atari, is_shut_in};
use sgmp_board::rules::{Board, Color, Move, Point, PointSet};

/// Positions of a ladder within a net: what runs farther is none.
const MAX_NODES: u32 = 40;

/// The points where a stone of the hunter's shuts the string of `stone`, which has two liberties,
/// into a net.
///
/// The stone takes neither liberty, and whichever of them the prey then takes, or a liberty of a
/// hunter with two or less, or a point next to all these or to the net, ataris catch it. Nets of two
/// moves and those around strings with more liberties are not seen.
#[must_use]
pub(crate) fn nets(board: &Board, stone: Point) -> PointSet {
    let mut found = PointSet::EMPTY;
    let Some(prey) = board.color_at(stone) else {
        return found;
    };
    if board.liberties(stone) != 2 {
        return found;
    }
    let exits = board.liberty_set(stone);
    // A stone farther off leaves three liberties at once to a prey that runs out.
    for point in (empty_around(board, exits) - exits).iter() {
        let shuts = |exit| {
            let flight = Flight { exit, taken: point };
            is_shut_in(board, stone, flight, 3)
        };
        if exits.iter().all(shuts)
            && !is_self_atari(board, !prey, point)
            && holds(board, stone, prey, point)
        {
            found.insert(point);
        }
    }
    found
}

/// Returns whether the prey is caught whatever it plays after a stone on `net`.
fn holds(board: &Board, stone: Point, prey: Color, net: Point) -> bool {
    let mut shut = board.clone();
    if shut.play(!prey, Move::Play(net)).is_err() || shut.liberties(stone) != 2 {
        return false;
    }
    let exits = shut.liberty_set(stone);
    let mut others = empty_around(&shut, exits | PointSet::single(net));
    for hunter in shut.string(stone).flat_map(|own| shut.neighbors(own)) {
        if shut.color_at(hunter) == Some(!prey) && shut.liberties(hunter) <= 2 {
            others |= shut.liberty_set(hunter);
        }
    }
    let mut after = shut.clone();
    // Running out fails most nets, so it is read first.
    let replies = exits.iter().chain((others - exits).iter());
    replies.into_iter().all(|reply| {
        after.clone_from(&shut);
        after.play(prey, Move::Play(reply)).is_err()
            || after.liberties(stone) <= 2
                && captures_within(&after, stone, MAX_NODES) != Capture::Escapes
    })
}

/// The empty points beside these.
fn empty_around(board: &Board, points: PointSet) -> PointSet {
    let beside = points.iter().flat_map(|point| board.neighbors(point));
    beside.filter(|point| board.is_empty(*point)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tactics::captures_in_ladder;
    use sgmp_board::rules::diagram;

    fn found(text: &str, stone: &str) -> String {
        let board = diagram::parse(text).unwrap();
        let names = nets(&board, Point::parse(stone).unwrap())
            .iter()
            .map(|point| point.to_string());
        names.collect::<Vec<_>>().join(" ")
    }

    /// Ladders to both sides of D4 run into F6.
    const LOOSE: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . O . . .
        . . X . . . . . .
        . . X O . . . . .
        . . . X X . . . .
        . . . . . . . . .
        . . . . . . . . .";

    #[test]
    fn a_stone_that_no_ladder_catches_is_shut_in() {
        let board = diagram::parse(LOOSE).unwrap();
        let stone = Point::parse("D4").unwrap();
        assert_eq!(captures_in_ladder(&board, stone), Capture::Escapes);
        assert_eq!(found(LOOSE, "D4"), "E5");
        let two = "
            . . . . . . .
            . . . . . . .
            . . X X . . .
            . . X O O . .
            . . . X X X .
            . . . . . . .
            . . . . . . .";
        assert_eq!(found(two, "E4"), "F5");
    }

    #[test]
    fn a_net_with_a_hole_is_none() {
        for (why, row, other) in [
            ("three liberties after E4", ". . . X X", ". . . X ."),
            ("E4 joins F4", "X O . . .", "X O . O ."),
            ("E6 threatens the net and D6", ". . . . . O", ". . . O . O"),
            ("three liberties from the start", "X O . . .", ". O . . ."),
        ] {
            assert!(LOOSE.contains(row), "{why}");
            assert_eq!(found(&LOOSE.replacen(row, other, 1), "D4"), "", "{why}");
        }
        assert_eq!(found(LOOSE, "A1"), "", "no stone");
    }
}
