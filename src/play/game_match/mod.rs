//! One match between us and the wire: the session, the board, both clocks, the journal, the record
//! and the end, as one state machine. It reads no clock and touches no port.
//!
//! The law is the session's: one input, then [`Match::poll_transmit`] until it is `None`, then
//! [`Match::poll_timeout`], then [`Match::poll_event`]; then [`Match::keep_record`], which may take
//! its time. Nothing is handed out for the line before all that it tells of is in the journal.

mod asking;
mod inputs;
mod match_event;
mod outputs;
mod persistence;
mod resume;
mod sinks;
mod taking_back;
mod wire_events;

#[cfg(test)]
mod tests;

pub use inputs::{OperatorDecision, PlayError};
pub use match_event::Event;
pub use resume::ResumeError;
pub use sinks::{JournalSink, RecordSink};
pub use taking_back::UndoPolicy;

use std::collections::VecDeque;
use std::time::Duration;

use jiff::Timestamp;
use sgmp_proto::{Counts, Instant, Phase, Query, Session, Snapshot};

use super::ending::{End, Outcome};
use super::journal::Entry;
use super::match_clocks::MatchClocks;
use super::terms::{NoSuchHandicap, Terms};
use crate::record::GameRecord;
use crate::rules::{ByColor, Color, Game};

/// When we claim what the terms of the game grant us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClaimPolicy {
    /// How far the opponent may be over its time before we stop with a claim.
    pub opponent_grace: Duration,
}

/// The wall clock at [`Instant::ZERO`], for the times in the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WallClock(
    /// Wall time at instant zero.
    pub Timestamp,
);

impl WallClock {
    /// Wall time at `now`.
    #[must_use]
    pub fn at(self, now: Instant) -> Timestamp {
        let micros = i64::try_from(now.as_micros()).unwrap_or(i64::MAX);
        self.0
            .checked_add(jiff::SignedDuration::from_micros(micros))
            .unwrap_or(Timestamp::MAX)
    }
}

/// A match in progress.
pub struct Match {
    terms: Terms,
    claims: ClaimPolicy,
    wall: WallClock,
    session: Session,
    game: Game,
    clocks: MatchClocks,
    /// Time used by the mover when each move was made.
    times: Vec<Duration>,
    journal_sink: Box<dyn JournalSink>,
    /// Entries that have to be on disk before anything more is sent.
    unwritten: VecDeque<Entry>,
    /// When to try the journal again.
    journal_retry: Option<Instant>,
    /// What the journal says of the session.
    written: Snapshot,
    record_sink: Box<dyn RecordSink>,
    record: RecordState,
    ending: Ending,
    /// The foul heard last, which the session may still doubt.
    suspected_foul: Option<super::ending::Foul>,
    opponent_shown_late: bool,
    last_heard: Instant,
    /// Since when the peer owes us an answer (White: a NEWGAME); `None` while what waits for one
    /// has not been handed out.
    awaiting_since: Option<Instant>,
    silence_shown: bool,
    pending_ack: PendingAck,
    /// Whether the handshake is done: from then on the judge decides, not "no game".
    has_begun: bool,
    /// Whether the journal holds the end: what the line still does is not kept.
    journal_is_closed: bool,
    /// Whether the line is down, so that no time of ours runs while a move waits for it.
    link_is_down: bool,
    taking_back: UndoPolicy,
    /// What we ask the other side at our next turn.
    queued_query: Option<Query>,
    events: VecDeque<Event>,
}

/// The record as written, compared with the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RecordState {
    /// Something is to be written.
    Old,
    /// It could not be written: tried again at the next change.
    Failed,
    /// It has everything.
    Kept,
}

/// The OK of the opponent's last move, until it is handed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PendingAck {
    None,
    Ok,
    /// The match has been stopped from our side: after this OK nothing is sent or taken.
    LastOk,
}

/// How far the end has come.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Ending {
    /// In play.
    Open,
    /// No more moves; the count is awaited.
    Ended(End),
    /// The result stands.
    Settled(Outcome),
}

impl Match {
    /// A new match in the FJK dialect; the journal must hold its `Opened` entry already.
    #[must_use]
    pub fn new(
        terms: Terms,
        config: sgmp_proto::Config,
        claims: ClaimPolicy,
        stores: (Box<dyn JournalSink>, Box<dyn RecordSink>),
        wall: WallClock,
        now: Instant,
    ) -> Self {
        let session = Session::new(config, now);
        let game = Game::new(terms.size, terms.komi).with_rules(terms.rules);
        Self::begin_with((terms, game), session, claims, stores, wall, now)
    }

    /// A match by terms that the full protocol's handshake has just settled; `session` has more to
    /// say of it, and its OK is yet to be sent. The journal must hold its `Opened` entry already.
    ///
    /// # Errors
    /// [`NoSuchHandicap`].
    pub fn agreed(
        terms: Terms,
        session: Session,
        claims: ClaimPolicy,
        stores: (Box<dyn JournalSink>, Box<dyn RecordSink>),
        wall: WallClock,
        now: Instant,
    ) -> Result<Self, NoSuchHandicap> {
        let game = terms.opening()?;
        let mut new = Self::begin_with((terms, game), session, claims, stores, wall, now);
        new.handle_session_events(now);
        new.commit(now);
        Ok(new)
    }

    fn begin_with(
        (terms, game): (Terms, Game),
        session: Session,
        claims: ClaimPolicy,
        stores: (Box<dyn JournalSink>, Box<dyn RecordSink>),
        wall: WallClock,
        now: Instant,
    ) -> Self {
        // The journal's first entry implies a session at rest: what is new is written first.
        let at_rest = Snapshot {
            phase: Phase::Waiting,
            bit: sgmp_proto::AlternatingBit::default(),
            unsent: None,
        };
        let clocks = fresh_clocks(&terms);
        let parts = Parts {
            session,
            game,
            clocks,
            times: Vec::new(),
            written: at_rest,
            has_begun: false,
        };
        let mut new = Self::assemble(terms, claims, stores, wall, now, parts);
        new.commit(now);
        new
    }

    fn assemble(
        terms: Terms,
        claims: ClaimPolicy,
        (journal_sink, record_sink): (Box<dyn JournalSink>, Box<dyn RecordSink>),
        wall: WallClock,
        now: Instant,
        parts: Parts,
    ) -> Self {
        // White waits from the start; a frame that waits has yet to be handed out.
        let asked = (parts.session.phase() == Phase::Waiting).then_some(now);
        Self {
            terms,
            claims,
            wall,
            session: parts.session,
            game: parts.game,
            clocks: parts.clocks,
            times: parts.times,
            journal_sink,
            unwritten: VecDeque::new(),
            journal_retry: None,
            written: parts.written,
            record_sink,
            record: RecordState::Old,
            ending: Ending::Open,
            suspected_foul: None,
            opponent_shown_late: false,
            last_heard: now,
            awaiting_since: asked,
            silence_shown: false,
            pending_ack: PendingAck::None,
            has_begun: parts.has_begun,
            journal_is_closed: false,
            link_is_down: false,
            taking_back: UndoPolicy::Refused,
            queued_query: None,
            events: VecDeque::new(),
        }
    }

    /// The wire of a match that is over, for another game.
    #[must_use]
    pub fn into_session(self) -> Session {
        self.session
    }

    // --- what it is

    /// The terms.
    #[must_use]
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The game so far.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Time used by both sides until now.
    #[must_use]
    pub fn used(&self, now: Instant) -> ByColor<Duration> {
        ByColor::new(
            self.clocks.used(Color::Black, now),
            self.clocks.used(Color::White, now),
        )
    }

    /// Time left on our clock.
    #[must_use]
    pub fn our_time_left(&self, now: Instant) -> Duration {
        self.clocks.left(self.terms.color, now)
    }

    /// What the line brought so far.
    #[must_use]
    pub const fn counts(&self) -> Counts {
        self.session.counts()
    }

    /// Where the wire stands.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.session.phase()
    }

    /// Whether it is our move and the wire would take it.
    #[must_use]
    pub fn is_our_turn(&self) -> bool {
        self.is_open() && self.session.is_our_turn()
    }

    /// Whether the opponent has to move.
    #[must_use]
    pub fn is_opponents_turn(&self) -> bool {
        self.is_open() && self.session.to_move() == Some(!self.terms.color)
    }

    /// Whether moves may still come.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        matches!(self.ending, Ending::Open)
    }

    /// The result, once it stands.
    #[must_use]
    pub const fn outcome(&self) -> Option<&Outcome> {
        match &self.ending {
            Ending::Settled(outcome) => Some(outcome),
            Ending::Open | Ending::Ended(_) => None,
        }
    }

    /// Whether the result stands and is on disk: there is nothing left to resume.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.outcome().is_some() && self.unwritten.is_empty()
    }

    /// Whether nobody waits for anything any more: the match is settled, and the peer has what it
    /// needs.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.is_settled() && matches!(self.session.phase(), Phase::Finished | Phase::Stopped(_))
    }

    /// The record of the game as it stands.
    #[must_use]
    pub fn record(&self) -> GameRecord {
        let outcome = match &self.ending {
            Ending::Open | Ending::Ended(End::TwoPasses) => None,
            Ending::Ended(end) => Some(Outcome {
                end: end.clone(),
                count: None,
            }),
            Ending::Settled(outcome) => Some(outcome.clone()),
        };
        super::game_record::record(&self.terms, &self.game, &self.times, outcome.as_ref())
    }

    /// Whether the record as written has everything that the game has.
    #[must_use]
    pub fn is_record_kept(&self) -> bool {
        self.record == RecordState::Kept
    }

    #[cfg(test)]
    const fn bit(&self) -> sgmp_proto::AlternatingBit {
        self.session.snapshot().bit
    }
}

/// What a match is put together from, new or resumed.
struct Parts {
    session: Session,
    game: Game,
    clocks: MatchClocks,
    times: Vec<Duration>,
    written: Snapshot,
    has_begun: bool,
}

fn fresh_clocks(terms: &Terms) -> MatchClocks {
    MatchClocks::new(terms.main_time, fresh_used(terms))
}

fn fresh_used(terms: &Terms) -> ByColor<Duration> {
    let mut used = ByColor::new(Duration::ZERO, Duration::ZERO);
    used[terms.color] = terms.used;
    used
}
