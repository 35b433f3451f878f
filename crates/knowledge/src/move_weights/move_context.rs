//! The position that moves are weighed in.

use sgmp_board::rules::{Board, Color, Game, Move, Point};

/// A board with the side to move and the last two moves; a pass is no point.
#[derive(Clone, Copy)]
pub struct MoveContext<'a> {
    /// The stones before the move.
    pub board: &'a Board,
    /// The side to move.
    pub color: Color,
    /// The opponent's last move.
    pub last: Option<Point>,
    /// The move before that.
    pub before: Option<Point>,
}

impl<'a> MoveContext<'a> {
    /// The position at the end of a game with `color` to move.
    #[must_use]
    pub fn from_game(game: &'a Game, color: Color) -> Self {
        let point = |back: usize| {
            let at = game.move_count().checked_sub(back)?;
            match game.moves().get(at)?.1 {
                Move::Play(point) => Some(point),
                Move::Pass => None,
            }
        };
        Self {
            board: game.board(),
            color,
            last: point(1),
            before: point(2),
        }
    }

    /// The points where a stone may be played, whatever the game's rules say of repetition.
    pub fn legal_points(&self) -> impl Iterator<Item = Point> {
        let points = self.board.empty_points().iter().copied();
        points.filter(|point| self.board.legality(self.color, *point).is_ok())
    }
}
