//! The tactician: whether one string is captured or saved, two strings joined or cut, whoever
//! moves first.
//!
//! A string with more than four liberties counts as escaped. The reading is a proof-number search
//! of what is nearly forced first, so that ladders run across the board; [`Budget`] bounds it,
//! and what is not proved within it is saved, or cut. A question that is asked for its own sake is
//! read deeper, by [`QuestionEffort`], and says whether it is decided. Ko is told apart as in GNU Go's manual
//! ("Return Codes"): [`ResultCode`]. Source of the plan: the description of The Many Faces of Go,
//! "The tactician" and "Evaluating a position".

mod answer;
mod answer_cache;
mod board_strings;
mod budget;
mod capture_goal;
mod connection_goal;
mod deep_reading;
mod df_pn;
#[cfg(test)]
mod exact;
mod eye_space;
mod kill_goal;
mod life_problem;
mod life_reader;
mod life_search;
mod life_space;
mod move_list;
mod outlook;
mod problem_moves;
mod problem_spaces;
mod problem_state;
mod problem_ways;
mod proof_numbers;
mod read_set;
mod reading_cache;
#[cfg(test)]
mod reference_solver;
mod search_children;
mod search_goal;
mod search_results;
mod second_look;
mod string_status;
mod tactician;
mod transposition_table;
mod undo_board;

pub use answer::{Answer, ResultCode};
pub use budget::{Budget, QuestionEffort};
pub use life_problem::LifeProblem;
pub use life_reader::{Life, LifeReader};
pub use string_status::StringStatus;
pub use tactician::Tactician;
pub use undo_board::{Permission, UndoBoard};
