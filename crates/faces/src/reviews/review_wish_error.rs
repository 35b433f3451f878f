//! The reasons why a wish in a review is not granted.

use sgmp_advice::review::ReviewError;
use sgmp_board::record::FileError;
use sgmp_board::rules::{BoardSize, IllegalMove, Move};

use crate::tables::typed_line_error::BoardQuestionError;

/// The reason why a wish in a review is not granted.
#[derive(Debug, thiserror::Error)]
pub(super) enum ReviewWishError {
    #[error("the line ends here")]
    LineEnds,
    #[error("this is the beginning")]
    Beginning,
    /// A line of so many moves, and fewer than were asked for.
    #[error("this line has moves 0 to {0}")]
    NoMove(usize),
    /// So many variations, and fewer than were asked for.
    #[error("{0} variations begin here")]
    NoVariation(usize),
    /// A game without a main line.
    #[error("there is no main line")]
    NoMainLine,
    /// A turning point beyond the end of the game.
    #[error("there is no such move")]
    NoTurn,
    /// A turning point that is not known, if ever it will be.
    #[error("{}{}", turns(*.known), after_search(.looked))]
    UnknownTurn {
        /// Turning points that are known.
        known: usize,
        /// The positions that are looked at, and all of them; `None` after the search.
        looked: Option<(usize, usize)>,
    },
    /// A move that is no problem.
    #[error("this move lost too little to make a problem of it")]
    LostLittle,
    /// A position that cannot be played.
    #[error(transparent)]
    Position(#[from] ReviewError),
    /// A move against the rules.
    #[error("{mv} is illegal: {source}")]
    Illegal { mv: Move, source: IllegalMove },
    /// A question about the latest move, before there is one.
    #[error("no move was made yet")]
    NoMoveYet,
    /// A place to save the game without a name.
    #[error("write a name: save FILE.sgf")]
    NoName,
    /// A file that cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A move without its number.
    #[error("write the move's number: move 57")]
    MoveNumber,
    /// A variation without its number.
    #[error("write its number: variation 2")]
    VariationNumber,
    /// A word that is no point.
    #[error("{text:?} is no point of a board of {size}")]
    NoPoint { text: String, size: BoardSize },
    /// A question about the board.
    #[error(transparent)]
    Question(#[from] BoardQuestionError),
    /// A word that is no command.
    #[error("{0:?} is no command: help lists them")]
    NoCommand(String),
}

fn turns(known: usize) -> String {
    match known {
        0 => "no turning point is known".to_owned(),
        1 => "there is 1 turning point".to_owned(),
        count => format!("there are {count} turning points"),
    }
}

fn after_search(looked: &Option<(usize, usize)>) -> String {
    looked.map_or_else(String::new, |looked| format!(": {}", search_words(looked)))
}

/// How far the search has come: the positions that are looked at, and all of them.
pub(super) fn search_words((known, all): (usize, usize)) -> String {
    format!("{known} of {all} positions are looked at so far")
}
