//! An event: its file, what has happened in it, and what comes next.

mod event_entry;
mod event_fault;
mod event_game;
mod event_plan;
mod event_state;
mod game_course;
mod game_end;
mod hand_pairing;
mod next_round;
mod plan_text;
mod schedule;

pub use event_entry::{EVENT_FORMAT, EventEntry, PresenceEntry, RulingBy};
pub use event_fault::EventFault;
pub use event_game::{EventGame, GameState, NextStep, Presence, RoundState};
pub use event_plan::{
    CrashRule, EventPlan, EventPlayer, Format, MAX_PLAN_BYTES, PlanError, RefereeRule,
    WrongInputRule, time_text,
};
pub use event_state::EventState;
pub use game_course::{EventCourse, EventTurn};
pub use game_end::{EventCount, GameEnd, UsedTimes};
pub use hand_pairing::HandPairingError;
pub use plan_text::EXAMPLE_EVENT;
pub use schedule::{Schedule, schedule};

#[cfg(test)]
mod tests;
