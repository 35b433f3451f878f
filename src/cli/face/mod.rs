//! Commands for a person at this computer: playing here, pictures of positions, reviews, pages in a browser.

mod bounded_listener;
mod choice_page;
mod engine_thread;
mod game_room;
mod game_setup;
pub(super) mod igo_command;
pub(crate) mod menu_screen;
pub(crate) mod page_server;
pub(super) mod picture_command;
pub(super) mod plain_answers;
mod plain_table;
pub(super) mod play_args;
pub(super) mod play_command;
#[cfg(feature = "png")]
mod png_image;
pub(super) mod review_command;
mod review_draft;
mod review_report;
mod review_room;
mod review_screen;
mod review_state;
mod review_table;
mod review_threads;
mod screen_table;
pub(super) mod screen_terminal;
pub(super) mod serve_command;
mod shown_line;
pub(super) mod start_page;
mod start_pages;
mod start_screen;
pub(super) mod study;
mod table_input;
mod table_state;
mod teacher_thread;
pub(super) mod tutorial_command;
mod tutorial_lines;
mod tutorial_page;
