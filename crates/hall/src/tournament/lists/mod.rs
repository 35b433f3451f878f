//! Lists of players that other programs write, and the files of results that rating lists take.

mod csv_players;
mod egf_list;
mod listed_player;
mod opengotha_file;
mod plan_additions;
mod player_list;
mod rated_results;
mod results_file;
mod results_reading;

pub use listed_player::{ListError, ListedPlayer};
pub use plan_additions::{AdditionError, Additions, add_players};
pub use player_list::read_players;
pub use rated_results::{RatedCell, RatedRow, ResultsError, rated_rows};
pub use results_file::{ResultsForm, results_file};
pub use results_reading::read_results;

#[cfg(test)]
mod tests;
