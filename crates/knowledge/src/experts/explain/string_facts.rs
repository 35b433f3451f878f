//! Facts about the strings beside a move: taken, saved, in atari, with more liberties or fewer.

use super::play_facts::PlayFact;
use crate::experts::expert_context::distance;
use crate::experts::group_ref::GroupRef;
use sgmp_board::rules::{Board, Color, Move, Point};

/// Steps within which strings are read.
const READING_STEPS: u8 = 2;
/// Strings of a color that are read, at most.
const MAX_STRINGS: usize = 4;
/// Lines from the edge from which on a point is open.
const LEAST_LINE: u8 = 3;
/// Liberties up to which one more or less is worth a word.
const FEW_LIBERTIES: usize = 4;

/// The string of a stone, by its stone nearest to a point.
pub(super) fn named_near(board: &Board, stone: Point, color: Color, point: Point) -> GroupRef {
    GroupRef::nearest(&board.string(stone).collect(), color, point)
}

/// The strings of a color beside a point, each by one stone.
pub(super) fn beside(board: &Board, point: Point, color: Color) -> Vec<Point> {
    let stones = board
        .neighbors(point)
        .filter(|n| board.color_at(*n) == Some(color));
    let mut found: Vec<Point> = stones.filter_map(|stone| board.anchor(stone)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Stones taken, or saved from being taken at once.
pub(super) fn taking(
    before: &Board,
    after: &Board,
    color: Color,
    point: Point,
) -> Option<PlayFact> {
    let mv = Move::Play(point);
    let theirs = beside(before, point, !color).into_iter();
    let taken = theirs.filter(|stone| after.is_empty(*stone));
    if let Some(stone) = taken.max_by_key(|stone| before.string_size(*stone)) {
        return Some(PlayFact::Takes(
            mv,
            named_near(before, stone, !color, point),
        ));
    }
    let mut own = beside(before, point, color).into_iter();
    let saved = own.find(|stone| before.liberties(*stone) == 1 && after.liberties(*stone) > 1);
    saved.map(|stone| PlayFact::LeavesAtari(mv, named_near(before, stone, color, point)))
}

/// A string of the other side that has one liberty left.
pub(super) fn atari(before: &Board, after: &Board, color: Color, point: Point) -> Option<PlayFact> {
    // A stone that is taken next threatens nothing.
    if after.liberties(point) == 1 {
        return None;
    }
    let mut theirs = beside(after, point, !color).into_iter();
    let found = theirs.find(|stone| after.liberties(*stone) == 1 && before.liberties(*stone) > 1);
    found.map(|stone| PlayFact::Atari(Move::Play(point), named_near(after, stone, !color, point)))
}

/// An own string with more liberties, or one of the other side with fewer.
pub(super) fn liberties(
    before: &Board,
    after: &Board,
    color: Color,
    point: Point,
) -> Option<PlayFact> {
    let mv = Move::Play(point);
    let is_few = |stone: &Point| before.liberties(*stone) <= FEW_LIBERTIES;
    let own = beside(before, point, color).into_iter().filter(is_few);
    let grown = own.filter(|stone| after.liberties(*stone) > before.liberties(*stone));
    let grown = grown.max_by_key(|stone| before.string_size(*stone));
    let more = grown.map(|stone| {
        let (old, new) = (before.liberties(stone), after.liberties(stone));
        PlayFact::AddsLiberties(mv, named_near(before, stone, color, point), old, new)
    });
    let theirs = beside(before, point, !color).into_iter().filter(is_few);
    let largest = theirs.max_by_key(|stone| before.string_size(*stone));
    let less = || {
        let stone = largest?;
        let left = after.liberties(stone);
        Some(PlayFact::TakesLiberty(
            mv,
            named_near(before, stone, !color, point),
            left,
        ))
    };
    more.or_else(less)
}

/// Returns whether no stone is near a point that is not on the edge.
pub(super) fn is_open(board: &Board, point: Point) -> bool {
    let mut stones = Point::all(board.size()).filter(|other| !board.is_empty(*other));
    point.line(board.size()) >= LEAST_LINE
        && stones.all(|stone| distance(stone, point) > READING_STEPS)
}

/// Strings of a color near a point, the larger first.
pub(super) fn near(board: &Board, point: Point, color: Color) -> Vec<Point> {
    let stones = board.stones(color);
    let near = stones.filter(|stone| distance(*stone, point) <= READING_STEPS);
    let mut found: Vec<Point> = near.filter_map(|stone| board.anchor(stone)).collect();
    found.sort_unstable();
    found.dedup();
    found.sort_by_key(|stone| std::cmp::Reverse(board.string_size(*stone)));
    found.truncate(MAX_STRINGS);
    found
}
