//! The terminal as a screen: taken, drawn on, given back.

pub mod bounded_backend;
pub mod hall_screen;
pub mod quiet_page;
pub mod screen_terminal;
