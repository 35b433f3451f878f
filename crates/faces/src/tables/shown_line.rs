//! A line of moves that stands on the board for a while, in place of the position.

use crate::tui::{Key, TextPane};
use sgmp_board::picture::Picture;

/// Words below the text that the line belongs to.
const WORDS: &str = "The numbers on the board show it. Any key, and the position is back.";

/// The case against a move: in words, and played out on the board where there is a line.
pub struct CaseAgainst {
    /// The case in sentences.
    pub words: String,
    /// The move and what comes after it, numbered.
    pub line: Option<Box<Picture>>,
}

/// The line on the board, if one is shown.
#[derive(Default)]
pub struct ShownLine(Option<Box<Picture>>);

impl ShownLine {
    /// Shows the line of a case, and returns the case in words.
    pub fn show(&mut self, case: CaseAgainst) -> String {
        self.0 = case.line;
        case.words
    }

    /// The text beside the board; below it stands what the line on the board is, as long as it is there.
    pub fn beside(&self, text: Option<TextPane>) -> Option<TextPane> {
        let mut text = text?;
        if self.0.is_some() {
            text.text = format!("{}\n\n{WORDS}", text.text);
        }
        Some(text)
    }

    /// The board with the line.
    pub fn picture(&self) -> Option<Picture> {
        self.0.as_deref().cloned()
    }

    /// Brings the position back.
    pub fn close(&mut self) {
        self.0 = None;
    }

    /// Brings the position back, unless a key only reads on. Returns whether that is all that the key does: nobody plays
    /// on a board that is not the game's.
    pub fn leave(&mut self, key: Key) -> bool {
        let reads_on = matches!(key, Key::Page(_) | Key::Tab | Key::Redraw | Key::Suspend);
        if reads_on || self.0.take().is_none() {
            return false;
        }
        matches!(key.or_enter(), Key::Enter | Key::Click(..) | Key::Escape)
    }
}
