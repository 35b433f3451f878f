//! The other programs, and their departures from the letter of the protocol.

use core::fmt;

/// Programs that have spoken the protocol for twenty-five years, as far as their ways are known
/// from watching them. None is more than a model: each keeps the traits that matter on a bad line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// GNU Go 3.8. It sends nothing of itself on a silent line. While it waits for an
    /// acknowledgement it counts wake-ups (reads): past 20 it resends on each further one, NEWGAME
    /// excepted, and after nine resends it ends with "GMP Timeout". It aborts when the bytes of two
    /// frames arrive in one read, and at an illegal move. It reads nothing while it thinks. After
    /// the opponent's final pass it sends a third pass and leaves.
    GnuGo,
    /// The sample program that came with the protocol for Windows: it ignores sequence bits, swaps
    /// the two bits of what it got in its OK, and resends after 20 s.
    Windows,
    /// GoGui's old adapter: it resends after 20 to 30 s, for ever, and at once where both sides
    /// have sent at the same time.
    GoGui,
}

impl Model {
    /// All models, in the order of their declaration.
    pub const ALL: [Self; 3] = [Self::GnuGo, Self::Windows, Self::GoGui];

    /// Returns whether it reads nothing while it thinks.
    pub(super) fn is_deaf_while_it_thinks(self) -> bool {
        self == Self::GnuGo
    }

    /// Returns whether it tells a repeat from a new frame by its bits.
    pub(super) fn minds_bits(self) -> bool {
        self != Self::Windows
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::GnuGo => "GNU Go",
            Self::Windows => "Windows sample",
            Self::GoGui => "GoGui",
        })
    }
}

/// The reason why another program left before the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quit {
    /// GNU Go: too many wake-ups without an acknowledgement.
    GmpTimeout,
    /// GNU Go: the bytes of two frames in one read.
    MergedRead,
    /// A move that the rules forbid.
    IllegalMove,
}

impl fmt::Display for Quit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::GmpTimeout => "GMP Timeout",
            Self::MergedRead => "two frames in one read",
            Self::IllegalMove => "an illegal move",
        })
    }
}
