//! The reports of a session.

use core::fmt;

use super::Clause;
use super::dialect::Agreement;
use crate::Color;
use crate::frame::{Frame, FrameError};
use crate::message::{Query, Vertex, WireMove};

/// The verdict on a frame that was heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameVerdict {
    /// New, in its place, taken.
    Taken,
    /// A move in its place, offered for judgment.
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
    /// Not a command for this phase of the game: dropped.
    OutOfPlace,
    /// Perhaps noise that passed the checksum: not acknowledged, waiting for a second copy.
    Doubted,
    /// After the end: acknowledged once, not recorded.
    AfterEnd,
    /// Our own frame come back.
    Echo,
    /// The call does not allow it, and the session is strict: dropped. The sentence.
    Refused(Clause),
}

/// The reason why a session came to a halt before the game's natural end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Our NEWGAME came back at once: an echo on the line or a loopback plug.
    Echo,
    /// The other side also plays Black.
    BothBlack,
    /// The other side's terms differ from the tournament's, or in the full protocol from ours.
    TermsDiffer {
        /// The question: color (11) or handicap (8); rules (7) or size (9) too.
        query: Query,
        /// The answer that the call, or our wish, demands.
        expected: u16,
        /// The answer that came.
        got: u16,
    },
    /// NEWGAME in mid-game: the other program was started again.
    PeerRestarted,
    /// The peer denied our move.
    Denied,
    /// The peer does not want a game (the full protocol).
    NewGameDenied,
    /// A MOVE that the rules forbid, confirmed.
    IllegalMove(WireMove),
    /// So many resends without an acknowledgement.
    NoAnswer {
        /// Number of times that the frame was sent again.
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
                expected,
                got,
            } => {
                let color = if *expected == 2 { "Black" } else { "White" };
                write!(
                    f,
                    "the other side answers color {got}, not {expected} ({color})"
                )
            }
            Self::TermsDiffer {
                query: Query::HANDICAP,
                expected: 1,
                got,
            } => write!(
                f,
                "the other side answers handicap {got}, not 1 (even game)"
            ),
            Self::TermsDiffer {
                query,
                expected,
                got,
            } => {
                let what = match *query {
                    Query::GAME => "game",
                    Query::RULES => "rules",
                    Query::HANDICAP => "handicap",
                    Query::SIZE => "board size",
                    _ => "something",
                };
                write!(f, "the other side answers {what} {got}, not {expected}")
            }
            Self::PeerRestarted => f.write_str("NEWGAME in mid-game: the other side was restarted"),
            Self::Denied => f.write_str("the other side denied our move"),
            Self::NewGameDenied => f.write_str("the other side does not want a game"),
            Self::IllegalMove(mv) => write!(f, "illegal move: {mv}"),
            Self::NoAnswer { resends } => write!(f, "no answer after {resends} resends"),
            Self::Ended => f.write_str("ended"),
        }
    }
}

/// The other side's answer beside our own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The question that we asked and that the other side answered.
    pub query: Query,
    /// Its answer; 0: unknown.
    pub theirs: u16,
    /// Our own answer to the same question at that moment; 0: unknown.
    pub ours: u16,
}

impl Answered {
    /// Returns whether both sides know, and contradict each other. Clocks may: each has its own.
    #[must_use]
    pub const fn differs(self) -> bool {
        self.theirs != 0 && self.ours != 0 && self.theirs != self.ours
    }
}

/// Something the caller may want to show, record or act on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A good frame and what became of it.
    Heard(Frame, FrameVerdict),
    /// Four bytes in a frame's shape that are none; dropped.
    Garbled {
        /// All four bytes in the order of arrival, the start byte first.
        bytes: [u8; 4],
        /// The fault in them.
        error: FrameError,
    },
    /// The terms settled by the full protocol's handshake; [`Event::Ready`] follows.
    Agreed(Agreement),
    /// The full protocol: the other side has answered a question about how the game stands
    /// ([`crate::GameFacts`]).
    Answered(Answered),
    /// The handshake is complete.
    Ready,
    /// A MOVE in its place: judge it by the rules, then call `accept_move` or `refuse_move`.
    MoveOffered(Color, Vertex),
    /// Our move is acknowledged.
    MoveAcknowledged,
    /// The other side wants the last so many moves back, at most those on record: call
    /// `accept_undo` or `refuse_undo`.
    UndoOffered(u16),
    /// The other side takes back so many moves as we wished: take them off the board, then call
    /// `rewind`.
    UndoGranted(u16),
    /// The other side has denied our wish to take back, or has moved at that moment.
    UndoRefused,
    /// The session halts; nothing more is sent or taken.
    Stopped(Stop),
    /// The game is over and nobody waits for anything: the line may be closed.
    Finished,
}
