//! All patterns together.

use std::sync::LazyLock;

use super::condition_oracle::ConditionOracle;
use super::library_codec::{self, DecodeError};
use super::matcher::{Matcher, PatternMatch};
use super::orientation_index::OrientationIndex;
use super::pattern::Pattern;
use super::pattern_text;
use super::pattern_text_error::TextError;
use crate::rules::{Board, Color};

/// The compiled library that the program carries, made of `data/patterns/` by
/// `sgmp-go patterns compile`.
static EMBEDDED: &[u8] = include_bytes!("../../../data/pattern_library.bin");

/// Most patterns of a library.
pub(super) const MAX_PATTERNS: usize = 4000;

/// Patterns, each with a name of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Library {
    patterns: Vec<Pattern>,
}

/// A library is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no room for more than {MAX_PATTERNS} patterns, and for none of the same name")]
pub(super) struct AddError;

/// What a text brought.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// What is wrong; the patterns meant are left out.
    pub errors: Vec<TextError>,
}

impl Library {
    /// The library that the program carries; unpacked at the first use.
    ///
    /// # Panics
    /// Never with the bytes that the tests have seen.
    #[must_use]
    pub fn embedded() -> &'static Self {
        static LIBRARY: LazyLock<Library> =
            LazyLock::new(|| Library::from_bytes(EMBEDDED).expect("the tests read the same bytes"));
        &LIBRARY
    }

    /// The bytes of the library that the program carries.
    #[must_use]
    pub const fn embedded_bytes() -> &'static [u8] {
        EMBEDDED
    }

    /// What finds the library that the program carries on boards, made at the first use.
    pub(super) fn embedded_index() -> &'static OrientationIndex {
        static INDEX: LazyLock<OrientationIndex> =
            LazyLock::new(|| OrientationIndex::new(Library::embedded()));
        &INDEX
    }

    /// The patterns, in the order of the texts.
    #[must_use]
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// The pattern of a name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Pattern> {
        self.patterns.iter().find(|pattern| pattern.name == name)
    }

    /// Moves in the trees of all patterns.
    #[must_use]
    pub fn moves(&self) -> usize {
        let trees = self.patterns.iter().map(|pattern| &pattern.tree);
        trees.map(|tree| tree.steps().len()).sum()
    }

    /// Adds the patterns of a text; what is wrong with it is in the report, and left out.
    pub fn read_text(&mut self, name: &str, text: &str) -> Report {
        pattern_text::read(self, name, text)
    }

    pub(super) fn add(&mut self, pattern: Pattern) -> Result<(), AddError> {
        if self.patterns.len() >= MAX_PATTERNS || self.find(&pattern.name).is_some() {
            return Err(AddError);
        }
        self.patterns.push(pattern);
        Ok(())
    }

    /// The compiled library.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        library_codec::encode(self)
    }

    /// Reads a compiled library.
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        library_codec::decode(bytes)
    }

    /// The patterns of the library that the program carries that match on a board for a color to
    /// move. [`Matcher`] does the same at less cost where one position follows another.
    #[must_use]
    pub fn matches<A: ConditionOracle>(
        board: &Board,
        color: Color,
        oracle: &A,
    ) -> Vec<PatternMatch<'static>> {
        Matcher::embedded(board).matches(board, color, oracle)
    }
}

#[cfg(test)]
mod tests;
