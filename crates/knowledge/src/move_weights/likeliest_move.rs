//! A player by learned move weights alone.

use super::{MoveContext, MovePriors};
use sgmp_board::rules::{Color, Game, Move, Point};

/// The likeliest move by the learned weights: a pass where that is likelier than each
/// point, or where only own eyes and repetitions of the game are left.
#[must_use]
pub fn likeliest_move(game: &Game, color: Color) -> Move {
    let position = MoveContext::from_game(game, color);
    let is_open = |point: &Point| {
        !game.board().is_small_eye(color, *point) && !game.repeats(color, Move::Play(*point))
    };
    let points: Vec<Point> = position.legal_points().filter(is_open).collect();
    let chances = MovePriors::embedded().probabilities(position, &points);
    let pass = 1.0 - chances.iter().sum::<f32>();
    let best = points.into_iter().zip(chances);
    match best.max_by(|a, b| a.1.total_cmp(&b.1)) {
        Some((point, chance)) if chance > pass => Move::Play(point),
        _ => Move::Pass,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::{BoardSize, Komi, diagram};

    #[test]
    fn a_game_begins_in_a_corner() {
        let game = Game::new(BoardSize::NINETEEN, Komi::default());
        let Move::Play(point) = likeliest_move(&game, Color::Black) else {
            panic!("a pass at the start");
        };
        let from_edge = |line: u8| line.min(18 - line);
        assert!(
            (2..=4).contains(&from_edge(point.column()))
                && (2..=4).contains(&from_edge(point.row()))
        );
    }

    #[test]
    fn where_only_eyes_are_left_it_passes() {
        let text = "
            . X . X O . O
            X X X X O O O
            . X X X O O .
            X X X X O O O
            . X X X O O .
            X X X X O O O
            . X . X O . O";
        let board = diagram::parse(text).unwrap();
        let game = Game::from_position(board, Color::Black, Komi::default());
        assert_eq!(likeliest_move(&game, Color::Black), Move::Pass);
    }
}
