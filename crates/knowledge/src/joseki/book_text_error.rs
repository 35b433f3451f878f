//! Errors in a text of joseki: the location, the fault and the remedy.

use std::fmt;

use super::mark::Mark;
use sgmp_board::rules::IllegalMove;

/// A location in a text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextLocation {
    /// Name of the text, such as its path.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl fmt::Display for TextLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// A fault and its location.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {fault}")]
pub struct TextError {
    /// The location of the fault in the text.
    pub place: TextLocation,
    /// The fault, with its remedy.
    pub fault: Fault,
}

/// A fault in a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A word is no move, name or comment.
    #[error(
        "{0:?} is no move: write a point such as R14 (with ! ? > ^ or * behind), or - to leave the corner alone"
    )]
    Word(String),
    /// A sign behind a move has no meaning.
    #[error("{0:?} marks nothing: use ! urgent, ? bad, > follow-up, ^ conditional, * grown")]
    Sign(char),
    /// A move has two marks.
    #[error("the move is marked {0} and {1}: choose one")]
    TwoMarks(Mark, Mark),
    /// The move is not allowed.
    #[error("{0}: {1}")]
    Illegal(String, IllegalMove),
    /// A move lies outside the corner.
    #[error("{0} is no point of the upper right corner: write H8 to T19")]
    OutsideCorner(String),
    /// Both sides play elsewhere in a row.
    #[error("both sides leave the corner alone: end the line before")]
    BothPass,
    /// The same move has another mark elsewhere.
    #[error("the same move in the same position is marked {0} elsewhere: choose one")]
    Conflict(Mark),
    /// The position occurred before in the same line.
    #[error("the position comes back: end the line before")]
    Cycle,
    /// The book has no room for more positions.
    #[error("there is no room for more: make several books of it")]
    Full,
    /// The line has too many moves.
    #[error("the line has more than {0} moves: end it before")]
    LongLine(usize),
    /// The text is too long.
    #[error("the text has more than {0} bytes: divide it")]
    LongText(usize),
    /// The line is too long.
    #[error("the line has more than {0} bytes: divide it")]
    LongRow(usize),
    /// An indented line has no line above it to continue.
    #[error("the line is indented and goes on from no other: begin it at the left")]
    NoParent,
    /// `..` names no move of the line above.
    #[error("..{0} is no move of the line above: name one that is")]
    NoBranch(String),
    /// `@` names no position.
    #[error("no line before ends in ={0}: write that first")]
    NoLabel(String),
    /// A label is given twice.
    #[error("={0} is the name of another position already: choose another")]
    LabelTaken(String),
    /// A position has another name or comment already.
    #[error("the position is called {0:?} already: keep one of the two")]
    Said(String),
    /// A name or comment is too long.
    #[error("the text has more than {0} bytes: say it in one sentence")]
    LongNote(usize),
    /// A name with `[` and without `]`.
    #[error("the name does not end: close it with ]")]
    OpenName,
    /// A name or comment stands before the first move.
    #[error("there is no move before it: write it behind one")]
    NothingBefore,
    /// A `board` of a size that has no book.
    #[error("{0:?} is no board: write corner, or board with 9, 13 or 19 behind")]
    Board(String),
}
