//! Tables and sentences about an event.

mod standings_words;

pub use standings_words::{explanation_text, points_text, standings_text};
