//! Mistakes in the text of a chapter.

use sgmp_board::rules::diagram::DiagramError;
use sgmp_board::rules::{IllegalMove, Point};

/// A mistake in the text of a chapter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("chapter {chapter}, line {line}: {source}")]
pub struct ChapterError {
    /// Name of the chapter.
    pub chapter: String,
    /// The line, from 1; of a screen its first.
    pub line: usize,
    /// The mistake in the line, with its remedy.
    pub source: ChapterFault,
}

/// A kind of mistake in the text of a chapter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChapterFault {
    /// A chapter without its title at the head.
    #[error("the first line is `chapter TITLE`")]
    NoTitle,
    /// A chapter without screens.
    #[error("a chapter has a screen at least")]
    NoScreen,
    /// A field before the first screen.
    #[error("{0:?} stands outside a screen")]
    OutsideScreen(String),
    /// A line that goes on, before the first field.
    #[error("a line goes on with nothing")]
    Dangling,
    /// A line of another form.
    #[error("{0:?} is no `key: text`")]
    NoField(String),
    /// A screen without something that it needs.
    #[error("screen {screen}: no {what}")]
    Missing {
        /// Name of the screen.
        screen: String,
        /// The thing that it needs.
        what: &'static str,
    },
    /// An answer without words on it.
    #[error("`{0}:` has no words: write behind the colon what the learner is told")]
    NoWords(String),
    /// Another word than those of the colors.
    #[error("no color")]
    NoColor,
    /// A board that is none.
    #[error(transparent)]
    Board(#[from] DiagramError),
    /// A point beyond the edge.
    #[error("{0} is not on this board")]
    OffBoard(Point),
    /// A move against the rules.
    #[error("{point}: {source}")]
    Illegal {
        /// The point that is to be played.
        point: Point,
        /// The rule of Go that the move breaks.
        source: IllegalMove,
    },
    /// A text that its field does not take.
    #[error("{text:?} is no {key}")]
    Text {
        /// The text as it stands behind the field.
        text: String,
        /// The name of the field.
        key: String,
    },
    /// A field of no known name.
    #[error("no field {0:?}")]
    UnknownField(String),
}
