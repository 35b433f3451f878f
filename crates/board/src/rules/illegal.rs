//! Reasons that forbid a move or a setup.

use thiserror::Error;

use super::{Color, Point};

/// A reason that forbids a stone on a point. The board is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// The point lies outside this board.
    #[error("the point lies outside the board; name a point on it")]
    OffBoard,
    /// A stone of the color named is there already.
    #[error("a {0} stone is there already; choose an empty point")]
    Occupied(Color),
    /// The stone's string would have no liberty and captures nothing.
    #[error("the stone would have no liberty and suicide is forbidden; choose another point")]
    Suicide,
    /// The stone would take back a ko at once.
    #[error("the ko may not be taken back at once; play elsewhere or pass first")]
    Ko,
    /// The position would come back, which the game's rules forbid (superko).
    #[error("the position was there before and may not come back; play elsewhere or pass")]
    Superko,
}

/// A reason why stones cannot stand on a board together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// The point lies outside the board.
    #[error("{0} lies outside the board; remove the stone or take a larger board")]
    OffBoard(Point),
    /// Two stones on one point.
    #[error("two stones stand on {0}; remove one")]
    Occupied(Point),
    /// The string of the stone on this point has no liberty.
    #[error("the string of {0} has no liberty; remove it or give it one")]
    NoLiberty(Point),
}
