//! Matches that tell which player is stronger.
//!
//! A [`DuelPlan`] numbers the games: pairs from one opening with the colors changed, every player
//! against every other one. [`DuelPlan::play`] plays one, a [`ResultsFolder`] keeps them, and a
//! [`DuelReport`] says what they tell: shares with intervals, a sequential test ([`Sprt`]), ratings,
//! counts that differ, faults and time by player. A [`RunningStanding`] says it in a line while they are
//! played, a [`RatingList`] of the games of several duels.

mod duel_conditions;
mod duel_error;
mod duel_plan;
mod duel_report;
mod game_count;
mod game_paper;
mod game_sheet;
mod openings;
mod played_game;
mod player_account;
mod program_files;
mod rating_list;
mod ratings;
mod report_text;
mod results_folder;
mod running_standing;
mod sprt;
mod table_terms;

pub use duel_conditions::DuelConditions;
pub use duel_error::DuelError;
pub use duel_plan::{DuelPlan, PlannedGame};
pub use duel_report::DuelReport;
pub use game_sheet::{Counts, GameSheet, SideSheet, Winner};
pub use openings::{Opening, OpeningError, OpeningFault, read_openings};
pub use played_game::PlayedGame;
pub use program_files::{keep_words, word_files};
pub use rating_list::{DuelGames, RatingList, RatingListError};
pub use ratings::{PairScore, Rating, rate};
pub use results_folder::{
    FolderError, FolderHeader, ResultsFolder, Worker, read_games, read_header,
};
pub use running_standing::RunningStanding;
pub use sprt::{PairResults, Sprt, SprtVerdict};
pub use table_terms::{GameWatch, TableTerms};
