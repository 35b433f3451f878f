//! The choice of a move: suggestions are tried on the board, weighed, and the best one is chosen.

mod eval_context;
mod move_selector;
mod selection;
mod skill;

pub(super) use selection::MoveReview;

pub use move_selector::MoveSelector;
pub use selection::{Assessment, ConsideredMove, GroupState, RejectedMove, Rejection, Selection};
pub use skill::Skill;
