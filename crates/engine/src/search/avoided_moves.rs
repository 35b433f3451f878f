//! Moves that a search leaves out.

use std::collections::HashMap;

use sgmp_board::rules::{Color, Move};

/// Moves that a search does not look into, each up to a depth of its tree.
///
/// # Examples
///
/// ```
/// use sgmp_board::rules::{Color, Move};
/// use sgmp_engine::search::AvoidedMoves;
///
/// let mut avoided = AvoidedMoves::default();
/// avoided.insert(Color::Black, Move::Pass, 1);
/// assert!(avoided.contains(Color::Black, Move::Pass, 0));
/// assert!(!avoided.contains(Color::Black, Move::Pass, 2));
/// assert!(!avoided.contains(Color::White, Move::Pass, 0));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AvoidedMoves {
    /// The depth from which on each of them is allowed again; the root's moves have depth 0.
    until: HashMap<(Color, Move), u32>,
}

impl AvoidedMoves {
    /// Leaves out a move of a color at depths below `until`; the root's moves have depth 0.
    pub fn insert(&mut self, color: Color, mv: Move, until: u32) {
        self.until.insert((color, mv), until);
    }

    /// Returns whether nothing is left out.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.until.is_empty()
    }

    /// Returns whether a move of a color is left out at a depth.
    #[must_use]
    pub fn contains(&self, color: Color, mv: Move, depth: usize) -> bool {
        let until = self.until.get(&(color, mv));
        until.is_some_and(|until| depth < *until as usize)
    }
}
