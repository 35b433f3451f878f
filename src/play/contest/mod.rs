//! One match between us and the wire: the session, the board, both clocks, the journal, the record
//! and the end, as one state machine. It reads no clock and touches no port.
//!
//! The law is the session's: one input, then [`Match::poll_transmit`] until it is `None`, then
//! [`Match::poll_timeout`], then [`Match::poll_event`]; then [`Match::keep_record`], which may take
//! its time. Nothing is handed out for the line before all that it tells of is in the journal.

mod event;
mod inputs;
mod resume;
mod store;
mod wire_events;

#[cfg(test)]
mod tests;

pub use event::Event;
pub use inputs::{OperatorDecision, PlayError};
pub use resume::ResumeError;
pub use store::{Ledger, Shelf};

use std::collections::VecDeque;
use std::time::Duration;

use jiff::Timestamp;
use proto::{Counts, Instant, Reason, Session, Snapshot, Stage, Transmit};

use super::clocks::Clocks;
use super::ending::{End, Outcome};
use super::journal::{self, Entry};
use super::terms::Terms;
use super::wire;
use crate::record::GameRecord;
use crate::rules::{ByColor, Color, Game};

/// How often a journal that could not be written is tried again.
const JOURNAL_RETRY: Duration = Duration::from_secs(1);
/// Silence after which the likely causes are worth showing.
const SILENCE: Duration = Duration::from_secs(8);

/// Limits of our own patience, beside the terms of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
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
    patience: Patience,
    wall: WallClock,
    session: Session,
    game: Game,
    clocks: Clocks,
    /// Time used by the mover when each move was made.
    times: Vec<Duration>,
    ledger: Box<dyn Ledger>,
    /// Entries that have to be on disk before anything more is sent.
    unwritten: VecDeque<Entry>,
    /// When to try the journal again.
    journal_retry: Option<Instant>,
    /// What the journal says of the session.
    written: Snapshot,
    shelf: Box<dyn Shelf>,
    record: RecordState,
    ending: Ending,
    /// The foul that the session still doubts.
    suspected: Option<super::ending::Foul>,
    opponent_shown_late: bool,
    last_heard: Instant,
    /// Since when the peer owes us an answer (White: a NEWGAME); `None` while what waits for one
    /// has not been handed out.
    asked: Option<Instant>,
    silence_shown: bool,
    debt: Debt,
    /// Whether the handshake is done: from then on the judge decides, not "no game".
    has_begun: bool,
    /// Whether the journal holds the end: what the line still does is not kept.
    journal_is_closed: bool,
    /// Whether the line is down, so that no time of ours runs while a move waits for it.
    link_is_down: bool,
    events: VecDeque<Event>,
}

/// The record on the shelf, compared with the game.
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
enum Debt {
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
    /// A new match; the ledger must hold its `Opened` entry already.
    #[must_use]
    pub fn new(
        terms: Terms,
        config: proto::Config,
        patience: Patience,
        stores: (Box<dyn Ledger>, Box<dyn Shelf>),
        wall: WallClock,
        now: Instant,
    ) -> Self {
        // The journal's first entry implies a session at rest: what is new is written first.
        let at_rest = Snapshot {
            stage: Stage::Waiting,
            bit: proto::AlternatingBit::default(),
        };
        let session = Session::new(config, now);
        let game = Game::new(terms.size, terms.komi);
        let clocks = fresh_clocks(&terms);
        let parts = Parts {
            session,
            game,
            clocks,
            times: Vec::new(),
            written: at_rest,
            has_begun: false,
        };
        let mut new = Self::assemble(terms, patience, stores, wall, now, parts);
        new.commit(now);
        new
    }

    fn assemble(
        terms: Terms,
        patience: Patience,
        (ledger, shelf): (Box<dyn Ledger>, Box<dyn Shelf>),
        wall: WallClock,
        now: Instant,
        parts: Parts,
    ) -> Self {
        // White waits from the start; a frame that waits has yet to be handed out.
        let asked = (parts.session.stage() == Stage::Waiting).then_some(now);
        Self {
            terms,
            patience,
            wall,
            session: parts.session,
            game: parts.game,
            clocks: parts.clocks,
            times: parts.times,
            ledger,
            unwritten: VecDeque::new(),
            journal_retry: None,
            written: parts.written,
            shelf,
            record: RecordState::Old,
            ending: Ending::Open,
            suspected: None,
            opponent_shown_late: false,
            last_heard: now,
            asked,
            silence_shown: false,
            debt: Debt::None,
            has_begun: parts.has_begun,
            journal_is_closed: false,
            link_is_down: false,
            events: VecDeque::new(),
        }
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
    pub const fn stage(&self) -> Stage {
        self.session.stage()
    }

    /// Whether it is our move and the wire would take it.
    #[must_use]
    pub fn is_our_turn(&self) -> bool {
        self.is_open() && self.session.is_our_turn()
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

    /// Whether nobody waits for anything any more: the result stands and is on disk, and the peer
    /// has what it needs.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.outcome().is_some()
            && self.unwritten.is_empty()
            && matches!(self.session.stage(), Stage::Finished | Stage::Stopped(_))
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
        super::paper::record(&self.terms, &self.game, &self.times, outcome.as_ref())
    }

    /// Whether the record on the shelf has everything that the game has.
    #[must_use]
    pub fn is_record_kept(&self) -> bool {
        self.record == RecordState::Kept
    }

    #[cfg(test)]
    const fn bit(&self) -> proto::AlternatingBit {
        self.session.snapshot().bit
    }

    // --- outputs

    /// The next bytes for the line; `None` while there are none, or while the journal does not yet
    /// hold what they tell of.
    pub fn poll_transmit(&mut self, now: Instant) -> Option<Transmit> {
        if !self.unwritten.is_empty() {
            return None;
        }
        if self.our_flag_is_down(now) {
            // A move that would be handed out too late is not.
            self.own_flag(now);
            self.commit(now);
            return self.poll_transmit(now);
        }
        let transmit = self.session.poll_transmit(now)?;
        match transmit.reason {
            Reason::First => self.first_sent(now),
            Reason::Resend(count) => {
                self.asked.get_or_insert(now);
                self.events.push_back(Event::Resent {
                    frame: transmit.frame,
                    count,
                });
            }
            Reason::Acknowledgement => self.acknowledgement_sent(now),
        }
        Some(transmit)
    }

    fn first_sent(&mut self, now: Instant) {
        self.asked = Some(now);
        self.silence_shown = false;
        // Our clock runs until our journaled MOVE is first handed to the port.
        if self.clocks.is_running(self.terms.color) {
            self.clocks.stop(now);
        }
    }

    fn acknowledgement_sent(&mut self, now: Instant) {
        if self.debt == Debt::LastOk {
            self.session.halt();
        }
        self.debt = Debt::None;
        // The handshake's OK, by its first copy, starts Black's clock.
        if self.terms.color == Color::White && self.awaits_first_move() && self.clocks.are_at_rest()
        {
            self.clocks.start(Color::Black, now);
        }
    }

    const fn awaits_first_move(&self) -> bool {
        match self.session.stage() {
            Stage::Playing(progress) => progress.moves == 0,
            _ => false,
        }
    }

    /// When to call [`Match::handle_timeout`] if nothing else happens before. What the session has
    /// to send is no reason to hurry while it cannot be handed out: the journal cannot be written,
    /// or the line is down.
    #[must_use]
    pub fn poll_timeout(&self) -> Option<Instant> {
        let can_send = self.unwritten.is_empty() && !self.link_is_down;
        let session = self.session.poll_timeout().filter(|_| can_send);
        let flag = self.is_open().then(|| self.next_flag()).flatten();
        [session, self.journal_retry, flag, self.silence_at()]
            .into_iter()
            .flatten()
            .min()
    }

    /// The next event.
    pub fn poll_event(&mut self) -> Option<Event> {
        self.events.pop_front()
    }

    /// Writes the record if the game has changed, and the journal has it already. To be called
    /// after the line has been served.
    pub fn keep_record(&mut self) {
        if self.record != RecordState::Old || !self.unwritten.is_empty() {
            return;
        }
        self.record = match self.shelf.keep(&self.record()) {
            Ok(()) => RecordState::Kept,
            Err(error) => {
                self.events.push_back(Event::RecordFailed(error));
                RecordState::Failed
            }
        };
    }

    fn next_flag(&self) -> Option<Instant> {
        let grace = if self.opponent_shown_late {
            self.patience.opponent_grace
        } else {
            Duration::ZERO
        };
        let ours = self.clocks.runs_over(self.terms.color, Duration::ZERO);
        ours.into_iter()
            .chain(self.clocks.runs_over(!self.terms.color, grace))
            .min()
    }

    fn silence_at(&self) -> Option<Instant> {
        let waits = self.session.waiting().is_some() || self.session.stage() == Stage::Waiting;
        let asked = self.asked.filter(|_| waits)?;
        (self.is_open() && !self.silence_shown && !self.link_is_down)
            .then(|| asked.max(self.last_heard) + SILENCE)
    }

    // --- the journal

    /// Puts whatever changed in the session on the list for the journal, and writes the list.
    fn commit(&mut self, now: Instant) {
        let snapshot = self.session.snapshot();
        if !is_same_on_disk(&snapshot, &self.written) {
            let at = self.wall.at(now);
            self.note_link(wire::link_state(&snapshot), at);
            self.written = snapshot;
        }
        self.write_journal(now);
    }

    /// While the journal cannot be written, the line's latest state is enough: nothing was sent
    /// since the one before, and a peer could change it for ever.
    fn note_link(&mut self, state: journal::LinkState, at: Timestamp) {
        if let Some(Entry::Link { .. }) = self.unwritten.back() {
            self.unwritten.pop_back();
        }
        self.note(Entry::Link { state, at });
    }

    /// Puts an entry on the list, unless the match is over.
    fn note(&mut self, entry: Entry) {
        if !self.journal_is_closed {
            self.unwritten.push_back(entry);
        }
    }

    /// Puts a move on the list for the journal, with the session that goes with it.
    fn note_move(&mut self, color: Color, mv: crate::rules::Move, now: Instant) {
        let snapshot = self.session.snapshot();
        self.written = snapshot;
        self.unwritten.push_back(Entry::Move {
            number: u16::try_from(self.game.move_count()).unwrap_or(u16::MAX),
            color,
            mv,
            link: wire::link_state(&snapshot),
            clocks: clocks_entry(self.used(now)),
            at: self.wall.at(now),
        });
    }

    fn write_journal(&mut self, now: Instant) {
        if self.journal_retry.is_some_and(|retry| now < retry) {
            return;
        }
        while let Some(entry) = self.unwritten.front() {
            if let Err(error) = self.ledger.append(entry) {
                if self.journal_retry.is_none() {
                    self.events.push_back(Event::JournalFailed(error));
                }
                self.journal_retry = Some(now + JOURNAL_RETRY);
                return;
            }
            self.unwritten.pop_front();
        }
        if self.journal_retry.take().is_some() {
            self.events.push_back(Event::JournalMended);
        }
    }
}

/// What a match is put together from, new or resumed.
struct Parts {
    session: Session,
    game: Game,
    clocks: Clocks,
    times: Vec<Duration>,
    written: Snapshot,
    has_begun: bool,
}

fn fresh_clocks(terms: &Terms) -> Clocks {
    Clocks::new(terms.main_time, fresh_used(terms))
}

fn fresh_used(terms: &Terms) -> ByColor<Duration> {
    let mut used = ByColor::new(Duration::ZERO, Duration::ZERO);
    used[terms.color] = terms.used;
    used
}

fn clocks_entry(used: ByColor<Duration>) -> journal::Clocks {
    let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    journal::Clocks {
        black_ms_used: millis(used[Color::Black]),
        white_ms_used: millis(used[Color::White]),
    }
}

/// Deadlines are not kept: they begin anew when a match is resumed.
fn is_same_on_disk(a: &Snapshot, b: &Snapshot) -> bool {
    wire::link_state(a) == wire::link_state(b)
}
