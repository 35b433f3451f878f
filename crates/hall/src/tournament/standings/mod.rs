//! Places of the players, and the reasons for them.

mod criterion;
mod explained;
mod results;
mod standings_table;

pub use criterion::{Criterion, TieBreaks, TieOrder, UnknownTieBreak};
pub use explained::{Explanation, Term, explain};
pub use results::{
    CountedGame, GivenHandicap, NoPoints, PassedRound, Points, Results, Unplayed, UnplayedKind,
};
pub use standings_table::{StandingRow, Standings, standings};

#[cfg(test)]
mod tests;
