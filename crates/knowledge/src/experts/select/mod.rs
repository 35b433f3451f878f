//! The choice of a move: suggestions are tried on the board, weighed, and the best one is chosen.

mod eval_context;
mod move_selector;
mod selection;
mod skill;

pub(super) use selection::MoveReview;

pub use move_selector::MoveSelector;
pub use selection::Assessment;
pub use selection::ConsideredMove;
pub use selection::GroupState;
pub use selection::RejectedMove;
pub use selection::Rejection;
pub use selection::Selection;
pub use skill::Skill;
