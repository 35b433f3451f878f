//! Tuning the engine's parameters by games of the engine against itself.
//!
//! A [`TuningPlan`] says which [`Knob`]s move within which bounds; [`Tuning`] moves them by the
//! outcome of pairs of games ([`Spsa`]); a [`Duel`] tells two settings apart. Games are played by
//! whoever is handed in, so that tests need none; those of the engine are [`Conditions::play`].

mod conditions;
mod duel;
mod knobs;
mod plot;
mod scheduler;
mod sprt;
mod spsa;
mod tuning_journal;
mod tuning_plan;
mod tuning_run;

pub use conditions::{Budget, Conditions, GameScore};
pub use duel::{Duel, DuelStep};
pub use knobs::{KNOBS, Knob, KnobError, Numbers, Setting, parse_settings};
pub use plot::{PlotError, plot};
pub use sprt::{PairResults, Sprt, Verdict};
pub use spsa::{Axis, Probe, Scale, Spsa};
pub use tuning_journal::{
    Header, Journal, JournalContents, JournalError, JournalFlaw, MAX_JOURNAL_BYTES, read_journal,
};
pub use tuning_plan::{PlanError, TuningPlan};
pub use tuning_run::{Candidates, Step, Tuning};

#[cfg(test)]
mod tests;
