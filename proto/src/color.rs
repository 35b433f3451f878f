//! The two sides of a game.

use core::error::Error;
use core::fmt;
use core::ops::Not;
use core::str::FromStr;

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

    /// The other of the two colors: the opponent of this one.
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

/// A text that names no color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownColor;

impl fmt::Display for UnknownColor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("write black or white")
    }
}

impl Error for UnknownColor {}

impl FromStr for Color {
    type Err = UnknownColor;

    /// Reads a name or its first letter, in any case: "black", "B", "White", "w".
    fn from_str(text: &str) -> Result<Self, UnknownColor> {
        let is = |name: &str| text.eq_ignore_ascii_case(name);
        if is("black") || is("b") {
            Ok(Self::Black)
        } else if is("white") || is("w") {
            Ok(Self::White)
        } else {
            Err(UnknownColor)
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_letters_are_read_in_any_case() {
        for text in ["black", "Black", "BLACK", "b", "B"] {
            assert_eq!(text.parse(), Ok(Color::Black));
        }
        for text in ["white", "wHiTe", "w", "W"] {
            assert_eq!(text.parse(), Ok(Color::White));
        }
        for text in ["", " b", "bl", "blacks", "x", "\u{ff42}"] {
            assert_eq!(text.parse::<Color>(), Err(UnknownColor));
        }
    }
}
