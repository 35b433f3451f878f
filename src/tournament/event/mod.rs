//! An event: its file, what has happened in it, and what comes next.

mod entry;
mod event_plan;
mod event_state;
mod game_end;
mod plan_text;
mod schedule;

pub use entry::{EVENT_FORMAT, EventEntry, PresenceEntry, RulingBy};
pub use event_plan::{
    CrashRule, EventPlan, EventPlayer, Format, MAX_PLAN_BYTES, PlanError, time_text,
};
pub use event_state::{
    EventFault, EventGame, EventState, GameState, NextStep, Presence, RoundState,
};
pub use game_end::{EndKind, EventCount, GameEnd, UsedTimes};
pub use plan_text::EXAMPLE_EVENT;
pub use schedule::{Schedule, schedule};

#[cfg(test)]
mod tests;
