//! The driver's inputs, settings and result, and what watches it.

use std::time::Duration;

use sgmp_proto::{Instant, Transmit};

use super::player_thread::PlayerReply;
use crate::play::{Event, Match, OperatorDecision, Outcome};
use crate::port::device::OpenError;
use crate::port::device::{Connection, Port};
use sgmp_board::rules::Status;
use sgmp_engine::time_control::Thinking;

/// An input of the loop.
pub enum Input {
    /// Bytes from the peer.
    Bytes {
        /// The match's connection that brought them, counted from 0.
        connection: u32,
        /// The time at which they came.
        at: Instant,
        /// The bytes of one read, in order.
        bytes: Vec<u8>,
    },
    /// The connection is gone.
    ConnectionFailed {
        /// The match's connection, counted from 0: an old one's failure is no news.
        connection: u32,
        /// The failure in words, for the operator.
        what: String,
    },
    /// A connection again, or none in the time allowed.
    Reconnected(Box<(Port, Result<Connection, OpenError>)>),
    /// An answer of the player's thread, perhaps to an earlier question.
    PlayerReply(PlayerReply),
    /// A word of the operator, from whichever console.
    Operator(Operator),
}

/// A word of the operator during play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operator {
    /// A decision about the game.
    Decides(OperatorDecision),
    /// Leave now, to resume later: record and journal are intact.
    Leaves,
    /// No game after this one, where one follows another.
    LeavesAfterGame,
    /// A line of text for the other side's operator, between the frames.
    Says(String),
    /// The latest moves back to our last turn, please: what the opponent has played since, and ours
    /// before it.
    TakesBack,
    /// The dead stones are being talked about after the end: the match is not left before [`Self::Counted`] or
    /// [`Self::CountStands`].
    Counts,
    /// The board is counted so, as both operators agree, whatever was counted.
    Counted(Box<Status>),
    /// The count stands as it was made.
    CountStands,
}

/// The way in which the driver came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finish {
    /// The match has an outcome.
    Outcome(Outcome),
    /// The operator left; the match can be resumed.
    Left,
}

/// The rest of a match that has ended.
pub struct DriverResult {
    /// The way in which it ended.
    pub finish: Finish,
    /// The match with all its moves, settled or not.
    pub game: Match,
    /// The port; `None` while a thread waits for another connection.
    pub port: Option<Port>,
    /// The connection, unless it has failed.
    pub connection: Option<Connection>,
    /// Bytes that have come and that nobody has heard yet.
    pub unread: Vec<u8>,
}

/// Somebody who watches a match: a progress display, an event stream, a trace.
pub trait Spectator {
    /// Bytes came from the line, before anything is made of them.
    fn heard(&mut self, _at: Instant, _bytes: &[u8]) {}
    /// A frame went out.
    fn sent(&mut self, _at: Instant, _transmit: &Transmit) {}
    /// The line is back: what waits goes out at once, and is told after this.
    fn line_up(&mut self, _at: Instant) {}
    /// The match tells of something; `_game` has it already.
    fn event(&mut self, _now: Instant, _game: &Match, _event: &Event) {}
}

/// The player's work while the opponent thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpponentsTime {
    /// It thinks about its answers.
    Ponder,
    /// Nothing: the machine is needed by others.
    Rest,
}

/// Settings of the loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DriverSettings {
    /// Time to wait for a port that vanished.
    pub reconnect: Duration,
    /// The player's time to think.
    pub thinking: Thinking,
    /// Its work while the opponent thinks.
    pub opponents_time: OpponentsTime,
    /// The line after an end that the other program cannot see.
    pub unseen_end: UnseenEnd,
    /// Time for which an operator may name other dead stones after the count; none where nobody is there.
    pub count_offer: Duration,
}

/// The line after an end that the other program cannot see ([`crate::play::End::is_unseen`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnseenEnd {
    /// It is hung up at once: nothing else ends that program.
    HangUp,
    /// Repeats of its last frame are answered for a while, as after any other end.
    Linger,
}
