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
mod extra_queries;
mod game_facts;
mod gmp;
mod gmp_handshake;
mod nudge;
mod phase;
mod queue;
mod strict;
mod transitions;
mod tx_queue;
mod unconfirmed;

pub use clause::Clause;
pub use config::{Config, Pace, Strictness};
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
use crate::message::{Message, Vertex, WireMove};
use crate::time::Instant;
use extra_queries::HandicapAnswer;
use nudge::Nudge;
use queue::Queue;
use tx_queue::TxQueue;
use unconfirmed::Unconfirmed;

/// Resends of a final pass before the session takes the end for granted.
const FINAL_RESENDS: u32 = 3;
/// Events of one input: a frame yields at most three.
const EVENTS: usize = 4;

/// One side of a game over the wire. Holds no more than a few hundred bytes, reads no clock.
#[derive(Clone, Debug)]
pub struct Session {
    config: Config,
    decoder: Decoder,
    bit: AlternatingBit,
    phase: Phase,
    tx: TxQueue,
    /// A MOVE that waits for the caller's judgment.
    offered: Option<Frame>,
    /// Our move that goes out once an answer of ours is through.
    unsent: Option<WireMove>,
    /// The NEWGAME of the next game.
    reopened: Option<Frame>,
    unconfirmed: Unconfirmed,
    nudge: Nudge,
    handicap_answer: HandicapAnswer,
    /// What the caller has told of the game.
    facts: GameFacts,
    /// Our own answer to the question that we have asked in play.
    compared: Option<u16>,
    /// When the peer's last frame was answered, where the letter counts.
    answered: Option<Instant>,
    /// A frame with impossible bits and how often it came.
    missed: Option<(Frame, u8)>,
    /// End of our last NEWGAME on the line.
    opened: Option<Instant>,
    events: Queue<Event, EVENTS>,
}

/// All that has to be on disk to continue a session after a crash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Where the game stands.
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

/// What became of a refused move.
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
        let mut session = Self::at_rest(config, Phase::Waiting, AlternatingBit::default(), now);
        if let Dialect::Gmp(proposed) = config.dialect {
            if proposed.color == Some(Color::Black) {
                session.open_gmp(proposed);
            }
        } else if config.color == Color::Black {
            session.phase = Phase::NewGameSent;
            session.send(Message::NewGame);
        }
        session
    }

    /// A game that was interrupted: sends the pending frame byte for byte, or else the OK of the
    /// last frame taken, once. (Call, section 15(1): the judge decides whether play goes on.)
    #[must_use]
    pub fn resume(config: Config, snapshot: Snapshot, now: Instant) -> Self {
        let mut session = Self::at_rest(config, snapshot.phase, snapshot.bit, now);
        session.unsent = snapshot.unsent;
        session.say_again();
        let waits = snapshot.bit.pending().is_some();
        if let (Phase::Over { .. }, false) = (snapshot.phase, waits) {
            let until = Some(now + config.linger);
            session.phase = Phase::Over { until };
        }
        session
    }

    fn at_rest(config: Config, phase: Phase, bit: AlternatingBit, now: Instant) -> Self {
        Self {
            config,
            decoder: Decoder::new(),
            bit,
            phase,
            tx: TxQueue::new(now),
            offered: None,
            unsent: None,
            reopened: None,
            unconfirmed: Unconfirmed::default(),
            nudge: Nudge::default(),
            handicap_answer: HandicapAnswer::default(),
            facts: GameFacts::default(),
            compared: None,
            answered: None,
            missed: None,
            opened: None,
            events: Queue::new(),
        }
    }

    /// What has to be on disk before anything more is sent.
    #[must_use]
    pub const fn snapshot(&self) -> Snapshot {
        Snapshot {
            phase: self.phase,
            bit: self.bit,
            unsent: self.unsent,
        }
    }

    /// Where the game stands.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// What the line brought so far.
    #[must_use]
    pub const fn counts(&self) -> Counts {
        self.decoder.counts()
    }

    /// Our frame that waits for an acknowledgement, and how often it was sent again.
    #[must_use]
    pub const fn pending(&self) -> Option<(Frame, u32)> {
        match self.bit.pending() {
            Some(frame) => Some((frame, self.tx.resends())),
            None => None,
        }
    }

    /// What stops the session if it comes again, or if nothing sensible does.
    #[must_use]
    pub fn unconfirmed(&self) -> Option<Stop> {
        self.unconfirmed.verdict()
    }

    /// Whether `send_move` would be taken now.
    #[must_use]
    pub fn is_our_turn(&self) -> bool {
        self.playing().is_some_and(|progress| {
            let wire_is_free = self.bit.pending().is_none() || self.only_words_wait();
            self.mover(progress) == self.config.color && self.unsent.is_none() && wire_is_free
        })
    }

    /// Nothing is sent or taken any more.
    const fn is_silent(&self) -> bool {
        matches!(self.phase, Phase::Stopped(_) | Phase::Finished)
    }

    const fn playing(&self) -> Option<Progress> {
        match self.phase {
            Phase::Playing(progress) => Some(progress),
            _ => None,
        }
    }

    // --- inputs

    /// How the game stands, for a peer that asks: told before each input, it is never old.
    pub const fn set_facts(&mut self, facts: GameFacts) {
        self.facts = facts;
    }

    /// Takes bytes up to the end of the first frame among them; answers how many it took.
    /// Events of an earlier input have to be drained first: until then it takes none.
    pub fn handle_bytes(&mut self, now: Instant, bytes: &[u8]) -> usize {
        if !self.events.is_empty() {
            return 0;
        }
        if !bytes.is_empty() {
            self.nudge.begin_anew();
        }
        for (index, &byte) in bytes.iter().enumerate() {
            match self.decoder.push(byte) {
                Some(Heard::Frame(frame)) => {
                    self.nudge.hear_frame();
                    let verdict = self.handle_frame(now, frame);
                    self.emit_in_front(Event::Heard(frame, verdict));
                }
                Some(Heard::Garbled { bytes, error }) => self.emit(Event::Garbled { bytes, error }),
                Some(Heard::Talk(_)) | None => continue,
            }
            return index + 1;
        }
        bytes.len()
    }

    /// Time has passed. Calling it early does nothing.
    pub fn handle_timeout(&mut self, now: Instant) {
        if self.is_silent() {
            return;
        }
        if let Some(stop) = self.unconfirmed.expire(now) {
            return self.stop(stop);
        }
        if let Phase::Over { until: Some(until) } = self.phase
            && now >= until
        {
            return self.finish();
        }
        if let Some(resends) = self.tx.handle_timeout(now) {
            self.limit(resends);
        }
    }

    /// Another resend has come due: one too many?
    fn limit(&mut self, resends: u32) {
        match (self.phase, self.config.max_resends) {
            (Phase::Over { .. }, _) if resends > FINAL_RESENDS => self.finish(),
            (Phase::Over { .. }, _) => {}
            (_, Some(most)) if resends > most => self.stop(Stop::NoAnswer { resends: most }),
            _ => {}
        }
    }

    /// The line was away and is back: the pending frame goes out once more, byte for byte, or else
    /// the acknowledgement of the last frame taken, once. The bits stay as they are.
    /// A strict session waits for its 20 s.
    pub fn handle_reconnect(&mut self) {
        if !self.is_strict() {
            self.say_again();
        }
    }

    fn say_again(&mut self) {
        if self.is_silent() {
            return;
        }
        self.nudge.begin_anew();
        if self.bit.pending().is_some() {
            self.tx.rearm();
            return;
        }
        // Black's ANSWER(1) also acknowledged something, but its own OK has come: not again.
        let ok = self.bit.acknowledgement();
        if let Some(ok) = ok.filter(|frame| frame.message() == Message::Ok) {
            self.tx.answer(ok);
        }
    }

    /// Our move, for the peer.
    ///
    /// # Errors
    /// [`Misuse::NotOurTurn`], [`Misuse::OffBoard`]; the session is unchanged.
    pub fn send_move(&mut self, vertex: Vertex) -> Result<(), Misuse> {
        let progress = self
            .playing()
            .filter(|_| self.is_our_turn())
            .ok_or(Misuse::NotOurTurn)?;
        let grid = self.config.grid();
        let mv = grid.number(self.config.color, vertex);
        let mv = mv.ok_or(Misuse::OffBoard)?;
        if self.only_words_wait() {
            self.unsent = Some(mv);
        } else {
            self.send(Message::Move(mv));
        }
        let progress = progress.after(vertex == Vertex::Pass);
        self.phase = if progress.is_over() {
            Phase::Over { until: None }
        } else {
            Phase::Playing(progress)
        };
        Ok(())
    }

    /// The offered move is legal and recorded: it is acknowledged.
    ///
    /// # Errors
    /// [`Misuse::NothingOffered`].
    pub fn accept_move(&mut self, now: Instant) -> Result<(), Misuse> {
        let is_move = |frame: &mut Frame| matches!(frame.message(), Message::Move(_));
        let (frame, progress) = self
            .offered
            .take_if(is_move)
            .zip(self.playing())
            .ok_or(Misuse::NothingOffered)?;
        if self.bit.pending().is_some() {
            self.settle_by(now);
        }
        let ok = self.bit.take_with_ok(frame);
        self.tx.release();
        self.tx.answer(ok);
        self.unconfirmed.dispel();
        self.missed = None;
        let is_pass = matches!(frame.message(), Message::Move(mv) if mv.number() == 0);
        let progress = progress.after(is_pass);
        self.phase = if progress.is_over() {
            Phase::Over {
                until: Some(now + self.config.linger),
            }
        } else {
            Phase::Playing(progress)
        };
        Ok(())
    }

    /// The offered move is against the rules. It may be noise that passed the checksum: it is not
    /// acknowledged, and believed at its second copy or after `Config::doubt`.
    ///
    /// # Errors
    /// [`Misuse::NothingOffered`].
    pub fn refuse_move(&mut self, now: Instant) -> Result<Refusal, Misuse> {
        let frame = self.offered.ok_or(Misuse::NothingOffered)?;
        let Message::Move(mv) = frame.message() else {
            return Err(Misuse::NothingOffered);
        };
        let mv = self.config.read(mv).unwrap_or(mv);
        self.offered = None;
        match self
            .unconfirmed
            .hear(frame, Stop::IllegalMove(mv), &self.config, now)
        {
            None => Ok(Refusal::Doubted),
            Some(stop) => {
                self.stop(stop);
                Ok(Refusal::Confirmed)
            }
        }
    }

    /// The game ends here for a reason outside the wire (the 400th move): nothing new is sent,
    /// repeats are answered for a while.
    pub fn conclude(&mut self, now: Instant) {
        if self.playing().is_some() {
            let until = self
                .bit
                .pending()
                .is_none()
                .then(|| now + self.config.linger);
            self.phase = Phase::Over { until };
            self.offered = None;
            self.unconfirmed.dispel();
        }
    }

    /// The caller ends the session (a flag fell, a resignation): nothing more is sent.
    pub fn halt(&mut self) {
        if !self.is_silent() {
            self.fall_silent(Phase::Stopped(Stop::Ended));
        }
    }

    /// The peer has hung up for good. After the end of the game that is normal.
    pub fn handle_hang_up(&mut self) {
        if matches!(self.phase, Phase::Over { .. }) {
            self.finish();
        }
    }

    // --- outputs

    /// The next bytes for the line, or `None` until the deadline.
    pub fn poll_transmit(&mut self, now: Instant) -> Option<Transmit> {
        let transmit = self
            .tx
            .poll_transmit(self.bit.pending(), &self.config, now)
            .or_else(|| self.poll_nudge(now))?;
        if transmit.frame.message() == Message::NewGame {
            self.opened = Some(now + self.config.pace.frame);
        }
        Some(transmit)
    }

    /// When to call `handle_timeout` and `poll_transmit` if no bytes come before.
    #[must_use]
    pub fn poll_timeout(&self) -> Option<Instant> {
        let linger = match self.phase {
            Phase::Over { until } => until,
            _ => None,
        };
        [
            self.tx.poll_timeout(),
            self.unconfirmed.deadline(),
            self.nudge_deadline(),
            linger,
        ]
        .into_iter()
        .flatten()
        .min()
    }

    /// The next event of the last input.
    pub fn poll_event(&mut self) -> Option<Event> {
        self.events.pop()
    }

    fn send(&mut self, message: Message) {
        self.bit.send(message);
        self.tx.arm();
    }

    fn settle(&mut self) {
        self.bit.settle();
        self.tx.disarm();
    }

    fn stop(&mut self, stop: Stop) {
        self.fall_silent(Phase::Stopped(stop));
        self.emit(Event::Stopped(stop));
    }

    fn finish(&mut self) {
        self.fall_silent(Phase::Finished);
        self.emit(Event::Finished);
    }

    /// Nothing is left to send, to judge or to wait for: no deadline may outlive the session.
    fn fall_silent(&mut self, phase: Phase) {
        self.phase = phase;
        self.tx.clear();
        (self.offered, self.unsent) = (None, None);
        self.unconfirmed.dispel();
        self.nudge = Nudge::default();
    }

    fn emit(&mut self, event: Event) {
        let fits = self.events.push(event);
        debug_assert!(fits, "an input yields at most {EVENTS} events");
    }

    /// The frame itself comes before what it brought about.
    fn emit_in_front(&mut self, event: Event) {
        let later = core::mem::replace(&mut self.events, Queue::new());
        self.emit(event);
        let mut later = later;
        while let Some(event) = later.pop() {
            self.emit(event);
        }
    }
}
