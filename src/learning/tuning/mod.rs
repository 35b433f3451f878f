//! Tuning the engine's parameters by games of the engine against itself.
//!
//! A [`TuningPlan`] says which [`Knob`]s move within which bounds; [`Tuning`] moves them by the
//! outcome of pairs of games ([`Spsa`]); a [`Duel`] tells two settings apart. Games are played by
//! whoever is handed in, so that tests need none; those of the engine are [`Conditions::play`].

mod conditions;
mod deal;
mod duel;
mod journal;
mod knobs;
mod plan;
mod plot;
mod run;
mod spsa;
mod standing;

pub use conditions::{Budget, Conditions, GameScore};
pub use duel::{Duel, DuelStep};
pub use journal::{Flaw, Header, Journal, JournalError, Kept, LONGEST_JOURNAL, kept};
pub use knobs::{KNOBS, Knob, KnobError, Numbers, Setting, parse_settings};
pub use plan::{PlanError, TuningPlan};
pub use plot::{PlotError, plot};
pub use run::{Contest, Step, Tuning};
pub use spsa::{Axis, Probe, Scale, Spsa};
pub use standing::{Sprt, Standing, Verdict};

#[cfg(test)]
mod tests;
