//! Liberties after a move that is not made.

use crate::rules::{Board, Color, Point, PointSet};

/// The liberties that `color`'s string on `point` would have after a stone there, captures
/// included; at least `enough` where there are more.
///
/// Exact, but that a capture of several stones counts only the liberties next to `point`.
#[must_use]
pub fn liberties_after(board: &Board, color: Color, point: Point, enough: usize) -> usize {
    liberties_if(board, color, point, PointSet::EMPTY, enough)
}

/// As [`liberties_after`], with other points `taken` by the opponent before.
pub(super) fn liberties_if(
    board: &Board,
    color: Color,
    point: Point,
    taken: PointSet,
    enough: usize,
) -> usize {
    let mut free = PointSet::EMPTY;
    let mut joined = false;
    for n in board.neighbours(point) {
        match board.color_at(n) {
            None => _ = free.insert(n),
            Some(other) if other == color => {
                joined = true;
                free |= board.liberty_set(n);
            }
            Some(_) if board.liberties(n) == 1 => _ = free.insert(n),
            Some(_) => {}
        }
        if !joined && taken.is_empty() && free.len() >= enough {
            return free.len();
        }
    }
    free.remove(point);
    (free - taken).len()
}

/// Whether a stone on `point` would leave its string with at most one liberty.
#[must_use]
pub fn is_self_atari(board: &Board, color: Color, point: Point) -> bool {
    let mut open = 0;
    for n in board.neighbours(point) {
        match board.color_at(n) {
            None => open += 1,
            // One of its liberties is the point itself.
            Some(other) if other == color && board.liberties(n) > 2 => return false,
            _ => {}
        }
        if open >= 2 {
            return false;
        }
    }
    liberties_after(board, color, point, 2) < 2
}

/// The liberties that the string of `stone` would have if its owner played on its liberty `exit`.
#[must_use]
pub fn escapes_to(board: &Board, stone: Point, exit: Point) -> usize {
    board
        .color_at(stone)
        .map_or(0, |color| liberties_after(board, color, exit, 3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::diagram;

    fn point(name: &str) -> Point {
        Point::parse(name).unwrap()
    }

    #[test]
    fn joining_and_capturing_count() {
        let board = diagram::parse(
            ". . . . .
             . O X . .
             O X . X .
             . O X . .
             . . . . .",
        )
        .unwrap();
        assert!(
            is_self_atari(&board, Color::White, point("C3")),
            "into a mouth"
        );
        assert!(!is_self_atari(&board, Color::Black, point("C3")));
        assert_eq!(liberties_after(&board, Color::Black, point("C3"), 9), 5);
    }

    #[test]
    fn a_stone_that_captures_is_no_self_atari() {
        let board = diagram::parse(
            ". X O . .
             X O . . .
             O . . . .
             . . . . .
             . . . . .",
        )
        .unwrap();
        assert!(!is_self_atari(&board, Color::White, point("A5")));
        assert!(is_self_atari(&board, Color::Black, point("A5")));
    }
}
