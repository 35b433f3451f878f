//! Moves that do not fit a game: the server's, and our player's.

use sgmp_board::rules::{Color, IllegalMove, Move};

/// A word of the server that does not fit the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    /// A move of the side that is not to move.
    #[error("a move of {0}, who is not to move")]
    OutOfTurn(Color),
    /// A move with this number, although an earlier one is not known.
    #[error("move {0}, although one before it is missing")]
    Gap(usize),
    /// A move that no rules allow.
    #[error("{mv} of {color}: {why}")]
    Illegal {
        /// The move.
        mv: Move,
        /// Its side.
        color: Color,
        /// The fault.
        why: IllegalMove,
    },
}

/// A move of our player that the rules of the game forbid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{mv} is against the rules: {why}")]
pub struct Forbidden {
    pub(super) mv: Move,
    pub(super) why: IllegalMove,
}
