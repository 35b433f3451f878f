//! Moves that follow of themselves: the chase of a ladder, and the answers to an atari.

use crate::tactics::{Capture, captures_in_ladder, hunters_in_atari};
use sgmp_board::rules::{Board, Color, Move, Point};

/// The hunter's moves from which a chase of ataris is a ladder.
const LADDER: usize = 3;
/// The longest chase that is played out.
const MAX_CHASE: usize = 80;

/// The board after a stone of a color, if it may be played.
pub(super) fn played(board: &Board, color: Color, point: Point) -> Option<Board> {
    let mut after = board.clone();
    after.play(color, Move::Play(point)).ok()?;
    Some(after)
}

/// Returns whether the string of a stone is caught by ataris alone, the hunter first, and not before three of them.
pub(super) fn is_in_ladder(board: &Board, stone: Point) -> bool {
    let Some(prey) = board.color_at(stone) else {
        return false;
    };
    let mut at = board.clone();
    for moves in 1..=MAX_CHASE {
        let Capture::By(atari) = captures_in_ladder(&at, stone) else {
            return false;
        };
        if at.play(!prey, Move::Play(atari)).is_err() {
            return false;
        }
        let exit = at.liberty_set(stone).first();
        let runs = exit.is_some_and(|exit| at.play(prey, Move::Play(exit)).is_ok());
        if !runs {
            return moves >= LADDER;
        }
    }
    false
}

/// Returns whether the string of a stone gets out of every ladder.
pub(super) fn is_free(board: &Board, stone: Point) -> bool {
    !board.is_empty(stone) && captures_in_ladder(board, stone) == Capture::Escapes
}

/// The liberties of a string, and those of the strings in atari around it.
pub(super) fn ways_out(board: &Board, stone: Point) -> Vec<Point> {
    let Some(color) = board.color_at(stone) else {
        return Vec::new();
    };
    let mut ways: Vec<Point> = board.liberty_set(stone).iter().collect();
    let hunters = hunters_in_atari(board, stone, color);
    ways.extend(hunters.filter_map(|hunter| board.liberty_set(hunter).first()));
    ways
}

/// The answers to the ataris of a stone just played that let the stones go, with the boards after them.
pub(super) fn answers(after: &Board, point: Point) -> Vec<(Point, Board)> {
    let Some(me) = after.color_at(point).filter(|_| after.liberties(point) > 1) else {
        return Vec::new();
    };
    let stones = after.stones_beside(point, !me);
    let threatened = stones.filter(|stone| after.liberties(*stone) == 1);
    let ways = threatened.flat_map(|stone| {
        let ways = ways_out(after, stone).into_iter();
        ways.map(move |way| (stone, way))
    });
    let freed = ways.filter_map(|(stone, way)| {
        let later = played(after, !me, way)?;
        is_free(&later, stone).then_some((way, later))
    });
    freed.collect()
}
