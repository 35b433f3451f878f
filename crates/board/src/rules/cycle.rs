//! Cycles: positions that come back until a game has no result.

use std::fmt;

/// A cycle that ends a game without result under Japanese rules (Nihon Ki-in 1989, article 12:
/// triple ko, eternal life, ...).
///
/// The article asks whether the players agree; here they do where, after a stone, the same stones
/// stand for the third time with the same side to move, and neither side has won prisoners on the
/// other in between. A cycle in which one side passes costs the other a prisoner each time round
/// (sending two, returning one): it is nobody's agreement, and play goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// Moves since the position was there before, passes included.
    pub moves: usize,
}

impl fmt::Display for Cycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = self.moves;
        write!(
            f,
            "the same position for the third time, {moves} moves after the second"
        )
    }
}
