//! Commands for a person at this computer: playing here.

mod engine_thread;
mod game_room;
mod plain_answers;
mod plain_table;
pub(super) mod play_args;
pub(super) mod play_command;
pub(super) mod start_page;
mod table_input;
