//! Pairings of rounds.

mod field;
mod fixed_schedules;
mod handicap_rule;
mod matching;
mod remaining_rounds;
mod swiss;

pub use field::{ColorRule, Field, Kin, PairedGame, PairedRound};
pub use fixed_schedules::{gauntlet, knockout, passed_rounds, round_robin, round_robin_rounds};
pub use handicap_rule::{HandicapBasis, HandicapRule, MAX_HANDICAP};
pub use matching::{CostLevels, cheapest_pairs};
pub use swiss::{ColorNeed, CostLevel, LevelCost, Seeding, SwissRules, pair_swiss, swiss_cost};

#[cfg(test)]
mod tests;
