//! The parts of a server's line, read one after another, and the faults in them.

use std::time::Duration;

use sgmp_board::rules::{Color, Move, Point};

/// A line that the protocol does not know.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// Nothing stands on it.
    #[error("an empty line")]
    Empty,
    /// Its first word is none of the protocol.
    #[error("no word of the protocol: {0:?}")]
    UnknownWord(String),
    /// It ends too soon.
    #[error("`{word}` without {what}")]
    Missing {
        /// The first word of the line.
        word: &'static str,
        /// The part that is not there.
        what: &'static str,
    },
    /// A part cannot be what has to stand there.
    #[error("`{word}` with {value:?} as {what}")]
    Wrong {
        /// The first word of the line.
        word: &'static str,
        /// The part that is wrong.
        what: &'static str,
        /// Its first characters.
        value: String,
    },
}

/// Longest excerpt of a foreign line in an error, in characters.
const MAX_EXCERPT: usize = 40;

/// The first signs of a foreign text that can be shown.
pub(super) fn excerpt(text: &str) -> String {
    visible(text, MAX_EXCERPT)
}

/// No more than so many signs of a foreign text, and none of control.
pub(super) fn visible(text: &str, most: usize) -> String {
    let visible = text.chars().filter(|c| !c.is_control());
    visible.take(most).collect()
}

/// The parts of a line behind its first word.
pub(super) struct Parts<'a> {
    word: &'static str,
    parts: std::str::SplitWhitespace<'a>,
}

impl<'a> Parts<'a> {
    pub(super) fn new(word: &'static str, rest: &'a str) -> Self {
        let parts = rest.split_whitespace();
        Self { word, parts }
    }

    pub(super) fn is_more(&self) -> bool {
        self.parts.clone().next().is_some()
    }

    pub(super) fn rest(self) -> String {
        self.parts.collect::<Vec<_>>().join(" ")
    }

    pub(super) fn next(&mut self, what: &'static str) -> Result<&'a str, LineError> {
        let word = self.word;
        let missing = LineError::Missing { word, what };
        self.parts.next().ok_or(missing)
    }

    pub(super) fn parsed<T>(
        &mut self,
        what: &'static str,
        read: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<T, LineError> {
        let text = self.next(what)?;
        read(text).ok_or_else(|| LineError::Wrong {
            word: self.word,
            what,
            value: excerpt(text),
        })
    }

    pub(super) fn color(&mut self) -> Result<Color, LineError> {
        self.parsed("the color", |text| text.parse().ok())
    }

    pub(super) fn mv(&mut self, what: &'static str) -> Result<Move, LineError> {
        self.parsed(what, read_move)
    }

    pub(super) fn millis(&mut self, what: &'static str) -> Result<Duration, LineError> {
        self.parsed(what, |text| {
            let millis: i64 = text.parse().ok()?;
            Some(Duration::from_millis(millis.max(0).unsigned_abs()))
        })
    }
}

/// Reads a move as both sides write it: a pass is whatever begins with `pa`, in any case.
pub(super) fn read_move(text: &str) -> Option<Move> {
    let begins = text.get(..2)?;
    if begins.eq_ignore_ascii_case("pa") {
        return Some(Move::Pass);
    }
    Point::parse(text).map(Move::Play)
}
