//! Errors in the text of a record, with their place.

use super::other_formats::OtherFormat;
use crate::rules::{BoardSize, Color};

/// Largest file that is read, in bytes: a thousand times a long game with remarks.
pub const MAX_INPUT: usize = 16 << 20;

/// Most moves of a game that is read: the longest games on paper have some hundreds.
pub const MAX_MOVES: usize = 10_000;

/// Most values of one node: more than all marks a board can carry.
pub(super) const MAX_VALUES: usize = 10_000;

/// A file that is not a record we can read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} (byte {offset}): {fault}")]
pub struct SgfError {
    /// The line of the fault, from 1.
    pub line: usize,
    /// Bytes before the fault, from the start of the file.
    pub offset: usize,
    /// The fault found there.
    pub fault: SgfFault,
}

/// A fault of a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SgfFault {
    /// More than [`MAX_INPUT`] bytes.
    #[error("the file is larger than {MAX_INPUT} bytes: is it a game record? split collections")]
    TooLarge,
    /// No "(;" anywhere.
    #[error("no game starts here: an SGF file has \"(;\" before the first property")]
    NoGame,
    /// A game in another form.
    #[error(
        "this is {0}, not SGF: open it in a program that reads such files, as Sabaki does, and save it as SGF"
    )]
    OtherFormat(OtherFormat),
    /// The file ends inside the game.
    #[error("the game has no closing \")\": the file was cut off; add it if all moves are there")]
    Unclosed,
    /// The file ends inside a value.
    #[error(
        "the value of {property} has no closing \"]\": the file was cut off, or a \"]\" is lost"
    )]
    UnclosedValue {
        /// The property that the value belongs to, such as "C".
        property: String,
    },
    /// A property without "[".
    #[error("{property} has no value: write {property}[...]")]
    MissingValue {
        /// The property that has no value.
        property: String,
    },
    /// Text between properties that is neither one nor a node.
    #[error("{found:?} is neither a property nor a node: remove it, or escape a \"]\" before it")]
    Stray {
        /// The text found there.
        found: char,
    },
    /// More values than a node can sensibly have.
    #[error("a node with more than {MAX_VALUES} values is not a position of Go")]
    TooManyValues,
    /// More nodes than any commented game has.
    #[error("more than 200000 nodes: this is not one game")]
    TooManyNodes,
    /// More than [`MAX_MOVES`] moves.
    #[error("more than {MAX_MOVES} moves: this is not one game")]
    TooManyMoves,
    /// A record of some other game.
    #[error("GM[{game}] is another game: Go is GM[1]")]
    OtherGame {
        /// Its number in SGF.
        game: u32,
    },
    /// A board that is not square or not of 2 to 19 lines.
    #[error(
        "SZ[{}] is no board we know: square ones of 2 to 19 lines are",
        size.escape_debug()
    )]
    UnknownSize {
        /// The value of SZ, as written.
        size: String,
    },
    /// A move that is not a point.
    #[error("{color} played {text:?}: a move is two letters such as [dd], or [] for a pass")]
    MalformedMove {
        /// The color of the player, by the property B or W.
        color: Color,
        /// The value of the property, as written.
        text: String,
    },
    /// A point that is not a point.
    #[error("{property} has {text:?}: a point is two letters such as [dd]")]
    MalformedPoint {
        /// The property with the value, such as "AB".
        property: String,
        /// The value of the property, as written.
        text: String,
    },
    /// A point beyond the board.
    #[error("{text:?} is not on a board of {size}: check SZ")]
    OffBoard {
        /// The value with the point, as written.
        text: String,
        /// The board that the point is not on.
        size: BoardSize,
    },
    /// A number of a game that the file does not hold.
    #[error("the file has no game {number}, it holds {games}: give --game 1 to {games}")]
    NoSuchGame {
        /// The number that was asked for, from 1.
        number: usize,
        /// Games of the file.
        games: usize,
    },
}

/// A fault and the bytes before it; the line is counted once, at the end.
#[derive(Debug)]
pub(in crate::record) struct Located {
    /// Bytes before the fault.
    pub(super) offset: usize,
    pub(super) fault: SgfFault,
}

impl Located {
    /// The same, but with the form's name where no SGF is found in a file of another form.
    pub(super) fn recognized(self, bytes: &[u8]) -> Self {
        match (&self.fault, OtherFormat::recognized(bytes)) {
            (SgfFault::NoGame, Some(format)) => SgfFault::OtherFormat(format).at(0),
            _ => self,
        }
    }

    /// The fault in words for users.
    pub(in crate::record) fn in_file(self, bytes: &[u8]) -> SgfError {
        let before = &bytes[..self.offset.min(bytes.len())];
        SgfError {
            line: 1 + before.iter().filter(|b| **b == b'\n').count(),
            offset: self.offset,
            fault: self.fault,
        }
    }
}

impl SgfFault {
    /// The fault at a place.
    pub(super) const fn at(self, offset: usize) -> Located {
        Located {
            offset,
            fault: self,
        }
    }
}
