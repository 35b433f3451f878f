//! A player of a list, and what may be wrong with one.

use super::super::audit::RowsError;
use super::super::event::{PlayerFacts, Rank};

/// Longest list, in bytes: that of the EGF has about 5 million.
pub(super) const MAX_LIST_BYTES: usize = 32 << 20;

/// A player as a list tells it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListedPlayer {
    /// The name, the family's first where the list tells both.
    pub name: String,
    /// The rank.
    pub rank: Option<Rank>,
    /// Facts by which lists know the player.
    pub facts: PlayerFacts,
    /// The score that the player begins with, where the list says so.
    pub start: Option<u32>,
}

/// The reason why a list cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ListError {
    /// More text than any list has.
    #[error("a list has at most {MAX_LIST_BYTES} bytes")]
    TooLong,
    /// No form that is known.
    #[error(
        "this is no list of players: a CSV with a column `name`, lines of the EGF's rating list, OpenGotha's XML, .h9 and .tou \
         are read"
    )]
    Unknown,
    /// A table that is none.
    #[error(transparent)]
    Rows(#[from] RowsError),
    /// A value that does not do.
    #[error("line {line}: {value:?} is no {what}")]
    Value {
        /// The line, from 1.
        line: usize,
        /// The value as written.
        value: String,
        /// The kind of value that belongs there.
        what: &'static str,
    },
    /// XML that is none.
    #[error("this XML cannot be read: {0}")]
    Xml(#[from] roxmltree::Error),
    /// A list without players.
    #[error("there is no player in it")]
    Empty,
}

/// A name in one line, with single blanks: lists fill them up, and join words by `_`.
pub(super) fn plain_name(parts: &[&str]) -> String {
    let joined = parts.join(" ").replace('_', " ");
    joined.split_whitespace().collect::<Vec<_>>().join(" ")
}
