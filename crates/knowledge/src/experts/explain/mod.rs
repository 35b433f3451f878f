//! Explanations: the experts' view of a move that was made, in sentences for somebody of 15 kyu, and
//! hints for the next one.
//!
//! An [`Explanation`] says why the move was made (the reasons that came true on the board, or that
//! nobody knows one), what it did there, how the score stands, what else was considered, and how the
//! groups are that matter. [`Hints`] are up to three moves with their reasons. Both depend on the
//! position and the skill alone.
//!
//! A [`Teacher`] may have a judge who plays better than the experts ([`MoveJudge`]): then the judge says
//! which moves are good and what they are worth, and the experts' reasons are told of those alone.

mod agreement;
mod claims;
mod clusters;
mod effects;
mod explanation;
mod explanation_text;
mod fact_choice;
mod fork_facts;
mod group_changes;
mod hints;
mod judged_play;
#[cfg(test)]
mod judged_tests;
mod judged_text;
mod judgment;
mod move_faults;
mod move_figures;
mod named_move;
mod owners;
mod placing;
mod play_facts;
mod reach;
mod rooms;
mod scene;
mod shapes;
mod stone_swings;
mod string_facts;
mod swings;
mod teacher;
#[cfg(test)]
mod tests;
mod threats;
mod told_reasons;

pub use effects::Effect;
pub use explanation::Explanation;
pub use explanation::Score;
pub use group_changes::{Fates, GroupChange};
pub use hints::Hint;
pub use hints::Hints;
pub use judged_play::{Flaw, GoodMove, JudgedPlay, RefutedMove};
pub use judgment::{FollowUp, JudgedMove, Judgment, MoveJudge, Outlook};
pub use move_faults::MoveFault;
pub use move_figures::{MoveFigures, MoverView};
pub use owners::{Fate, Owners};
pub use play_facts::PlayFact;
pub use rooms::{Room, RoomChange};
pub use stone_swings::{ShiftedStones, TurnedStones};
pub use swings::Swing;
pub use teacher::Teacher;
