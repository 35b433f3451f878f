//! The reasons why a line that was typed at a board is not answered.

use sgmp_board::record::FileError;
use sgmp_board::rules::{BoardSize, Point};

/// The reason why a question about a board has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardQuestionError {
    /// A row without its number.
    #[error("write the row's number: row 5")]
    NoNumber,
    /// A row beyond the edge of a board of so many.
    #[error("the board has rows 1 to {0}")]
    NoRow(u8),
    /// A point on which no stone stands.
    #[error("there is no stone at {0}")]
    NoStone(Point),
}

/// The reason why a line that was typed at a board is not answered.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TypedLineError {
    /// A question about the board.
    #[error(transparent)]
    Question(#[from] BoardQuestionError),
    /// A point in a column that there is not.
    #[error("{0:?} is no point: there is no column I, since it looks like a 1")]
    ColumnI(String),
    /// A word where a point to play on is meant.
    #[error("{0:?} is no point: write E5")]
    NoPoint(String),
    /// A word where the point of a string is meant.
    #[error("{0:?} is no point: write C2")]
    NoString(String),
    /// A point beyond the edge.
    #[error("{point} is not on {size}")]
    OffBoard {
        /// The point as it was typed.
        point: Point,
        /// The board that is played on.
        size: BoardSize,
    },
    /// A question about the latest move of a person who has made none.
    #[error(transparent)]
    NotMoved(#[from] NotMovedError),
    /// An earlier position that there is not, of a game of so many moves.
    #[error("write the number of a move, 0 to {0}: board 12")]
    NoSuchMove(usize),
    /// A place to save the game without a name.
    #[error("write a name: save A.sgf")]
    NoName,
    /// A file that cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A word that is no command.
    #[error("{word:?} is not known here{}", advice(*.near))]
    Unknown {
        /// The word that was typed.
        word: String,
        /// The command that may be meant.
        near: Option<&'static str>,
    },
}

/// A person who has made no move yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("you have not moved yet")]
pub struct NotMovedError;

fn advice(near: Option<&str>) -> String {
    match near {
        Some(known) => format!("; did you mean {known}?"),
        None => ": type a point such as E5, or help".to_owned(),
    }
}
