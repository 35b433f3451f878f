//! Liberties after a move that is not made.

use sgmp_board::rules::{Board, Color, Point, PointSet};

/// The liberties that `color`'s string on an empty `point` would have after a stone there, captures
/// included; at least `enough` where there are more.
///
/// Exact, but that a capture of several stones counts only the liberties next to `point`.
#[must_use]
pub(crate) fn liberties_after(board: &Board, color: Color, point: Point, enough: usize) -> usize {
    let mut open = board.openings(point);
    if open < enough {
        open += captures_beside(board, color, point).count();
    }
    if open >= enough || !board.touches(point, color) {
        return open;
    }
    freed(board, color, point).len()
}

/// Returns whether `liberties_after` would be at least `enough`.
#[must_use]
pub fn has_liberties_after(board: &Board, color: Color, point: Point, enough: usize) -> bool {
    board.openings(point) >= enough
        // One of a string's liberties is the point itself.
        || board.stones_beside(point, color).any(|n| board.stone_liberties(n) > enough)
        || liberties_after(board, color, point, enough) >= enough
}

/// A string's run to one of its liberties after the opponent has taken another point.
#[derive(Clone, Copy)]
pub(super) struct Flight {
    pub(super) exit: Point,
    pub(super) taken: Point,
}

/// Returns whether the string of `stone` would have fewer than `fewer_than` liberties after such a
/// flight.
pub(super) fn is_shut_in(board: &Board, stone: Point, flight: Flight, fewer_than: usize) -> bool {
    let Flight { exit, taken } = flight;
    let Some(color) = board.color_at(stone) else {
        return true;
    };
    let open = board.open_beside(exit).filter(|n| *n != taken).count();
    // Of another string's liberties at most these two are lost.
    let is_long = |n: Point| board.stone_liberties(n) >= fewer_than + 2;
    if open >= fewer_than || board.stones_beside(exit, color).any(is_long) {
        return false;
    }
    let mut free = freed(board, color, exit);
    free.remove(taken);
    free.len() < fewer_than
}

/// The opponent's stones in atari beside a point: liberties once they are captured.
fn captures_beside(board: &Board, color: Color, point: Point) -> impl Iterator<Item = Point> {
    let stones = board.stones_beside(point, !color);
    stones.filter(|n| board.stone_liberties(*n) == 1)
}

/// The liberties of the string that a stone of `color` on `point` would make.
fn freed(board: &Board, color: Color, point: Point) -> PointSet {
    let mut free = PointSet::EMPTY;
    for n in board.stones_beside(point, color) {
        free |= *board.stone_liberty_set(n);
    }
    free.extend(board.open_beside(point));
    free.extend(captures_beside(board, color, point));
    free.remove(point);
    free
}

/// Returns whether a stone on an empty `point` would leave its string with at most one liberty.
#[must_use]
pub fn is_self_atari(board: &Board, color: Color, point: Point) -> bool {
    let mut open = board.openings(point);
    if open >= 2 {
        return false;
    }
    let mut short = 0;
    for n in board.stones_beside(point, color) {
        match board.stone_liberties(n) {
            // One of its liberties is the point itself.
            0 | 1 => {}
            2 => short += 1,
            _ => return false,
        }
    }
    open += captures_beside(board, color, point).count();
    if open >= 2 {
        return false;
    }
    // Strings of two liberties may share the other one.
    open + short < 2 || !freed(board, color, point).has_two()
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
    use sgmp_board::rng::Rng;
    use sgmp_board::rules::{BoardSize, Move, diagram};

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

    #[test]
    fn a_move_that_is_made_tells_the_same() {
        let (mut board, mut rng) = (Board::new(BoardSize::new(7).unwrap()), Rng::from_seed(5));
        for turn in 0..400 {
            let color = Color::BOTH[turn % 2];
            let points: Vec<Point> = board.empty_points().to_vec();
            for at in &points {
                let mut after = board.clone();
                // A capture of several stones is counted by halves.
                if !matches!(after.play(color, Move::Play(*at)), Ok(0 | 1)) {
                    continue;
                }
                let made = after.liberties(*at);
                assert_eq!(
                    is_self_atari(&board, color, *at),
                    made < 2,
                    "{at} on {board:?}"
                );
                assert_eq!(liberties_after(&board, color, *at, 99), made);
                for enough in 1..6 {
                    let has = has_liberties_after(&board, color, *at, enough);
                    assert_eq!(has, made >= enough, "{enough} at {at} on {board:?}");
                }
                let own = board.stones_beside(*at, color).next();
                for taken in points.iter().filter(|taken| own.is_some() && *taken != at) {
                    let left = made - usize::from(after.liberty_set(*at).contains(*taken));
                    let shut = is_shut_in(
                        &board,
                        own.unwrap(),
                        Flight {
                            exit: *at,
                            taken: *taken,
                        },
                        2,
                    );
                    assert_eq!(shut, left < 2, "{at} after {taken} on {board:?}");
                }
            }
            let Some(at) = points.get(rng.below(points.len() as u32) as usize) else {
                break;
            };
            let _ = board.play(color, Move::Play(*at));
        }
    }
}
