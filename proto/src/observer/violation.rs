//! The ways to break the dialect.

use core::fmt;
use core::time::Duration;

use crate::frame::Bit;
use crate::message::{Message, Query};
use crate::{BoardSize, Color};

/// The frame that the dialect demands next (call, Appendix A).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// NEWGAME, which only Black may send.
    NewGame,
    /// White asks for Black's color, then for the handicap.
    Query(Query),
    /// Black says that it is Black (2), then that the game is even (1).
    Answer(u16),
    /// White's OK that ends the opening.
    OpeningOk,
    /// A move of this side, or the OK of the last one.
    Move(Color),
    /// Nothing: the game is over.
    Nothing,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NewGame => f.write_str("NEWGAME by Black"),
            Self::Query(query) => write!(f, "QUERY({query}) by White"),
            Self::Answer(value) => write!(f, "ANSWER({value}) by Black"),
            Self::OpeningOk => f.write_str("OK by White"),
            Self::Move(color) => write!(f, "MOVE by {color}"),
            Self::Nothing => f.write_str("nothing"),
        }
    }
}

/// A way in which a frame breaks the dialect. All of it is from the call, Appendix A.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Violation {
    /// The game does not begin with Black's NEWGAME.
    NotOpened,
    /// NEWGAME must be sent by Black.
    NewGameByWhite,
    /// NEWGAME after the first move.
    NewGameInPlay,
    /// A command that has its place elsewhere.
    OutOfOrder {
        /// The frame that has its place here.
        expected: Expected,
    },
    /// No queries but 11 and 8 are permitted.
    ForbiddenQuery(Query),
    /// White takes no other answers than 2 (Black) and 1 (even).
    WrongAnswer {
        /// The number of the question that was asked: 11 or 8.
        query: Query,
        /// The answer that the call demands.
        expected: u16,
        /// The answer that came.
        got: u16,
    },
    /// DENY, UNDO and EXTENDED are no part of the dialect.
    NotInDialect(Message),
    /// A new frame with the sequence bit of the one before.
    SequenceNotFlipped,
    /// An OK with a sequence bit of its own, not that of its sender's last frame.
    OkWithOwnBit {
        /// The bit of the sender's last frame.
        expected: Bit,
    },
    /// `h` is not the sequence bit of the other side's last frame.
    WrongAcknowledgement {
        /// The other side's bit.
        expected: Bit,
    },
    /// A repeat that is not the same four bytes.
    CopyDiffers,
    /// An OK that answers nothing.
    NeedlessOk,
    /// The next frame of a side came without its OK to the move before: not sent, or lost on the
    /// line.
    MissingOk,
    /// The other side is to move.
    OutOfTurn,
    /// A move that says it is the other side's.
    WrongColor,
    /// A point number past the board's last.
    PastTheBoard {
        /// The number on the wire.
        number: u16,
        /// The board, which has fewer points than this number.
        size: BoardSize,
    },
    /// Sent again sooner than 20 s after the last sending.
    EarlyResend {
        /// Since the last sending.
        after: Duration,
    },
    /// After two consecutive passes nothing more is sent.
    AfterEnd,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotOpened => f.write_str("the game does not begin with Black's NEWGAME"),
            Self::NewGameByWhite => f.write_str("NEWGAME by White: only Black opens a game"),
            Self::NewGameInPlay => f.write_str("NEWGAME in mid-game"),
            Self::OutOfOrder { expected } => write!(f, "out of order: expected {expected}"),
            Self::ForbiddenQuery(query) => {
                write!(f, "QUERY({query}) is forbidden: only 11 and 8 may be asked")
            }
            Self::WrongAnswer {
                query,
                expected,
                got,
            } => write!(
                f,
                "ANSWER({got}) to QUERY({query}): it has to be {expected}"
            ),
            Self::NotInDialect(message) => write!(f, "{message} is no part of the dialect"),
            Self::SequenceNotFlipped => {
                f.write_str("a new frame whose sequence bit y did not flip")
            }
            Self::OkWithOwnBit { expected } => write!(
                f,
                "an OK with a bit of its own: y has to stay {expected}, that of the last frame"
            ),
            Self::WrongAcknowledgement { expected } => write!(
                f,
                "wrong acknowledgement: h has to be {expected}, the other side's last bit"
            ),
            Self::CopyDiffers => f.write_str("a repeat that is not the same four bytes"),
            Self::NeedlessOk => f.write_str("an OK that answers nothing"),
            Self::MissingOk => f.write_str("no OK to the move before (not sent, or lost)"),
            Self::OutOfTurn => f.write_str("MOVE out of turn"),
            Self::WrongColor => f.write_str("MOVE with the other side's color bit"),
            Self::PastTheBoard { number, size } => {
                write!(f, "point {number} is past the last of a {size} board")
            }
            Self::EarlyResend { after } => write!(
                f,
                "sent again after {}.{:03} s, sooner than 20 s",
                after.as_secs(),
                after.subsec_millis()
            ),
            Self::AfterEnd => f.write_str("sent after two consecutive passes ended the game"),
        }
    }
}

/// More than one frame can break at once: one of order, one for each bit, an OK missed.
const MAX_AT_ONCE: usize = 4;

/// The violations of one frame, at most four.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Violations {
    items: [Option<Violation>; MAX_AT_ONCE],
}

impl Violations {
    /// One after another, in the order in which they were found.
    pub fn iter(&self) -> impl Iterator<Item = Violation> + '_ {
        self.items.iter().flatten().copied()
    }

    /// Returns whether the frame keeps to the dialect.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.items[0].is_none()
    }

    pub(super) fn add(&mut self, violation: Violation) {
        if let Some(free) = self.items.iter_mut().find(|item| item.is_none()) {
            *free = Some(violation);
        }
    }
}
