//! Commands for a person at this computer: playing here, pictures of positions, reviews, pages in a browser.

mod bounded_listener;
mod engine_thread;
mod game_room;
mod game_setup;
pub(super) mod igo_command;
pub(crate) mod page_server;
pub(super) mod picture_command;
mod plain_answers;
mod plain_table;
pub(super) mod play_args;
pub(super) mod play_command;
#[cfg(feature = "png")]
mod png_image;
pub(super) mod review_command;
mod review_report;
mod review_table;
mod review_threads;
mod screen_table;
pub(super) mod screen_terminal;
pub(super) mod serve_command;
pub(super) mod start_page;
mod start_screen;
pub(super) mod study;
mod table_input;
mod table_state;
mod teacher_thread;
pub(super) mod tutorial_command;
mod tutorial_lines;
mod tutorial_page;
