//! Lines that are typed, for the threads of a game or a review.

use std::io::{BufRead, stdin};

/// Hands out the lines that are typed, and `None` after the last; ends where `hand_out` says that nobody
/// listens any more, and at a word that leaves: the lines after it are for what comes next.
pub fn read_lines_as(hand_out: impl Fn(Option<String>) -> bool) {
    for line in stdin().lock().lines() {
        let Ok(line) = line else { break };
        let leaves = matches!(line.trim(), "quit" | "exit" | "q");
        if !hand_out(Some(line)) || leaves {
            return;
        }
    }
    hand_out(None);
}
