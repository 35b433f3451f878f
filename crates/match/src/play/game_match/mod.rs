//! One match between us and the wire: the session, the board, both clocks, the journal, the record
//! and the end, as one state machine. It reads no clock and touches no port.
//!
//! The law is the session's: one input, then [`Match::poll_transmit`] until it is `None`, then
//! [`Match::poll_timeout`], then [`Match::poll_event`]; then [`Match::keep_record`], which may take
//! its time. Nothing is handed out for the line before all that it tells of is in the journal.

mod builder;
mod charged_pauses;
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

pub use builder::{MatchBuilder, Stores};
pub use inputs::{OperatorDecision, PlayError};
pub use match_event::Event;
pub use resume::{Absence, ResumeError, finished_record};
pub use sinks::{JournalSink, RecordSink, StoreError};
pub use taking_back::UndoPolicy;

use std::collections::VecDeque;
use std::time::Duration;

use jiff::Timestamp;
use sgmp_proto::{Counts, Instant, Phase, Query, Session};

use super::ending::{End, Foul, Outcome};
use super::exchanges::Exchanges;
use super::match_clocks::MatchClocks;
use super::terms::Terms;
use persistence::{JournalQueue, RecordFile};
use sgmp_board::record::GameRecord;
use sgmp_board::rules::{ByColor, Color, Game};

/// The rule by which we claim what the terms of the game grant us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClaimPolicy {
    /// Time that the opponent may be over its limit before we stop with a claim; `None`: the claim is the
    /// operator's, and the match goes on.
    pub opponent_grace: Option<Duration>,
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
///
/// ```
/// use std::time::Duration;
///
/// use sgmp_match::play::journal::Entry;
/// use sgmp_match::play::{
///     ClaimPolicy, Decision, Dialect, Event, JournalSink, Match, RecordSink, StoreError, Stores,
///     Terms, WallClock,
/// };
/// use sgmp_board::record::GameRecord;
/// use sgmp_board::rules::{BoardSize, ByColor, Color, Komi, Move, Point, Rules};
/// use sgmp_proto::{Config, Handicap, Instant};
///
/// /// A journal and a record without a disk.
/// struct Memory;
///
/// impl JournalSink for Memory {
///     fn append(&mut self, _: &Entry) -> Result<(), StoreError> {
///         Ok(())
///     }
/// }
///
/// impl RecordSink for Memory {
///     fn keep(&mut self, _: &GameRecord) -> Result<(), StoreError> {
///         Ok(())
///     }
/// }
///
/// let new_match = |color, now| {
///     let terms = Terms {
///         color,
///         size: BoardSize::NINETEEN,
///         komi: Komi::FIVE_AND_A_HALF,
///         rules: Rules::Japanese.into(),
///         main_time: Duration::from_secs(3000),
///         used: Duration::ZERO,
///         names: ByColor::new("Kuro".to_owned(), "Shiro".to_owned()),
///         event: String::new(),
///         place: String::new(),
///         round: "1".to_owned(),
///         date: "2000-11-03".to_owned(),
///         handicap: Handicap::EVEN,
///         dialect: Dialect::Fjk,
///     };
///     let claims = ClaimPolicy {
///         opponent_grace: Some(Duration::from_secs(60)),
///     };
///     let stores = Stores {
///         journal: Box::new(Memory),
///         record: Box::new(Memory),
///     };
///     Match::builder(terms, claims, stores, WallClock(jiff::Timestamp::UNIX_EPOCH))
///         .start(Config::tournament(color), now)
/// };
///
/// let mut now = Instant::ZERO;
/// let mut black = new_match(Color::Black, now);
/// let mut white = new_match(Color::White, now);
///
/// // What one hands out, the other takes: first Black's NEWGAME and the questions about the terms.
/// let mut exchange = |black: &mut Match, white: &mut Match| {
///     for _ in 0..20 {
///         now = now + Duration::from_millis(500);
///         if let Some(sent) = black.poll_transmit(now) {
///             white.handle_bytes(now, &sent.frame.to_bytes());
///         }
///         if let Some(sent) = white.poll_transmit(now) {
///             black.handle_bytes(now, &sent.frame.to_bytes());
///         }
///     }
///     now
/// };
/// let now = exchange(&mut black, &mut white);
/// assert!(black.is_our_turn());
/// let events: Vec<_> = std::iter::from_fn(|| black.poll_event()).collect();
/// assert!(events.contains(&Event::Ready));
///
/// let star = Move::Play(Point::parse("Q16").expect("a point"));
/// black.play(Decision::Move(star), now)?;
/// exchange(&mut black, &mut white);
/// assert_eq!(white.game().last_move(), Some((Color::Black, star)));
/// assert!(white.is_our_turn());
/// # Ok::<(), sgmp_match::play::PlayError>(())
/// ```
pub struct Match {
    terms: Terms,
    claims: ClaimPolicy,
    undo_policy: UndoPolicy,
    wall: WallClock,
    session: Session,
    game: Game,
    clocks: MatchClocks,
    /// Time used by the mover when each move was made.
    times: Vec<Duration>,
    journal: JournalQueue,
    record: RecordFile,
    state: MatchState,
    link: Link,
    noise: Noise,
    /// The last thing heard before the latest long silence that was told.
    long_silence: Option<Instant>,
    exchanges: Exchanges,
    /// True if frames have just come that show that the other side has heard us.
    has_exchanged: bool,
    opponent_flag: OpponentFlag,
    /// The sides whose clock was emptied by what was charged for a pause.
    is_over_by_pause: ByColor<bool>,
    /// Time used by both sides at the journal's latest entry.
    journal_used: ByColor<Duration>,
    /// The foul heard last, which the session may still doubt.
    suspected_foul: Option<Foul>,
    /// The time since which the peer owes us an answer (White: a NEWGAME); `None` while
    /// what waits for one has not been handed out.
    awaiting_since: Option<Instant>,
    pending_ack: PendingAck,
    /// A question for the other side at our next turn.
    queued_query: Option<Query>,
    events: VecDeque<Event>,
}

/// The stage of the match.
#[derive(Clone, Debug, PartialEq, Eq)]
enum MatchState {
    /// No move can be made yet: whatever goes wrong, there was no game.
    Handshake,
    /// Moves are made: the judge decides what goes wrong.
    Playing,
    /// No more moves; the count is awaited.
    Ended(End),
    Settled(Outcome),
}

impl MatchState {
    const fn is_open(&self) -> bool {
        matches!(self, Self::Handshake | Self::Playing)
    }

    /// Returns whether the journal holds the end: what the wire still does is not kept. Two passes
    /// are no entry: they are known from the moves.
    const fn is_journal_closed(&self) -> bool {
        match self {
            Self::Handshake | Self::Playing => false,
            Self::Ended(end) => !matches!(end, End::TwoPasses),
            Self::Settled(_) => true,
        }
    }
}

/// The connection as the match sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Link {
    Up {
        /// The time since which the silence lasts.
        last_heard: Instant,
        is_silence_shown: bool,
    },
    /// No time of ours runs while a move waits for the connection.
    Down,
}

impl Link {
    /// A connection that brings something now.
    const fn heard(now: Instant) -> Self {
        Self::Up {
            last_heard: now,
            is_silence_shown: false,
        }
    }

    const fn is_down(self) -> bool {
        matches!(self, Self::Down)
    }
}

/// Bytes that are no frames, since the last frame.
#[derive(Clone, Copy, Debug, Default)]
struct Noise {
    /// All such bytes up to the last frame.
    before: u64,
    /// The time of the first one after it.
    since: Option<Instant>,
    is_shown: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OpponentFlag {
    Up,
    /// It has fallen, and the operator has seen that.
    ShownDown,
}

/// The OK of the opponent's last move, until it is handed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PendingAck {
    None,
    Ok,
    /// The match has been stopped from our side: after this OK nothing is sent or taken.
    LastOk,
}

impl Match {
    /// The wire of a match that is over, for another game.
    #[must_use]
    pub fn into_session(self) -> Session {
        self.session
    }

    // --- what it is

    /// The terms that both sides have agreed on.
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
        self.clocks.both_used(now)
    }

    /// The side whose clock runs: neither while the opponent's stands, because the line is down or our move has not
    /// arrived.
    #[must_use]
    pub fn running_clock(&self) -> Option<Color> {
        let runs = |color: &Color| self.is_open() && self.clocks.is_running(*color);
        Color::BOTH.into_iter().find(runs)
    }

    /// Time left on our clock.
    #[must_use]
    pub fn our_time_left(&self, now: Instant) -> Duration {
        self.clocks.left(self.terms.color, now)
    }

    /// The counts of what the line brought so far.
    #[must_use]
    pub const fn counts(&self) -> Counts {
        self.session.counts()
    }

    /// The phase of the wire.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.session.phase()
    }

    /// Returns whether it is our move and the wire would take it.
    #[must_use]
    pub fn is_our_turn(&self) -> bool {
        self.is_open() && self.session.is_our_turn()
    }

    /// Returns whether the opponent has to move.
    #[must_use]
    pub fn is_opponents_turn(&self) -> bool {
        self.is_open() && self.session.to_move() == Some(!self.terms.color)
    }

    /// Returns whether the handshake is over: there is a game.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.state == MatchState::Playing || self.game.move_count() > 0
    }

    /// Returns whether moves may still come.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.state.is_open()
    }

    /// The result, once it stands.
    #[must_use]
    pub const fn outcome(&self) -> Option<&Outcome> {
        match &self.state {
            MatchState::Settled(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Returns whether the result stands and is on disk: there is nothing left to resume.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.outcome().is_some() && self.journal.is_written()
    }

    /// Returns whether nobody waits any more: the match is settled, and the peer has what it
    /// needs.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.is_settled() && matches!(self.session.phase(), Phase::Finished | Phase::Stopped(_))
    }

    /// The record of the game as it stands.
    #[must_use]
    pub fn record(&self) -> GameRecord {
        let outcome = match &self.state {
            MatchState::Handshake | MatchState::Playing => None,
            MatchState::Ended(end) if end.is_counted() => None,
            MatchState::Ended(end) => Some(Outcome::new(end.clone())),
            MatchState::Settled(outcome) => Some(outcome.clone()),
        };
        let mut record =
            super::game_record::record(&self.terms, &self.game, &self.times, outcome.as_ref());
        super::game_record::remark_on_pauses(&mut record, self.is_over_by_pause);
        if let (MatchState::Playing, Some(number)) = (&self.state, self.unheard()) {
            super::game_record::remark_on_unheard(&mut record, number);
        }
        record
    }

    #[cfg(test)]
    const fn bit(&self) -> sgmp_proto::AlternatingBit {
        self.session.snapshot().bit
    }
}
