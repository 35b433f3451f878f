//! The reasons why a word of the command line is not taken.

/// A word that is no value of its option; it says what to write.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ArgumentError {
    /// No day that a record can hold; the beginning of a long word.
    #[error("{0:?} is no date: write YYYY-MM-DD, such as 2000-06-01")]
    Date(String),
    /// No number of bytes, or one out of bounds.
    #[error("{0:?} is not a size of memory: write 300M or 2G, 1M to 64G")]
    Memory(String),
    /// No board that can be played on.
    #[error("{0:?} is not a board size: write 2 to 19")]
    BoardSize(String),
    /// A board without positions for a bench.
    #[error("there are positions of 9, 13 and 19 lines, not of {0:?}")]
    BenchBoard(String),
    /// A board on which Igo is not played.
    #[error("the boards of Igo have 9, 13 or 19 lines")]
    IgoBoard,
    /// No handicap of a match.
    #[error("{0:?} is no handicap: write 2 to 9, or 1 for an even game")]
    Handicap(String),
    /// No handicap of a game at this computer.
    #[error("{text:?} is no handicap: write 2 to 9, or with --free-handicap 2 to {most}")]
    Lead {
        /// The word that was given.
        text: String,
        /// The most plays that Black may have ahead.
        most: u8,
    },
    /// No effort for a question.
    #[error("{0:?} is no effort: write 1000 to 100000000 positions")]
    Effort(String),
    /// No share from 0 to 1.
    #[error("{0:?} is no rate: write a number from 0 to 1, such as 0.02")]
    Rate(String),
    /// No two bounds of a sequential test.
    #[error(
        "{0:?} is no test: write two numbers of Elo points, the greater one last, such as 0,20"
    )]
    Sprt(String),
    /// No name of a point.
    #[error("{0:?} is no point: write such as C3")]
    Point(String),
    /// A ruling without a reason.
    #[error("say why: who decided, and the reason")]
    NoReason,
}
