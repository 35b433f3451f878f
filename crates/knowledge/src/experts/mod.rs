//! The experts: who suggests moves, why, and what comes of it.
//!
//! Each expert (`suggest/`) looks at the position and writes down moves with reasons
//! ([`Suggestion`]). What a reason is worth stands in `weights/` and nowhere else
//! ([`all_reasons`]). The [`MoveSelector`] (`select/`) sorts the suggestions by a first guess, tries
//! the best on the board, rejects those that do not do what they were meant to do, and chooses. A
//! [`Selection`] holds the move with all that was considered. An [`Explanation`] (`explain/`) says in
//! plain words why a move was made that somebody else may have chosen.
//!
//! Source of the plan and of the list of experts: the description of The Many Faces of Go, "Move
//! Selection" and "Move Suggestion".

mod claim;
mod expert_context;
mod explain;
mod group_ref;
mod group_words;
mod reason;
mod select;
mod suggest;
mod suggestion;
mod suggestions;
mod weights;

pub use explain::GroupChange;
pub use explain::Hint;
pub use explain::Score;
pub use explain::{Effect, Explanation, Hints};
pub use explain::{
    Fate, Fates, Flaw, FollowUp, GoodMove, JudgedMove, JudgedPlay, Judgment, MoveFault,
    MoveFigures, MoveJudge, MoverView, Outlook, Owners, PlayFact, RefutedMove, Room, RoomChange,
    ShiftedStones, Swing, Teacher, TurnedStones,
};
pub use group_ref::GroupRef;
pub use group_words::state as group_state;
pub use reason::Aim;
pub use reason::Guess;
pub use reason::Reason;
pub use reason::Stone;
pub use reason::{Expert, Role};
pub use select::Assessment;
pub use select::ConsideredMove;
pub use select::GroupState;
pub use select::RejectedMove;
pub use select::Selection;
pub use select::{MoveSelector, Rejection, Skill};
pub use suggestion::Suggestion;
pub use weights::all_reasons;
