//! An event: its file, what has happened in it, and what comes next.

mod event_entry;
mod event_fault;
mod event_game;
mod event_plan;
mod event_state;
mod game_course;
mod game_end;
mod hand_pairing;
mod macmahon;
mod next_round;
mod plan_file;
mod plan_text;
mod rank;
mod schedule;

pub use event_entry::{EVENT_FORMAT, EventEntry, PresenceEntry, RulingBy};
pub use event_fault::EventFault;
pub use event_game::{EventGame, GameState, NextStep, Presence, RoundState};
pub use event_plan::{
    ApartRule, CrashRule, EventPlan, EventPlayer, Format, HandicapTerms, MAX_PLAN_BYTES, PlanError,
    RefereeRule, WrongInputRule, time_text,
};
pub use event_state::EventState;
pub use game_course::{EventCourse, EventTurn};
pub use game_end::{EventCount, GameEnd, UsedTimes};
pub use hand_pairing::HandPairingError;
pub use macmahon::{GroupError, MacMahonRule, RankGroup};
pub use plan_text::{EXAMPLE_EVENING, EXAMPLE_EVENT};
pub use rank::{MAX_RATING, MIN_RATING, NoRank, Rank};
pub use schedule::{Schedule, schedule};

#[cfg(test)]
mod tests;
