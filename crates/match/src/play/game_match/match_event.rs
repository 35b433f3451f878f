//! The reports of a match while it is played.

use std::time::Duration;

use sgmp_proto::{Answered, Frame, FrameError, FrameVerdict, Stop};

use super::super::ending::{Dispute, End, Outcome};
use super::super::pause::{NothingCharged, Pause};
use sgmp_board::rules::{ByColor, Color, Move};

/// Something to show, to record, or to act on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A good frame came, and what became of it.
    Heard(Frame, FrameVerdict),
    /// Four bytes came that are no frame.
    Garbled([u8; 4], FrameError),
    /// A frame of ours goes out again: nothing acknowledged it.
    Resent {
        /// The frame that goes out again, to the bit as it was.
        frame: Frame,
        /// The how-manieth resend, from 1.
        count: u32,
    },
    /// The opponent has owed us a move for a long time, and perhaps it was lost: our last OK begins
    /// to go out again, a byte at a time, which makes GNU Go send its move again.
    Nudged,
    /// The handshake is complete: the game begins.
    Ready,
    /// It is our move: ask the player.
    OurTurn,
    /// A move is on record.
    Moved {
        /// Its number, from 1.
        number: usize,
        /// The side that played it.
        color: Color,
        /// The move as it stands on the record.
        mv: Move,
        /// Stones of the other color that it took off the board.
        captured: usize,
        /// Both sides' time used.
        used: ByColor<Duration>,
    },
    /// The latest moves were taken back.
    TakenBack {
        /// The number of moves.
        moves: u16,
        /// The side that wished it.
        by: Color,
    },
    /// The opponent wished to take back so many moves; it was told that they stand.
    TakingBackRefused(u16),
    /// The opponent does not take back, or has moved at that moment: the moves stand.
    TakingBackDenied,
    /// The other side has told how the game stands there: after a resumption, in the full protocol.
    Answered(Answered),
    /// Our last move is acknowledged.
    Acknowledged,
    /// Something came once that would stop the game, and may be noise: an illegal move, a NEWGAME
    /// or a DENY. Believed when it comes again, or nothing sensible does.
    Doubted(Dispute),
    /// Something came once that would end the match before its first move, and may be noise: a
    /// NEWGAME to Black, or an answer that differs from the terms.
    OpeningDoubted(Stop),
    /// Nothing was heard for a while, although we wait for an answer.
    Silence(Duration),
    /// The opponent owes us a move and has been silent for so long; nothing is done about it.
    LongSilence(Duration),
    /// So many bytes have come since the last frame, for a while, and none of them is a frame.
    Noise(u64),
    /// Something was charged for a pause, or the judge's word was that nothing is.
    PauseCharged(Pause),
    /// The judge's word on a pause that goes on, with what is charged of it so far: it holds until the other side is heard.
    PauseRuled(Pause),
    /// A judge's word on a pause came, and nothing was charged.
    NothingCharged(NothingCharged),
    /// The opponent is over its time: the operator may claim.
    OpponentOverTime(Duration),
    /// The journal cannot be written: nothing is sent or acknowledged until it can.
    JournalFailed(String),
    /// The journal is written again.
    JournalMended,
    /// The record cannot be written; the match plays on.
    RecordFailed(String),
    /// The line is gone.
    LinkDown(String),
    /// The line is back.
    LinkUp,
    /// There will be no more moves; assess the board if [`End::wants_assessment`], then settle.
    Ended(End),
    /// The result stands and is in the journal.
    Settled(Box<Outcome>),
}
