//! A game over the wire as a state machine for either color (call, Appendix A), in the FJK 2000
//! dialect or the full Go Modem Protocol.
//!
//! # The one law
//! One input, then drain what there is to send, then the next deadline, then events:
//!
//! 1. give it one input: [`Session::handle_bytes`], [`Session::handle_timeout`],
//!    [`Session::send_move`], [`Session::accept_move`], [`Session::refuse_move`];
//! 2. [`Session::poll_transmit`] until it is `None`, handing the bytes to the port;
//! 3. [`Session::poll_timeout`]: wait for bytes no longer than that;
//! 4. [`Session::poll_event`] until it is `None`.
//!
//! A caller that keeps a journal writes [`Session::snapshot`] to disk between 1 and 2 whenever it
//! has changed: then nothing is sent or acknowledged that a crash could make it forget.

mod clause;
mod config;
mod dialect;
mod event;
mod fjk_handshake;
mod game_facts;
mod gmp;
mod gmp_handshake;
mod link;
mod nudge;
mod opening;
mod phase;
mod play;
mod queue;
mod state;
mod strict;
mod transitions;
mod tx_queue;
mod unconfirmed;

pub use clause::Clause;
pub use config::{Config, Pace, RESEND_INTERVAL, Strictness};
pub use dialect::{Agreement, Dialect, Handicap, ProposedTerms};
pub use event::{Answered, Event, FrameVerdict, Stop};
pub use game_facts::GameFacts;
pub use gmp_handshake::GmpHandshake;
pub use phase::{Phase, Progress};
pub use tx_queue::{Chunk, Reason, Transmit};

use core::fmt;

use crate::Color;
use crate::bit::AlternatingBit;
use crate::decoder::{Counts, Decoder, Heard};
use crate::frame::Frame;
use crate::message::{Message, WireMove};
use crate::time::Instant;
use link::Link;
use state::State;
use strict::StrictFilter;

/// Resends of a final pass before the session takes the end for granted.
const FINAL_RESENDS: u32 = 3;

/// Resends of a frame of the full protocol's handshake before its opener begins it again.
const HANDSHAKE_RESENDS: u32 = 3;

/// One side of a game over the wire. Holds no more than a few hundred bytes, reads no clock.
///
/// ```
/// use sgmp_proto::{Color, Config, Event, Instant, Session};
///
/// let mut now = Instant::ZERO;
/// let mut black = Session::new(Config::tournament(Color::Black), now);
/// let mut white = Session::new(Config::tournament(Color::White), now);
/// // A line that brings every frame at once, until both sides are ready to play.
/// let mut ready = 0;
/// while ready < 2 {
///     for (from, to) in [(0, 1), (1, 0)] {
///         let sessions = [&mut black, &mut white];
///         let Some(transmit) = sessions[from].poll_transmit(now) else { continue };
///         sessions[to].handle_bytes(now, &transmit.bytes());
///         while let Some(event) = sessions[to].poll_event() {
///             ready += u32::from(event == Event::Ready);
///         }
///     }
///     let deadlines = [black.poll_timeout(), white.poll_timeout()];
///     now = now.max(deadlines.into_iter().flatten().min().unwrap_or(now));
/// }
/// assert!(black.is_our_turn() && !white.is_our_turn());
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    /// Color and size are those of the latest agreement.
    config: Config,
    decoder: Decoder,
    link: Link,
    state: State,
    strict: StrictFilter,
    /// The facts that the caller has set.
    facts: GameFacts,
}

/// All that has to be on disk to continue a session after a crash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The phase of the game.
    pub phase: Phase,
    /// The sequence bits and the frames that belong to them.
    pub bit: AlternatingBit,
    /// Our move, decided and not yet sent: it waits until an answer of ours is through.
    pub unsent: Option<WireMove>,
}

/// A call that the state of the session does not allow: the caller's fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misuse {
    /// `send_move` when it is not our turn, or while our last move is not acknowledged.
    NotOurTurn,
    /// `send_move` with a point that the board does not have.
    OffBoard,
    /// `accept_move` or `refuse_move` with no move offered.
    NothingOffered,
    /// `request_undo` where nothing can be taken back.
    CannotTakeBack,
    /// `next_game` before this one has ended, or in the FJK dialect.
    GameNotOver,
    /// `ask` where nothing can be asked.
    CannotAsk,
}

impl fmt::Display for Misuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotOurTurn => "it is not our turn to move",
            Self::OffBoard => "the point is not on the board",
            Self::NothingOffered => "no move waits for judgment",
            Self::CannotTakeBack => "so many moves cannot be taken back now",
            Self::GameNotOver => "no other game can begin now",
            Self::CannotAsk => "nothing can be asked now",
        })
    }
}

impl core::error::Error for Misuse {}

/// The fate of a refused move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The first copy: it may be noise, and is not acknowledged.
    Doubted,
    /// The second copy: it was meant; the session has stopped.
    Confirmed,
}

impl Session {
    /// A new game. Black has its NEWGAME to send at once; White waits for it.
    #[must_use]
    pub fn new(config: Config, now: Instant) -> Self {
        let link = Link::new(AlternatingBit::default(), now);
        let mut session = Self::with_state(config, State::Waiting, link);
        match config.dialect {
            Dialect::Fjk if config.color == Color::Black => session.open_fjk(),
            Dialect::Gmp(proposed) if proposed.color == Some(Color::Black) => {
                session.open_gmp(proposed);
            }
            Dialect::Fjk | Dialect::Gmp(_) => {}
        }
        session
    }

    /// A game that was interrupted: sends the pending frame byte for byte, or else the OK of the
    /// last frame taken, once. (Call, section 15(1): the judge decides whether play goes on.)
    #[must_use]
    pub fn resume(config: Config, snapshot: Snapshot, now: Instant) -> Self {
        let mut state = State::restore(snapshot.phase, config.agreement(), snapshot.unsent);
        if let (State::Over(over), None) = (&mut state, snapshot.bit.pending()) {
            over.until = Some(now + config.linger);
        }
        let mut session = Self::with_state(config, state, Link::new(snapshot.bit, now));
        session.say_again();
        session
    }

    fn with_state(config: Config, state: State, link: Link) -> Self {
        Self {
            decoder: Decoder::new(),
            link,
            state,
            strict: StrictFilter::new(&config),
            facts: GameFacts::default(),
            config,
        }
    }

    /// The state that has to be on disk before anything more is sent.
    #[must_use]
    pub const fn snapshot(&self) -> Snapshot {
        Snapshot {
            phase: self.phase(),
            bit: self.link.bit,
            unsent: match self.state {
                State::Play(play) => play.query.unsent,
                State::Over(over) => over.query.unsent,
                _ => None,
            },
        }
    }

    /// The phase of the game.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.state.phase()
    }

    /// Number of bytes and frames that the line has brought.
    #[must_use]
    pub const fn counts(&self) -> Counts {
        self.decoder.counts()
    }

    /// Our frame that waits for an acknowledgement, and its number of resends.
    #[must_use]
    pub const fn pending(&self) -> Option<(Frame, u32)> {
        match self.link.bit.pending() {
            Some(frame) => Some((frame, self.link.tx.resends())),
            None => None,
        }
    }

    /// The stop that a frame would cause, if one waits for its second copy.
    #[must_use]
    pub fn unconfirmed(&self) -> Option<Stop> {
        self.link.unconfirmed.stop()
    }

    /// Nothing is sent or taken any more.
    const fn is_silent(&self) -> bool {
        matches!(self.state, State::Stopped(_) | State::Finished { .. })
    }

    // --- inputs

    /// Sets how the game stands, for a peer that asks: set before each input, it is never old.
    pub const fn set_facts(&mut self, facts: GameFacts) {
        self.facts = facts;
    }

    /// Takes bytes up to the end of the first frame among them; returns how many it took.
    /// Events of an earlier input have to be drained first: until then it takes none.
    pub fn handle_bytes(&mut self, now: Instant, bytes: &[u8]) -> usize {
        if self.link.has_events() {
            return 0;
        }
        if !bytes.is_empty() {
            self.restart_silence();
        }
        for (index, &byte) in bytes.iter().enumerate() {
            match self.decoder.push(byte) {
                Some(Heard::Frame(frame)) => {
                    self.end_nudging();
                    let verdict = self.handle_frame(now, frame);
                    self.link.emit_in_front(Event::Heard(frame, verdict));
                }
                Some(Heard::Garbled { bytes, error }) => {
                    self.link.emit(Event::Garbled { bytes, error });
                }
                Some(Heard::Talk(_)) | None => continue,
            }
            return index + 1;
        }
        bytes.len()
    }

    /// Takes note that time has passed. Calling it early does nothing.
    pub fn handle_timeout(&mut self, now: Instant) {
        if self.is_silent() {
            return;
        }
        if let Some(stop) = self.link.unconfirmed.expire(now) {
            return self.stop(stop);
        }
        if self.linger_until().is_some_and(|until| now >= until) {
            return self.finish();
        }
        if let Some(resends) = self.link.tx.handle_timeout(now) {
            self.limit_resends(resends);
        }
    }

    /// The line was away and is back: the pending frame goes out once more, byte for byte, or else
    /// the acknowledgement of the last frame taken, once. The bits stay as they are.
    /// A strict session waits for its 20 s.
    pub fn handle_reconnect(&mut self) {
        if !self.strict.is_on() {
            self.say_again();
        }
    }

    fn say_again(&mut self) {
        if self.is_silent() {
            return;
        }
        self.restart_silence();
        if self.link.bit.pending().is_some() {
            self.link.tx.rearm();
            return;
        }
        // Black's ANSWER(1) also acknowledged something, but its own OK has come: not again.
        let ok = self.link.bit.acknowledgement();
        if let Some(ok) = ok.filter(|frame| frame.message() == Message::Ok) {
            self.link.tx.answer(ok);
        }
    }

    /// The peer has hung up for good. After the end of the game that is normal.
    pub fn handle_hang_up(&mut self) {
        if matches!(self.state, State::Over(_)) {
            self.finish();
        }
    }

    /// Ends the session for a reason of the caller's (a flag fell, a resignation): nothing more is
    /// sent.
    pub fn halt(&mut self) {
        if !self.is_silent() {
            self.fall_silent(State::Stopped(Stop::Ended));
        }
    }

    // --- outputs

    /// Returns the next bytes for the line, or `None` until the deadline.
    pub fn poll_transmit(&mut self, now: Instant) -> Option<Transmit> {
        let pending = self.link.bit.pending();
        self.link
            .tx
            .poll_transmit(pending, &self.config, now)
            .or_else(|| self.poll_nudge(now))
    }

    /// Returns whether a peer that owes us a move is nudged after a long silence.
    #[must_use]
    pub fn nudges(&self) -> bool {
        self.config.nudge().is_some()
    }

    /// Returns when to call `handle_timeout` and `poll_transmit` if no bytes come before.
    #[must_use]
    pub fn poll_timeout(&self) -> Option<Instant> {
        [
            self.link.tx.poll_timeout(),
            self.link.unconfirmed.deadline(),
            self.nudge_deadline(),
            self.linger_until(),
        ]
        .into_iter()
        .flatten()
        .min()
    }

    /// Returns the next event of the last input.
    pub fn poll_event(&mut self) -> Option<Event> {
        self.link.poll_event()
    }

    const fn linger_until(&self) -> Option<Instant> {
        match self.state {
            State::Over(over) => over.until,
            _ => None,
        }
    }
}
