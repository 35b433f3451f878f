//! The winner of a game that was played out.

use super::ownership::PointOwners;
use sgmp_board::rules::{Color, Game, Rules};

/// The terms of a count besides the final board.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct PlayoutScoring {
    /// True if points are territory, as in Japanese rules; else area.
    by_territory: bool,
    /// Half points that White receives.
    komi: i32,
}

impl PlayoutScoring {
    pub(in crate::search) fn for_game(game: &Game) -> Self {
        Self {
            by_territory: game.rules() == Rules::Japanese,
            komi: game.komi().half_points().into(),
        }
    }

    /// Cost of a stone of `color` for Black's lead in territory, against one in area.
    pub(in crate::search) const fn cost(self, color: Color) -> i32 {
        match color {
            _ if !self.by_territory => 0,
            Color::Black => 1,
            Color::White => -1,
        }
    }

    /// Black stones set up and played less White's, where each costs a point of territory: those that
    /// stand and those that were captured.
    pub(in crate::search) fn stones_ahead(self, game: &Game) -> i32 {
        let (board, captured) = (game.board(), game.prisoners());
        let stones = |color: Color| {
            let standing = i32::try_from(board.stones(color).count()).unwrap_or(i32::MAX);
            standing + i32::from(captured[!color])
        };
        Color::BOTH
            .map(|color| self.cost(color) * stones(color))
            .iter()
            .sum()
    }

    /// Black's margin in half points, komi counted in. The board was played out from where
    /// Black was `stones_ahead` and it was the turn of `turn`.
    ///
    /// Counted by territory, each stone that one side has played more costs it a point; who gets the
    /// last neutral point is left open: half a point for whose turn it is.
    pub(in crate::search) fn margin(
        self,
        end: &PointOwners,
        stones_ahead: i32,
        turn: Color,
    ) -> i32 {
        2 * (end.lead() - stones_ahead) - self.komi - self.cost(turn)
    }
}
