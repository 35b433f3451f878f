//! The library: all patterns together.

use super::pattern::Pattern;

/// Maximum number of patterns in a library.
pub(super) const MAX_PATTERNS: usize = 4000;

/// Patterns, each with a name of its own, in the order of their texts.
///
/// # Examples
///
/// The library that the program carries finds moves on a board:
///
/// ```
/// use sgmp_knowledge::patterns::{Library, LibertyOracle};
/// use sgmp_board::rules::{Board, BoardSize, Color, Point};
///
/// let point = |name: &str| Point::parse(name).expect("a point");
/// // Black stands on D4 and D6, and White pushes in between from the left.
/// let stones = [(Color::Black, "D4"), (Color::Black, "D6"), (Color::White, "C5")];
/// let stones = stones.map(|(color, name)| (color, point(name)));
/// let board = Board::from_stones(BoardSize::NINETEEN, stones)?;
/// for found in Library::matches(&board, Color::Black, &LibertyOracle(&board)) {
///     assert!(board.is_empty(found.point));
///     println!("{}: {}", found.point, found.pattern.sentence);
/// }
/// # Ok::<(), sgmp_board::rules::SetupError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Library {
    patterns: Vec<Pattern>,
}

/// The library is full, or has a pattern of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no room for more than {MAX_PATTERNS} patterns, and for none of the same name")]
pub(super) struct AddError;

impl Library {
    /// The patterns, in the order of the texts.
    #[must_use]
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// The pattern of this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Pattern> {
        self.patterns.iter().find(|pattern| pattern.name == name)
    }

    /// Number of moves in the trees of all patterns.
    #[must_use]
    pub fn moves(&self) -> usize {
        let trees = self.patterns.iter().map(|pattern| &pattern.tree);
        trees.map(|tree| tree.steps().len()).sum()
    }

    pub(super) fn add(&mut self, pattern: Pattern) -> Result<(), AddError> {
        if self.patterns.len() >= MAX_PATTERNS || self.find(&pattern.name).is_some() {
            return Err(AddError);
        }
        self.patterns.push(pattern);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
