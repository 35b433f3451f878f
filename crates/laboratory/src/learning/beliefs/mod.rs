//! Fitting what the analysis believes of groups and points to how games ended.
//!
//! Positions of games are described with the beliefs in force; what their groups and points showed is
//! compared with what became of them. Which groups count as gone, and what they radiate, changes with
//! the beliefs, so that this is done in rounds.

mod belief_fit;
mod belief_report;
mod described_position;
mod logistic_regression;

pub use belief_fit::BeliefsSettings;
pub use belief_fit::{draw, learn};
pub use belief_report::Report;
pub use belief_report::Row;

#[cfg(test)]
mod tests;
