//! What a session reports.

use core::fmt;

use super::Sentence;
use crate::frame::{Frame, FrameError};
use crate::message::{Query, WireMove};

/// What became of a frame that was heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// New, in its place, taken.
    Taken,
    /// A move in its place, offered for judgement.
    Offered,
    /// It acknowledges our frame that waited.
    Acknowledges,
    /// An OK that is not the end of what waits, or for nothing.
    Idle,
    /// A repeat: answered with the bytes that answered it first.
    Repeat,
    /// Sent while ours was on its way: dropped until it acknowledges ours (rule 6).
    Crossed,
    /// The peer has missed something or ignores bits: dropped (rule 5).
    Missed,
    /// Not a command for this stage of the game: dropped.
    OutOfPlace,
    /// Perhaps noise that passed the checksum: not acknowledged, waiting for a second copy.
    Doubted,
    /// After the end: acknowledged once, not recorded.
    AfterEnd,
    /// Our own frame come back.
    Echo,
    /// The call does not allow it, and the session is strict: dropped. The sentence.
    Refused(Sentence),
}

/// Why a session came to a halt before the game's natural end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Our NEWGAME came back at once: an echo on the line or a loopback plug.
    Echo,
    /// The other side also plays Black.
    BothBlack,
    /// Black's terms differ from the tournament's.
    TermsDiffer {
        /// The question: colour (11) or handicap (8).
        query: Query,
        /// The answer that the call demands.
        expected: u16,
        /// The answer that came.
        got: u16,
    },
    /// NEWGAME in mid-game: the other program was started again.
    PeerRestarted,
    /// The peer denied our move.
    Denied,
    /// A MOVE that the rules forbid, confirmed.
    IllegalMove(WireMove),
    /// So many resends without an acknowledgement.
    NoAnswer {
        /// How often the frame was sent again.
        resends: u32,
    },
    /// The caller ended the session.
    Ended,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Echo => f.write_str("our own bytes come back: an echo or a loopback plug"),
            Self::BothBlack => f.write_str("both sides are Black"),
            Self::TermsDiffer {
                query: Query::COLOR,
                got,
                ..
            } => {
                write!(f, "the other side answers colour {got}, not 2 (Black)")
            }
            Self::TermsDiffer { expected, got, .. } => {
                write!(
                    f,
                    "the other side answers handicap {got}, not {expected} (even game)"
                )
            }
            Self::PeerRestarted => f.write_str("NEWGAME in mid-game: the other side was restarted"),
            Self::Denied => f.write_str("the other side denied our move"),
            Self::IllegalMove(mv) => write!(f, "illegal move: {mv}"),
            Self::NoAnswer { resends } => write!(f, "no answer after {resends} resends"),
            Self::Ended => f.write_str("ended"),
        }
    }
}

/// Something the caller may want to show, record or act on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A good frame and what became of it.
    Heard(Frame, Verdict),
    /// Four bytes in a frame's shape that are none; dropped.
    Garbled {
        /// As they came.
        bytes: [u8; 4],
        /// What is wrong with them.
        error: FrameError,
    },
    /// The handshake is complete.
    Ready,
    /// A MOVE in its place: judge it by the rules, then call `accept_move` or `refuse_move`.
    MoveOffered(WireMove),
    /// Our move is acknowledged.
    MoveAcknowledged,
    /// The session halts; nothing more is sent or taken.
    Stopped(Stop),
    /// The game is over and nobody waits for anything: the line may be closed.
    Finished,
}
