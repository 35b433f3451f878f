//! A match on a screen: its state, and the recount of dead stones.

pub mod match_screen;
mod open_menu;
pub mod recount_lines;
pub mod screen_state;
mod screen_view;
pub mod server_seat;
