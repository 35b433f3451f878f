//! Igo: games of a learner against the computer on a ladder of four named levels, each with fewer and fewer
//! stones ahead, and an honest rank from their results.
//!
//! [`IgoSeries`] goes from game to game; [`IgoLog`] is the text of all games, [`Rung`] says what the next one is played on, [`IgoRank`] is what the
//! results say of the learner's strength, on the scale of the computer's levels and with its interval.

mod igo_ladder;
mod igo_log;
mod igo_rank;
mod igo_series;
#[cfg(test)]
mod igo_tests;

pub use igo_ladder::{IgoLevel, IgoLevelError, Rung};
pub use igo_log::{IgoGame, IgoLog, IgoResult};
pub use igo_rank::IgoRank;
pub use igo_series::IgoSeries;
