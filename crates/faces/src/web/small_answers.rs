//! Small answers that several requests give, and words that several of them read.

use serde::Serialize;

/// Letters of a name.
const MAX_NAME: usize = 40;

/// An answer that says nothing.
#[derive(Debug, Serialize)]
pub(super) struct Done {}

/// The link to a game.
#[derive(Debug, Serialize)]
pub(super) struct Seated {
    pub(super) seat: String,
}

/// A person's name without what is no letter, and not too long.
pub(super) fn shown_name(text: &str) -> String {
    let letters = text.trim().chars().filter(|c| !c.is_control());
    letters.take(MAX_NAME).collect()
}

/// The day of a time such as "2026-11-26-224103".
pub(super) fn today(start_time: &str) -> String {
    start_time.chars().take("2026-11-26".len()).collect()
}
