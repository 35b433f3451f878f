//! Errors in a text of patterns: the location, the fault and the remedy.

use super::move_tree::MoveTreeError;
use crate::joseki::TextLocation;

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
    /// The text is too long.
    #[error("the text has more than {0} bytes: divide it")]
    LongText(usize),
    /// The line is too long.
    #[error("the line has more than {0} bytes: say it shorter")]
    LongRow(usize),
    /// The library is full.
    #[error("there is no room for more than {0} patterns")]
    Full(usize),
    /// A line before the first pattern.
    #[error("no pattern has begun: write `pattern NAME URGENCY` first")]
    Outside,
    /// The kind is unknown.
    #[error(
        "{0:?} is no kind: write one of cut, connect, surround, escape, capture, kill, live, shape, contact, block, base, invade, reduce, endgame"
    )]
    Kind(String),
    /// A pattern before any `kind`.
    #[error("the pattern has no kind: write `kind NAME` before it")]
    NoKind,
    /// The name has other signs, or is missing.
    #[error("{0:?} is no name: use small letters, digits and -, 40 at most")]
    Name(String),
    /// A name that another pattern has.
    #[error("another pattern is called {0} already: choose another name")]
    NameTaken(String),
    /// The urgency is unknown.
    #[error("{0:?} is no urgency: write vital, big, fair or small behind the name")]
    Urgency(String),
    /// A sign that no diagram has.
    #[error("{0:?} is no sign of a picture: use X O . ? x o @, letters, and | - + for edges")]
    Sign(char),
    /// A letter is on two points.
    #[error("the letter {0} is in the picture already: choose another")]
    LetterTaken(char),
    /// A row is longer or shorter than the others, or its edges are others.
    #[error(
        "the row does not fit the one above it: make all rows equally long, with the same edges"
    )]
    Shape,
    /// A row behind the edge below, or behind what names letters.
    #[error("the picture is over: write all its rows first, a row of - above or below them")]
    PictureOver,
    /// The diagram is too large.
    #[error("the picture is larger than 8 by 8")]
    Large,
    /// There is no diagram.
    #[error("the pattern {0} has no picture")]
    NoPicture(String),
    /// A letter that the diagram does not have.
    #[error("{0:?} is no letter of the picture")]
    Letter(char),
    /// A point that a letter names may be outside of the board.
    #[error("the point {0} may be anything: say what it is, as in `{0}: .`")]
    Anything(char),
    /// Two classes for a point.
    #[error("the class of {0} is {1} already: keep one of the two")]
    TwoClasses(char, char),
    /// The fact is unknown.
    #[error(
        "{0:?} is no fact: write such as `liberties >= 2`, `not dead`, `threatened`, `safe for X`, `connected to b`"
    )]
    Fact(String),
    /// A tree that is none.
    #[error(transparent)]
    MoveTree(#[from] MoveTreeError),
    /// There is a tree already.
    #[error("the pattern has a tree already: write branches in it")]
    TwoTrees,
    /// There is no tree.
    #[error("the pattern {0} has no move: write `play a ...`")]
    NoTree(String),
    /// There is no sentence.
    #[error("the pattern {0} has no sentence: write `say ...`")]
    NoSentence(String),
    /// The sentence is too long.
    #[error("the sentence has more than {0} bytes: make it shorter")]
    LongSentence(usize),
}
