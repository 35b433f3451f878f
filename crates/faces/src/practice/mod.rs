//! The boards of practice: problems, guessing moves, the joseki tutor; the files of answers.

pub mod guess_board;
pub mod joseki_board;
pub mod problem_board;
pub mod study_screen;
