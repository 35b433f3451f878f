//! Remarks of the reader: what it had to guess, to mend or to leave out.

use crate::rules::{Komi, Point};

/// A thing that whoever asked for a record should know.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SgfRemark {
    /// Neither CA nor the bytes say the character set.
    #[error("the character set is not named: read as {0}, which its letters look like")]
    GuessedCharset(&'static str),
    /// The last ")" is missing.
    #[error("the game has no closing \")\": read to the end of the file")]
    Unclosed,
    /// Bytes and names that are no part of a game.
    #[error("text that is no part of a game is passed over: {first:?}{}", if *.places > 1 { " and more" } else { "" })]
    Stray {
        /// The first of them.
        first: String,
        /// Their number.
        places: usize,
    },
    /// Brackets within a value.
    #[error("{0} has brackets without \"\\\" in its value: read as part of it")]
    Brackets(String),
    /// A komi that is not written in points.
    #[error("KM[{text}] is read as {komi} points")]
    ConvertedKomi {
        /// As it is written.
        text: String,
        /// As it is read.
        komi: Komi,
    },
    /// A komi that is no number.
    #[error("KM[{0}] is not understood: the komi is not known")]
    UnknownKomi(String),
    /// A handicap that is no number.
    #[error("HA[{0}] is not understood: the handicap is not known")]
    UnknownHandicap(String),
    /// A result that is none, or of a margin that is none.
    #[error("RE[{text}] is not understood: read as {read}")]
    UnknownResult {
        /// As it is written.
        text: String,
        /// As it is read.
        read: String,
    },
    /// A date that is none.
    #[error("DT[{0}] is no date: write YYYY-MM-DD")]
    UnknownDate(String),
    /// A time to think that is none.
    #[error("TM[{0}] is not understood: the time is not known")]
    UnknownTime(String),
    /// Handicap stones that the file does not show.
    #[error(
        "HA[{stones}] without AB: Black's stones are placed at {}",
        .points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    )]
    PlacedHandicap {
        /// Their number.
        stones: u8,
        /// Their points.
        points: Vec<Point>,
    },
    /// Handicap stones that nobody knows the points of.
    #[error(
        "HA[{0}] without AB, and the stones are not those of a fixed handicap: none are placed"
    )]
    MissingHandicap(u8),
    /// A handicap in whose game Black moves first, but not as often as there are stones.
    #[error("HA[{0}] without AB, and Black moves first: no stones are placed")]
    BlackFirst(u8),
    /// Stones set up after a move.
    #[error("stones are set up after move {0}: a new position, with the moves numbered on")]
    NewPosition(usize),
    /// The file holds other games besides.
    #[error("{games} games in the file: this is game {number}; --game N chooses another")]
    OtherGames {
        /// Games of the file.
        games: usize,
        /// The game's number, from 1.
        number: usize,
    },
}

/// The start of a value, short enough for a remark.
pub(super) fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}
