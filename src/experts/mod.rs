//! The experts: who suggests moves, why, and what comes of it.
//!
//! Each expert looks at the position and writes down moves with reasons ([`Suggestion`]). What a
//! reason is worth stands in the tables and nowhere else ([`all_reasons`]). The [`Council`] sorts what
//! was suggested by a first guess, tries the best on the board, throws out what does not do what it
//! was meant to do, and chooses. A [`Counsel`] holds the move with all that was considered. An
//! [`Explanation`] says in plain words why a move was made that somebody else may have chosen.
//!
//! Source of the plan and of the list of experts: the description of The Many Faces of Go, "Move
//! Selection" and "Move Suggestion".

mod answers;
mod book;
mod center;
mod contact;
mod corners;
mod council;
mod counsel;
mod desperation;
mod endgame;
mod explanation;
mod finish;
mod habit;
mod invasion;
mod joints;
mod killing;
mod ko;
mod plain;
mod races;
mod reason;
mod review;
mod running;
mod safety;
mod saving;
mod scene;
mod shapes;
mod sides;
mod skill;
mod strings;
mod suggestion;
mod table;
mod trial;
mod values;

pub use council::Council;
pub use counsel::{Considered, Counsel, Flaw, GroupState, Rejected};
pub use explanation::{Effect, Explanation, GroupNews, Hint, Hints, Score};
pub use reason::{Aim, Expert, Guess, Reason, Role, Stone};
pub use review::Merit;
pub use skill::Skill;
pub use suggestion::{Concern, Suggestion};
pub use table::all_reasons;
