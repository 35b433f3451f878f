//! Lists to choose from, on a screen.

pub mod choice_page;
pub mod menu_screen;
pub mod typed_value;
