//! Tables and sentences about an event.

mod handicap_words;
mod standings_words;

pub use handicap_words::{handicap_rule_text, handicap_text};
pub use standings_words::{explanation_text, points_text, standings_text};
