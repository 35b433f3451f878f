//! Liberties after a move that is not made.

use crate::rules::{Board, Color, Point, PointSet};

/// The liberties that `color`'s string on `point` would have after a stone there, captures
/// included; at least `enough` where there are more.
///
/// Exact, but that a capture of several stones counts only the liberties next to `point`.
#[must_use]
pub fn liberties_after(board: &Board, color: Color, point: Point, enough: usize) -> usize {
    let mut free = PointSet::EMPTY;
    let (mut open, mut joined) = (0, false);
    for n in board.neighbours(point) {
        match board.color_at(n) {
            Some(other) if other == color => {
                joined = true;
                free |= board.liberty_set(n);
            }
            Some(_) if board.liberties(n) > 1 => {}
            _ => open += usize::from(free.insert(n)),
        }
        if open >= enough {
            return open;
        }
    }
    if !joined {
        return open;
    }
    free.remove(point);
    free.len()
}

/// The liberties that the string of `stone` would have if its owner played on `exit` after the
/// opponent on `taken`.
pub(super) fn liberties_without(board: &Board, stone: Point, exit: Point, taken: Point) -> usize {
    let Some(color) = board.color_at(stone) else {
        return 0;
    };
    let mut free = PointSet::EMPTY;
    for n in board.neighbours(exit) {
        match board.color_at(n) {
            Some(other) if other == color => free |= board.liberty_set(n),
            Some(_) if board.liberties(n) > 1 => {}
            _ => _ = free.insert(n),
        }
    }
    free.remove(exit);
    free.remove(taken);
    free.len()
}

/// Whether a stone on `point` would leave its string with at most one liberty.
#[must_use]
pub fn is_self_atari(board: &Board, color: Color, point: Point) -> bool {
    let (mut open, mut short) = (0, 0);
    for n in board.neighbours(point) {
        match board.color_at(n) {
            None => open += 1,
            Some(other) if other == color => match board.liberties(n) {
                // One of its liberties is the point itself.
                0 | 1 => {}
                2 => short += 1,
                _ => return false,
            },
            Some(_) => open += usize::from(board.liberties(n) == 1),
        }
        if open >= 2 {
            return false;
        }
    }
    // Strings of two liberties may share the other one.
    open + short < 2 || liberties_after(board, color, point, 2) < 2
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
