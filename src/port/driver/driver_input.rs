//! The driver's inputs, settings and result, and what watches it.

use std::time::Duration;

use sgmp_proto::{Instant, Transmit};

use super::player_thread::PlayerReply;
use crate::play::{Event, Match, OperatorDecision, Outcome};
use crate::port::device::OpenError;
use crate::port::device::{Connection, Port};
use crate::time_control::Thinking;

/// What reaches the loop.
pub enum Input {
    /// Bytes from the peer.
    Bytes {
        /// Which of the match's connections brought them, counted from 0.
        connection: u32,
        /// When they came.
        at: Instant,
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// The connection is gone.
    ConnectionFailed {
        /// Which of the match's connections, counted from 0: an old one's failure is no news.
        connection: u32,
        /// What happened.
        what: String,
    },
    /// A connection again, or none in the time allowed.
    Reconnected(Box<(Port, Result<Connection, OpenError>)>),
    /// What the player thought.
    PlayerReply(PlayerReply),
    /// The operator's word.
    Operator(Operator),
}

/// What the operator may say during play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operator {
    /// A decision about the game.
    Decides(OperatorDecision),
    /// Leave now, to resume later: record and journal are intact.
    Leaves,
    /// A line of text for the other side's operator, between the frames.
    Says(String),
    /// The latest moves back to our last turn, please: what the opponent has played since, and ours
    /// before it.
    TakesBack,
}

/// How the driver came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finish {
    /// The match has an outcome.
    Outcome(Outcome),
    /// The operator left; the match can be resumed.
    Left,
}

/// What is left when a match has ended.
pub struct DriverResult {
    /// How it ended.
    pub finish: Finish,
    /// The match itself.
    pub game: Match,
    /// The port; `None` while a thread waits for another connection.
    pub port: Option<Port>,
    /// The connection, unless it has failed.
    pub connection: Option<Connection>,
    /// What has come and nobody has heard yet.
    pub unread: Vec<u8>,
}

/// Somebody who watches a match: a progress display, an event stream, a trace.
pub trait Spectator {
    /// Bytes came.
    fn heard(&mut self, _at: Instant, _bytes: &[u8]) {}
    /// A frame went out.
    fn sent(&mut self, _at: Instant, _transmit: &Transmit) {}
    /// Something happened.
    fn event(&mut self, _now: Instant, _game: &Match, _event: &Event) {}
}

/// What the player does while the opponent thinks.
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
    /// How long to wait for a port that vanished.
    pub reconnect: Duration,
    /// How long the player may think.
    pub thinking: Thinking,
    /// What it does while the opponent thinks.
    pub opponents_time: OpponentsTime,
}
