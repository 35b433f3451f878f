//! A match on a screen: its state, and the recount of dead stones.

pub mod recount_lines;
pub mod screen_state;
