//! The end of a game as the embedded net expects it.
//!
//! Both sides of a match count alone and have to agree: the net is always the embedded one, whichever plays.

use std::iter::zip;

use crate::net::inputs::{InputReader, Situation};
use crate::net::{Evaluation, Network, Scratch};
use sgmp_board::rules::{BoardSize, Color, Game, Move, Point};

/// The owners of the points at a game's end, as the embedded net expects them.
pub(super) struct NetForecast {
    /// By point: the share, 0 to 1, that Black is expected to have of it.
    black: [f32; Point::AREA],
}

impl NetForecast {
    /// Asks about a game's position, laid all eight ways, with `turn` to move; `None` on boards that the
    /// net was not trained on.
    ///
    /// Nets saw few positions after a pass, where some strings seem to live that are dead. So the net is
    /// asked twice there, once as if the last passes had not been made.
    pub(super) fn new(game: &Game, turn: Color) -> Option<Self> {
        let passed = situation(game, turn, game.moves());
        let open = situation(game, turn, without_passes(game.moves()));
        let first = evaluate(game, &passed)?;
        let second = if open == passed {
            first.clone()
        } else {
            evaluate(game, &open)?
        };
        let mut black = [0.5; Point::AREA];
        let owners = zip(first.ownership(), second.ownership());
        for (point, (one, other)) in zip(points(game.size()), owners) {
            black[point.index()] += sign(turn) * (one + other) / 4.0;
        }
        Some(Self { black })
    }

    /// The share, 0 to 1, that a color is expected to have of a point.
    pub(super) const fn share(&self, point: Point, color: Color) -> f32 {
        let black = self.black[point.index()];
        match color {
            Color::Black => black,
            Color::White => 1.0 - black,
        }
    }
}

/// The embedded net's judgment of a game's position without its last passes, laid all eight ways, with
/// `turn` to move; `None` on boards that it was not trained on.
///
/// Its score after a pass is not to be trusted: few positions that it saw had one.
pub(super) fn without_last_passes(game: &Game, turn: Color) -> Option<Evaluation> {
    evaluate(game, &situation(game, turn, without_passes(game.moves())))
}

/// 1 for Black, -1 for White.
pub(super) const fn sign(color: Color) -> f32 {
    match color {
        Color::Black => 1.0,
        Color::White => -1.0,
    }
}

/// The situation after these moves of a game, with `turn` to move.
fn situation(game: &Game, turn: Color, moves: &[(Color, Move)]) -> Situation {
    let mut situation = Situation::at_start(game.start(), turn, game.komi(), game.rules());
    for (color, mv) in moves {
        situation.play(*color, *mv);
    }
    situation.set_to_move(turn);
    situation
}

/// The moves up to the last one that is no pass.
fn without_passes(moves: &[(Color, Move)]) -> &[(Color, Move)] {
    let last = moves.iter().rposition(|(_, mv)| *mv != Move::Pass);
    &moves[..last.map_or(0, |last| last + 1)]
}

fn evaluate(game: &Game, situation: &Situation) -> Option<Evaluation> {
    if game.size().lines() < Network::MIN_LINES {
        return None;
    }
    let inputs = InputReader::new().read(game.board(), situation);
    let network = Network::embedded();
    Some(network.evaluate_all_ways(&inputs, &mut Scratch::default()))
}

/// The points in the order of an evaluation: row by row from the upper left corner.
fn points(size: BoardSize) -> impl Iterator<Item = Point> {
    let lines = size.lines();
    let row = move |row| (0..lines).filter_map(move |column| Point::new(column, row));
    (0..lines).rev().flat_map(row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::{Komi, diagram};

    fn ended(text: &str) -> Game {
        let board = diagram::parse(text).unwrap();
        let mut game = Game::from_position(board, Color::Black, Komi::from_half_points(1));
        for _ in 0..2 {
            game.play(game.to_move(), Move::Pass).unwrap();
        }
        game
    }

    #[test]
    fn a_stone_in_the_others_territory_is_the_others() {
        let game = ended(
            ". . X . O . .
             . . X . O . X
             . X X . O O .
             X X X . O O O
             . X X . O O .
             O . X . O . .
             . . X . O . .",
        );
        let forecast = NetForecast::new(&game, Color::Black).unwrap();
        let share = |name, color| forecast.share(Point::parse(name).unwrap(), color);
        assert!(share("A2", Color::Black) > 0.8);
        assert!(share("G6", Color::White) > 0.8 && share("G6", Color::Black) < 0.2);
        assert!(share("E7", Color::White) > 0.9);
    }

    #[test]
    fn a_board_that_no_net_knows_has_no_forecast() {
        let game = ended(". X O .\n. X O .\n. X O .\nO X O .");
        assert!(NetForecast::new(&game, Color::Black).is_none());
        assert!(without_last_passes(&game, Color::Black).is_none());
    }
}
