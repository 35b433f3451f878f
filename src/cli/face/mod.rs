//! Commands for a person at this computer: playing here, pictures of positions, reviews, pages in a browser.

pub(super) mod game_choice;
mod game_setup;
pub(super) mod igo_command;
mod menu_lines;
pub(super) mod picture_command;
pub(super) mod play_args;
pub(super) mod play_command;
#[cfg(feature = "png")]
mod png_image;
pub(super) mod review_command;
pub(super) mod serve_command;
mod start_list;
pub(super) mod start_page;
mod start_pages;
pub(super) mod study;
pub(super) mod tutorial_command;
