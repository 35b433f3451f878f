//! How long to think. The line's delays are parameters.

use std::time::Duration;

/// Time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// What to aim at.
    pub target: Duration,
}

/// A share of what is left, for a game of sudden death with `moves` on record.
#[must_use]
pub fn budget(left: Duration, moves: usize) -> Budget {
    let ours_to_come = (360_usize.saturating_sub(moves) / 2).max(30);
    Budget {
        target: left / u32::try_from(ours_to_come).unwrap_or(u32::MAX),
    }
}
