//! Commands for somebody who learns alone: problems, own mistakes, guessing the moves of games.

pub(crate) mod guess_command;
pub(crate) mod joseki_command;
mod mistakes_command;
pub(crate) mod problems_command;
mod problems_make;
