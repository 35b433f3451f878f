//! The two sides of a game.

use core::fmt;
use core::ops::Not;

/// A player's color. On the wire: bit 9 of a MOVE's value (0 Black, 1 White).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// Moves first; opens the game with NEWGAME.
    Black,
    /// Receives komi; waits for NEWGAME.
    White,
}

impl Color {
    /// Both colors, Black first.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The opponent's color.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl Not for Color {
    type Output = Self;

    fn not(self) -> Self {
        self.other()
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Black => "Black",
            Self::White => "White",
        })
    }
}
