//! What a move is expected to be worth before it is tried.

use crate::rules::{Board, Color, Game, Move, Point};

/// How much better than the average move a legal move looks: added to its worth, -1 to 1.
///
/// Fights are finished where they began: moves near the latest two count more, and so do moves
/// that capture, save or threaten stones; the lowest lines and moves into atari count less.
pub(super) fn bonus(game: &Game, color: Color, point: Point) -> f32 {
    let board = game.board();
    locality(game, point) + tactics(board, color, point) + height(board, point)
}

/// For moves near the latest two moves.
fn locality(game: &Game, point: Point) -> f32 {
    let recent = game.moves().iter().rev().take(2);
    let near = recent.filter_map(|(_, mv)| match mv {
        Move::Play(other) => Some(distance(point, *other)),
        Move::Pass => None,
    });
    match near.min() {
        Some(..=2) => 0.15,
        Some(3) => 0.1,
        Some(4..=5) => 0.05,
        _ => 0.0,
    }
}

/// Steps along the lines, a diagonal step counting as much as one and a half.
fn distance(a: Point, b: Point) -> u8 {
    let (x, y) = (a.column().abs_diff(b.column()), a.row().abs_diff(b.row()));
    (x + y + x.max(y)) / 2
}

/// For what happens to the strings next to the move.
fn tactics(board: &Board, color: Color, point: Point) -> f32 {
    let mut bonus: f32 = 0.0;
    let mut liberties = 0;
    for n in board.neighbours(point) {
        let size = (board.string_size(n) as f32).min(8.0);
        match (board.color_at(n), board.liberties(n)) {
            (None, _) => liberties += 1,
            (Some(other), 1) if other != color => {
                bonus = bonus.max(0.15 + 0.02 * size);
                liberties += 2;
            }
            (Some(other), 2) if other != color => bonus = bonus.max(0.05),
            (Some(other), 1) if other == color => bonus = bonus.max(0.12 + 0.02 * size),
            (Some(other), more) if other == color => liberties += more - 1,
            _ => {}
        }
    }
    if liberties < 2 { -0.3 } else { bonus }
}

/// For the line a move is on.
fn height(board: &Board, point: Point) -> f32 {
    let last = board.size().lines() - 1;
    let (column, row) = (point.column(), point.row());
    match column.min(row).min(last - column).min(last - row) {
        0 => -0.1,
        1 => -0.04,
        2 | 3 => 0.02,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Komi, diagram};

    #[test]
    fn near_and_forcing_moves_come_first() {
        let board = diagram::parse(
            ". . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . X . . .
             . . . . X O X . .
             . . . . . . . . .
             . . O . . . . . .
             X O . . . . . . .
             . X O . . . . . .",
        )
        .unwrap();
        let mut game = Game::from_position(board, Color::White, Komi::default());
        let at = |name| Point::parse(name).unwrap();
        game.play(Color::White, Move::Play(at("C7"))).unwrap();
        let bonus = |name| bonus(&game, Color::Black, at(name));
        assert!(bonus("F4") > bonus("D7"), "capturing beats being near");
        assert!(bonus("D7") > bonus("G7"), "near beats far");
        assert!(bonus("G7") > bonus("J9"), "the third line beats the corner");
        assert!(bonus("A1") < bonus("J9"), "self-atari comes last");
    }
}
