//! The reports of a session, in C's shapes.

use std::ffi::CStr;

use sgmp_proto::{Event, FrameVerdict, Stop, Vertex};

use crate::terms::SGMP_FRAME_BYTES;

/// The verdict on a frame that was heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum SgmpVerdict {
    /// New, in its place, taken.
    Taken,
    /// A move in its place, offered for judgment.
    Offered,
    /// It acknowledges our frame that waited.
    Acknowledges,
    /// An OK that is not the end of what waits, or for nothing.
    Idle,
    /// A repeat: answered as the first time.
    Repeat,
    /// Sent while ours was on its way: dropped.
    Crossed,
    /// The peer has missed something or ignores bits: dropped.
    Missed,
    /// Not a command for this stage of the game: dropped.
    OutOfPlace,
    /// Perhaps noise that passed the checksum: waiting for a second copy.
    Doubted,
    /// After the end: acknowledged once.
    AfterEnd,
    /// Our own frame come back.
    Echo,
    /// The call does not allow it, and the session is strict: dropped.
    Refused,
}

impl From<FrameVerdict> for SgmpVerdict {
    fn from(verdict: FrameVerdict) -> Self {
        match verdict {
            FrameVerdict::Taken => Self::Taken,
            FrameVerdict::Offered => Self::Offered,
            FrameVerdict::Acknowledges => Self::Acknowledges,
            FrameVerdict::Idle => Self::Idle,
            FrameVerdict::Repeat => Self::Repeat,
            FrameVerdict::Crossed => Self::Crossed,
            FrameVerdict::Missed => Self::Missed,
            FrameVerdict::OutOfPlace => Self::OutOfPlace,
            FrameVerdict::Doubted => Self::Doubted,
            FrameVerdict::AfterEnd => Self::AfterEnd,
            FrameVerdict::Echo => Self::Echo,
            FrameVerdict::Refused(_) => Self::Refused,
        }
    }
}

/// The reason why a session came to a halt before the game's natural end. sgmp_stop_text has the
/// words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum SgmpStop {
    /// Our NEWGAME came back at once: an echo on the line or a loopback plug.
    Echo = 1,
    /// The other side also plays Black.
    BothBlack = 2,
    /// Black's terms differ from the tournament's.
    TermsDiffer = 3,
    /// NEWGAME in mid-game: the other program was started again.
    PeerRestarted = 4,
    /// The peer denied our move.
    Denied = 5,
    /// A move that the rules forbid, confirmed.
    IllegalMove = 6,
    /// Too many resends without an acknowledgement.
    NoAnswer = 7,
    /// sgmp_halt was called.
    Ended = 8,
}

impl SgmpStop {
    /// Every stop and its text.
    pub(crate) const TEXTS: [(Self, &CStr); 8] = [
        (
            Self::Echo,
            c"our own bytes come back: an echo or a loopback plug",
        ),
        (Self::BothBlack, c"both sides are Black"),
        (
            Self::TermsDiffer,
            c"the other side's color or handicap is not the tournament's",
        ),
        (
            Self::PeerRestarted,
            c"NEWGAME in mid-game: the other side was restarted",
        ),
        (Self::Denied, c"the other side denied our move"),
        (Self::IllegalMove, c"the other side's move is illegal"),
        (Self::NoAnswer, c"no answer after the last resend"),
        (Self::Ended, c"ended"),
    ];

    /// The text of a number that may be none of ours.
    pub(crate) fn text(number: i32) -> &'static CStr {
        let known = Self::TEXTS.iter().find(|(stop, _)| *stop as i32 == number);
        known.map_or(c"no stop of this library", |(_, text)| text)
    }
}

impl From<Stop> for SgmpStop {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Echo => Self::Echo,
            Stop::BothBlack => Self::BothBlack,
            Stop::TermsDiffer { .. } => Self::TermsDiffer,
            Stop::PeerRestarted => Self::PeerRestarted,
            Stop::Denied | Stop::NewGameDenied => Self::Denied,
            Stop::IllegalMove(_) => Self::IllegalMove,
            Stop::NoAnswer { .. } => Self::NoAnswer,
            Stop::Ended => Self::Ended,
        }
    }
}

/// Something the caller may want to show, record or act on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum SgmpEvent {
    /// There is none.
    None,
    /// A good frame and what became of it.
    Heard {
        /// As it came.
        frame: [u8; SGMP_FRAME_BYTES],
        /// The verdict on it.
        verdict: SgmpVerdict,
    },
    /// Four bytes in a frame's shape that are none; dropped.
    Garbled {
        /// As they came.
        bytes: [u8; SGMP_FRAME_BYTES],
    },
    /// The handshake is complete: Black is to move.
    Ready,
    /// The opponent's stone: judge it by the rules, record it, then call sgmp_accept_move or
    /// sgmp_refuse_move.
    MoveOffered {
        /// From the left, from 0.
        column: u8,
        /// From the bottom, from 0.
        row: u8,
    },
    /// The opponent's pass: as with a stone.
    PassOffered,
    /// Our move is acknowledged.
    MoveAcknowledged,
    /// The session halts; nothing more is sent or taken.
    Stopped {
        /// The reason.
        stop: SgmpStop,
    },
    /// The game is over and nobody waits for anything: the line may be closed.
    Finished,
}

impl SgmpEvent {
    /// `None` for what only the full protocol knows, which C is not offered.
    pub(crate) fn new(event: Event) -> Option<Self> {
        Some(match event {
            Event::Heard(frame, verdict) => Self::Heard {
                frame: frame.to_bytes(),
                verdict: verdict.into(),
            },
            Event::Garbled { bytes, .. } => Self::Garbled { bytes },
            Event::Ready => Self::Ready,
            Event::MoveOffered(_, Vertex::Point { column, row }) => {
                Self::MoveOffered { column, row }
            }
            Event::MoveOffered(_, Vertex::Pass) => Self::PassOffered,
            Event::MoveAcknowledged => Self::MoveAcknowledged,
            Event::Stopped(stop) => Self::Stopped { stop: stop.into() },
            Event::Finished => Self::Finished,
            Event::Agreed(_)
            | Event::Answered(_)
            | Event::UndoOffered(_)
            | Event::UndoGranted(_)
            | Event::UndoRefused => return None,
        })
    }
}
