//! Moves inside one's own territory that gain nothing.

use sgmp_board::rules::{Board, Color, Game, Move, PointSet, Removal};
use sgmp_knowledge::tactics::unconditionally_owned;

/// The points that are a color's for good, where the opponent cannot live: a move there changes nothing but for what it
/// costs, unless it takes stones that nobody would take off.
pub struct OwnTerritory {
    owned: PointSet,
    board: Board,
    color: Color,
    removal: Removal,
}

impl OwnTerritory {
    /// The territory of a color in a game's position.
    #[must_use]
    pub fn new(game: &Game, color: Color) -> Self {
        Self {
            owned: unconditionally_owned(game.board(), color),
            board: game.board().clone(),
            color,
            removal: game.removal(),
        }
    }

    /// Returns whether a move is made there for nothing.
    #[must_use]
    pub fn is_needless(&self, mv: Move) -> bool {
        let Move::Play(point) = mv else {
            return false;
        };
        if !self.owned.contains(point) {
            return false;
        }
        let liberties = |stone| self.board.liberty_set(stone);
        let takes = || {
            self.board.neighbors(point).any(|stone| {
                self.board.color_at(stone) == Some(!self.color) && liberties(stone).contains(point)
            })
        };
        self.removal == Removal::Agreed || !takes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::{Komi, Point, diagram};

    const TEXT: &str = "
        . X . X O .
        X X X X O .
        O X . X O .
        . X X X O .
        X X O O O .
        . X O . . .";

    fn needless(removal: Removal) -> Vec<String> {
        let board = diagram::parse(TEXT).unwrap();
        let game = Game::from_position(board, Color::Black, Komi::default());
        let own = OwnTerritory::new(&game.with_removal(removal), Color::Black);
        let points = Point::all(sgmp_board::rules::BoardSize::new(6).unwrap());
        let found = points.filter(|point| own.is_needless(Move::Play(*point)));
        let mut names: Vec<_> = found
            .filter(|point| diagram::parse(TEXT).unwrap().is_empty(*point))
            .map(|point| point.to_string())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn eyes_are_not_filled_and_what_stays_is_taken() {
        assert_eq!(needless(Removal::Agreed), ["A1", "A3", "A6", "C4", "C6"]);
        assert_eq!(needless(Removal::Never), ["A1", "A6", "C4", "C6"]);
    }
}
