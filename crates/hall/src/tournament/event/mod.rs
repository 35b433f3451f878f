//! An event: its file, what has happened in it, and what comes next.

mod event_choices;
mod event_entry;
mod event_fault;
mod event_game;
mod event_plan;
mod event_player;
mod event_presence;
mod event_state;
mod game_course;
mod game_end;
mod hand_pairing;
mod macmahon;
mod next_round;
mod plan_change;
mod plan_checks;
mod plan_error;
mod plan_file;
mod plan_text;
mod rank;
mod schedule;

pub use event_choices::{CrashRule, Format, RefereeRule, WrongInputRule};
pub use event_entry::{EVENT_FORMAT, EventEntry, PresenceEntry, RulingBy};
pub use event_fault::EventFault;
pub use event_game::{EventGame, GameState, NextStep, Presence, RoundState};
pub use event_plan::{ApartRule, EventPlan, HandicapTerms, MAX_PLAN_BYTES, time_text};
pub use event_player::{EventPlayer, PlayerFacts};
pub use event_state::EventState;
pub use game_course::{EventCourse, EventTurn};
pub use game_end::{EventCount, GameEnd, UsedTimes};
pub use hand_pairing::HandPairingError;
pub use macmahon::{GroupError, MacMahonRule, RankGroup};
pub use plan_error::PlanError;
pub use plan_text::{example_evening, example_event};
pub use rank::{MAX_RATING, MIN_RATING, NoRank, Rank};
pub use schedule::{Schedule, schedule};

#[cfg(test)]
pub(super) mod played_event;
#[cfg(test)]
mod tests;
