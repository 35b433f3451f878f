//! The width of the board.

use core::fmt;

/// Lines on one side of a square board: 2 to 19.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BoardSize(u8);

impl BoardSize {
    /// The tournament's board: 19 lines.
    pub const NINETEEN: Self = Self(19);
    /// The smallest board a game is played on.
    pub const MIN: u8 = 2;
    /// The largest board whose points fit a MOVE (361 of 511 values).
    pub const MAX: u8 = 19;

    /// A board of `lines` lines, or `None` outside 2..=19.
    #[must_use]
    pub const fn new(lines: u8) -> Option<Self> {
        if lines >= Self::MIN && lines <= Self::MAX {
            Some(Self(lines))
        } else {
            None
        }
    }

    /// Lines on one side.
    #[must_use]
    pub const fn lines(self) -> u8 {
        self.0
    }

    /// Points on the board: `lines * lines`.
    #[must_use]
    pub const fn points(self) -> u16 {
        self.0 as u16 * self.0 as u16
    }
}

impl Default for BoardSize {
    /// 19 lines, the tournament's board.
    fn default() -> Self {
        Self::NINETEEN
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0}", self.0)
    }
}
