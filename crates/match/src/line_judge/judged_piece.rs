//! Observations on what passed, in words; `events` says the same to programs.

use std::fmt;
use std::time::Duration;

use sgmp_proto::{Instant, Ruling, Violation};

use crate::play::duration::clock;
use crate::port::trace::Piece;
use sgmp_board::rules::{ByColor, Color, IllegalMove, Move};

/// A piece of what passed, with its sender.
pub struct JudgedPiece {
    /// The color of the sender.
    pub from: Color,
    /// The time at which it passed.
    pub at: Instant,
    /// The piece as it was cut out of the bytes.
    pub piece: Piece,
    /// Ruling on the frame, where the piece is one.
    pub(crate) ruling: Option<Ruling>,
    /// Remarks on the piece, in the order in which they are told.
    pub observations: Vec<Observation>,
}

impl JudgedPiece {
    /// True if it is a move on the record.
    pub fn is_move(&self) -> bool {
        let mut observations = self.observations.iter();
        observations.any(|observation| matches!(observation, Observation::Moved(_)))
    }

    /// True if it changed the record: a move, or one that shows that others are missing.
    pub fn changes_record(&self) -> bool {
        let mut observations = self.observations.iter();
        observations.any(|told| matches!(told, Observation::Moved(_) | Observation::Missed { .. }))
    }

    /// True if it is a frame that went out again.
    pub fn is_repeat(&self) -> bool {
        let mut observations = self.observations.iter();
        observations.any(|observation| matches!(observation, Observation::SentAgain { .. }))
    }
}

/// Something to say, one a line.
pub enum Observation {
    /// Four bytes in a frame's shape that are none.
    Garbled {
        /// The side whose line the bytes came on.
        from: Color,
        /// The bytes in hexadecimal digits.
        hex: String,
        /// The reason why they are no frame.
        why: String,
    },
    /// The same frame again.
    SentAgain {
        /// The side that repeats itself.
        from: Color,
        /// The frame in words.
        words: String,
    },
    /// A frame that breaks a sentence of the call.
    Violation {
        /// The side that sent the frame.
        from: Color,
        /// The frame in words.
        words: String,
        /// The rule that it breaks.
        what: Violation,
    },
    /// The handshake is done.
    Begins,
    /// The game had begun before its first frame was seen.
    Joined,
    /// The watch goes on after it was away.
    Resumed {
        /// The number of moves before.
        moves: usize,
    },
    /// Frames passed unseen, after so many moves.
    Missed {
        /// The number of moves before.
        moves: usize,
        /// The move that cannot be on the board as it was known.
        by: Option<(Color, Move)>,
    },
    /// A move in a game whose board is not known.
    Seen {
        /// The color that moves.
        color: Color,
        /// The move that the frame means on this board.
        mv: Move,
    },
    /// A move that the rules of Go do not allow.
    Illegal {
        /// The color that moves.
        color: Color,
        /// The move that was sent, and is not played.
        mv: Move,
        /// The rule that it breaks.
        why: IllegalMove,
    },
    /// A move that has come on the record.
    Moved(Box<Moved>),
}

/// A move that is on the record.
pub struct Moved {
    /// From 1.
    pub(crate) number: usize,
    pub(crate) color: Color,
    pub(crate) mv: Move,
    pub(crate) captured: usize,
    pub(crate) used: ByColor<Duration>,
    /// Time of each side.
    pub(crate) main_time: Duration,
    /// The board, where it is shown.
    pub(crate) board: Option<String>,
}

impl Observation {
    /// True if it is to be seen at the end, too: something wrong, or a board that is not known.
    pub const fn stays(&self) -> bool {
        matches!(
            self,
            Self::Violation { .. } | Self::Illegal { .. } | Self::Joined | Self::Missed { .. }
        )
    }
}

impl fmt::Display for Observation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Garbled { from, hex, why } => write!(f, "{from} garbled: {hex} ({why})"),
            Self::SentAgain { from, words } => write!(f, "{from} sends again: {words}"),
            Self::Violation { from, words, what } => {
                write!(f, "violation: {from}, {words}: {what}")
            }
            Self::Begins => f.write_str("the game begins"),
            Self::Joined => f.write_str(
                "joined in mid-game: board and clocks unknown; no record of this game is written",
            ),
            Self::Resumed { moves } => write!(
                f,
                "the match goes on after move {moves}. Moves that passed meanwhile in multiples of four cannot be \
                 noticed: compare the board with the players'"
            ),
            Self::Missed { moves, by } => {
                match by {
                    Some((color, mv)) => write!(
                        f,
                        "{color} {mv} cannot be on this board: it is illegal, or frames passed while the proxy was away"
                    )?,
                    None => f.write_str("frames passed while the proxy was away")?,
                }
                write!(
                    f,
                    ": board and clocks unknown from here; the record ends with move {moves}"
                )
            }
            Self::Seen { color, mv } => write!(f, "  ?  {color:<5} {mv}"),
            Self::Illegal { color, mv, why } => {
                write!(f, "illegal: {color} {mv}: {why}; it is not on the record")
            }
            Self::Moved(moved) => moved.fmt(f),
        }
    }
}

impl fmt::Display for Moved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left = |color| clock(self.main_time.saturating_sub(self.used[color]));
        write!(
            f,
            "{:>3}  {:<5} {:<4}  left: Black {}, White {}",
            self.number,
            self.color,
            self.mv,
            left(Color::Black),
            left(Color::White)
        )?;
        match &self.board {
            Some(board) => write!(f, "\n{board}"),
            None => Ok(()),
        }
    }
}
