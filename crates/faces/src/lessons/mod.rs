//! The tutorial in lines and on a screen.

pub mod tutorial_keys;
pub mod tutorial_lines;
pub mod tutorial_page;
