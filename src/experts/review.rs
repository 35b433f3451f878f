//! One move, looked at beside those that would be chosen from.

use super::counsel::{Considered, Counsel, Rejected};
use crate::analysis::Analysis;

/// What the experts think of a move.
#[derive(Clone, Debug, PartialEq)]
pub enum Merit {
    /// They suggest it, and reasons for it come true on the board.
    Held(Considered),
    /// They suggest it, and it does not stand the trial.
    Fell(Rejected),
    /// Nobody suggests it.
    Unsuggested,
}

/// A move with what there was before, what there is after it, and what else could be played.
pub(super) struct Review {
    pub(super) merit: Merit,
    /// Points that it gains against a pass.
    pub(super) gain: f32,
    /// Points by which the mover is ahead afterwards.
    pub(super) lead: f32,
    /// What would be chosen among all other moves.
    pub(super) counsel: Counsel,
    /// Before the move, the mover to move.
    pub(super) before: Analysis,
    /// After it, the other side to move.
    pub(super) after: Analysis,
}
