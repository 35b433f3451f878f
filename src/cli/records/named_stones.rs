//! Dead and living stones as people name them.

use clap::Args;

use crate::cli::values::argument_error::ArgumentError;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::rules::{Board, BoardSize, Game, Point, PointSet, Status};
use sgmp_engine::engine::{Engine, Settings};
use sgmp_engine::search::named_status;

/// Strings that are dead or alive whatever the engine thinks; it judges the others.
#[derive(Clone, Debug, Default, Args)]
pub struct NamedStones {
    /// The strings at these points are dead, whatever the engine thinks: C3,Q16
    #[arg(long, value_name = "POINTS", value_delimiter = ',', value_parser = parse_point)]
    pub dead: Vec<Point>,

    /// The strings at these points are alive
    #[arg(long, value_name = "POINTS", value_delimiter = ',', value_parser = parse_point)]
    pub alive: Vec<Point>,
}

/// A point that names no string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum NamedStonesError {
    #[error("{0}: it is not on a board of {1}")]
    OffBoard(Point, BoardSize),
    #[error("{0}: there is no stone; name a stone of the string")]
    Empty(Point),
    #[error("{0}: its string is named dead and alive")]
    Both(Point),
}

/// Reads a point's name.
fn parse_point(text: &str) -> Result<Point, ArgumentError> {
    Point::parse(text.trim()).ok_or_else(|| ArgumentError::Point(text.to_owned()))
}

impl NamedStones {
    /// True if no string is named.
    pub(super) const fn is_empty(&self) -> bool {
        self.dead.is_empty() && self.alive.is_empty()
    }

    /// The status of a game's position: as the engine judges it, but for the strings that are named.
    ///
    /// # Errors
    /// Points without a stone, or named both dead and alive.
    pub(super) fn status(&self, game: &Game) -> Result<Status, Failure> {
        let board = game.board();
        self.check(board)
            .map_err(|error| Failure::new(Blame::Usage, error))?;
        let judged = Engine::new(Settings::default()).status(game);
        let dead = (*judged.dead() - strings(board, &self.alive)) | strings(board, &self.dead);
        Ok(named_status(board, Some(&judged), &dead))
    }

    fn check(&self, board: &Board) -> Result<(), NamedStonesError> {
        for point in self.dead.iter().chain(&self.alive) {
            if !point.is_on(board.size()) {
                return Err(NamedStonesError::OffBoard(*point, board.size()));
            }
            if board.is_empty(*point) {
                return Err(NamedStonesError::Empty(*point));
            }
        }
        let dead = strings(board, &self.dead);
        match self.alive.iter().find(|point| dead.contains(**point)) {
            Some(point) => Err(NamedStonesError::Both(*point)),
            None => Ok(()),
        }
    }
}

/// The whole strings at some points.
fn strings(board: &Board, points: &[Point]) -> PointSet {
    let stones = points.iter().flat_map(|point| board.string(*point));
    stones.collect()
}

/// The names of points, in their order.
pub(super) fn names(points: &PointSet) -> Vec<String> {
    points.iter().map(|point| point.to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::{Color, Komi, diagram};

    fn stones(dead: &str, alive: &str) -> NamedStones {
        let points = |text: &str| {
            let names = text.split_terminator(',');
            names.map(|name| parse_point(name).unwrap()).collect()
        };
        NamedStones {
            dead: points(dead),
            alive: points(alive),
        }
    }

    fn game() -> Game {
        let board = diagram::parse(
            ". . X . O . .
             . . X . O . X
             . X X . O O .
             X X X . O O O
             . X X . O O .
             O . X . O . .
             . . X . O . .",
        )
        .unwrap();
        Game::from_position(board, Color::Black, Komi::from_half_points(1))
    }

    #[test]
    fn named_strings_are_as_named_and_the_others_as_judged() {
        let game = game();
        for (dead, alive, told) in [
            ("", "", "A2 G6"),
            ("", "G6", "A2"),
            ("A2", "G6", "A2"),
            ("A2, g6", "", "A2 G6"),
            ("C4", "A2,G6", "C1 C2 B3 C3 A4 B4 C4 B5 C5 C6 C7"),
        ] {
            let status = stones(dead, alive).status(&game).unwrap();
            let mut expected: Vec<_> = told.split(' ').map(str::to_owned).collect();
            let mut found = names(status.dead());
            expected.sort();
            found.sort();
            assert_eq!(found, expected, "{dead} {alive}");
        }
    }

    #[test]
    fn points_that_name_nothing_are_refused_by_name() {
        let game = game();
        for (dead, alive, told) in [
            ("A1", "", "A1: there is no stone"),
            ("C3", "H1", "H1: it is not on a board of 7x7"),
            ("C3", "C1,G6", "C1: its string is named dead and alive"),
        ] {
            let error = stones(dead, alive).status(&game).unwrap_err();
            assert!(error.to_string().contains(told), "{error}");
        }
        assert!(parse_point("I5").is_err() && parse_point("").is_err());
    }
}
