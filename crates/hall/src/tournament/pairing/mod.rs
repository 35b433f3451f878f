//! Pairings of rounds.

mod field;
mod fixed_schedules;
mod matching;
mod remaining_rounds;
mod swiss;

pub use field::{ColorRule, Field, PairedGame, PairedRound};
pub use fixed_schedules::{gauntlet, knockout, passed_rounds, round_robin, round_robin_rounds};
pub use matching::{CostLevels, cheapest_pairs};
pub use swiss::{ColorNeed, CostLevel, LevelCost, Seeding, SwissRules, pair_swiss, swiss_cost};

#[cfg(test)]
mod tests;
