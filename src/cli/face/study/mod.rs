//! Commands for somebody who learns alone: problems, own mistakes, guessing the moves of games.

mod guess_board;
pub(crate) mod guess_command;
mod joseki_board;
pub(crate) mod joseki_command;
mod mistakes_command;
mod problem_board;
pub(crate) mod problems_command;
mod problems_make;
mod study_files;
mod study_screen;
