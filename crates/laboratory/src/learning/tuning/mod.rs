//! Tuning the engine's parameters by games of the engine against itself.
//!
//! A [`TuningPlan`] says which [`Knob`](sgmp_engine::engine::Knob)s move within which bounds; [`Tuning`] moves them by the
//! outcome of pairs of games ([`Spsa`]). Games are played by whoever is handed in, so that tests need none; those
//! of the engine are [`Conditions::play`]. Several workers share them by files ([`SharedGame`]).

mod conditions;
mod plot;
mod shared_games;
mod spsa;
mod tuning_journal;
mod tuning_plan;
mod tuning_run;

pub use conditions::Budget;
pub use conditions::Conditions;
pub use conditions::GameScore;
pub use plot::PlotError;
pub use plot::plot;
pub use shared_games::{SharedGame, SharedGames};
pub use spsa::Probe;
pub use spsa::{Axis, Scale, Spsa};
pub use tuning_journal::JournalContents;
pub use tuning_journal::JournalFlaw;
pub use tuning_journal::{Header, journal_in};
pub use tuning_journal::{Journal, JournalError, read_journal};
pub use tuning_plan::PlanError;
pub use tuning_plan::TuningPlan;
pub use tuning_run::{Tuning, TuningStep};

#[cfg(test)]
mod tests;
