//! A match put together: a new one, one that the full protocol has agreed on, or one taken up again
//! from its journal.

use std::collections::VecDeque;
use std::time::Duration;

use sgmp_proto::{AlternatingBit, Config, Instant, Phase, Session, Snapshot};

use super::charged_pauses::clock_entries;
use super::persistence::{JournalQueue, RecordFile};
use super::resume::{Restored, ResumeError};
use super::sinks::{JournalSink, RecordSink};
use super::{
    ClaimPolicy, Event, Link, Match, MatchState, Noise, OpponentFlag, PendingAck, UndoPolicy,
    WallClock,
};
use crate::play::exchanges::Exchanges;
use crate::play::journal::Entry;
use crate::play::match_clocks::MatchClocks;
use crate::play::pause::{Accounts, PauseWord};
use crate::play::terms::{NoSuchHandicap, Terms};
use sgmp_board::rules::{ByColor, Color, Game};

/// The stores for what must not be lost of a match.
pub struct Stores {
    /// The journal, which must hold its `Opened` entry already.
    pub journal: Box<dyn JournalSink>,
    /// The place of the record, which may fail without harm to the match.
    pub record: Box<dyn RecordSink>,
}

/// A match being put together, new or resumed; see [`Match::builder`].
pub struct MatchBuilder {
    terms: Terms,
    claims: ClaimPolicy,
    undo_policy: UndoPolicy,
    away: PauseWord,
    stores: Stores,
    wall: WallClock,
}

impl Match {
    /// Begins to build a match.
    #[must_use]
    pub fn builder(
        terms: Terms,
        claims: ClaimPolicy,
        stores: Stores,
        wall: WallClock,
    ) -> MatchBuilder {
        MatchBuilder {
            terms,
            claims,
            undo_policy: UndoPolicy::default(),
            away: PauseWord::default(),
            stores,
            wall,
        }
    }
}

/// The state that a match begins or goes on with.
struct Beginning {
    session: Session,
    game: Game,
    clocks: MatchClocks,
    times: Vec<Duration>,
    /// The session as the journal has it.
    written: Snapshot,
    state: MatchState,
    is_over_by_pause: ByColor<bool>,
    /// The pause before it, and the word that it is charged by.
    pause: Option<(Accounts, PauseWord)>,
}

impl MatchBuilder {
    /// Allows or refuses to take back moves at the opponent's wish; refused by default.
    #[must_use]
    pub const fn undo(mut self, policy: UndoPolicy) -> Self {
        self.undo_policy = policy;
        self
    }

    /// Sets what is charged for the time away if the match is resumed; all of it by default.
    #[must_use]
    pub const fn away(mut self, word: PauseWord) -> Self {
        self.away = word;
        self
    }

    /// A new match in the FJK dialect.
    #[must_use]
    pub fn start(self, config: Config, now: Instant) -> Match {
        let Terms {
            size, komi, rules, ..
        } = self.terms;
        let game = Game::new(size, komi).with_rules(rules);
        self.begin(game, Session::new(config, now), now)
    }

    /// A match by terms that the full protocol's handshake has just settled; `session` has more to
    /// say of it, and its OK is yet to be sent.
    ///
    /// # Errors
    /// [`NoSuchHandicap`].
    pub fn agreed(self, session: Session, now: Instant) -> Result<Match, NoSuchHandicap> {
        let game = self.terms.opening()?;
        let mut new = self.begin(game, session, now);
        new.handle_session_events(now);
        new.commit(now);
        Ok(new)
    }

    /// Takes up a match from the entries of its journal. The time since the last of them is a pause.
    ///
    /// # Errors
    /// [`ResumeError`].
    pub fn resume(
        self,
        config: Config,
        entries: &[Entry],
        now: Instant,
    ) -> Result<Match, ResumeError> {
        let mut restored = Restored::read(&self.terms, entries)?;
        let wall_now = self.wall.at(now);
        let accounts = restored.accounts_until(wall_now);
        let charged = accounts
            .as_ref()
            .map(|accounts| accounts.charged(self.away))
            .transpose()?;
        let before = restored.clocks.both_used(Instant::ZERO);
        let after = charged.map_or(before, |(_, used)| used);
        for color in Color::BOTH {
            restored.clocks.set_used(color, after[color], Instant::ZERO);
        }
        let to = charged.map_or(restored.on_move(), |(pause, _)| pause.to);
        let entries = clock_entries(before, after, restored.running(), to, wall_now);
        // Behind the charge: the clock that starts here begins with the pause in it.
        restored.start_clock(now);
        let state = match restored.snapshot.phase {
            Phase::Playing(_) | Phase::Over { .. } => MatchState::Playing,
            _ => MatchState::Handshake,
        };
        let session = Session::resume(config, restored.snapshot, now);
        let beginning = Beginning {
            session,
            game: restored.game,
            clocks: restored.clocks,
            times: restored.times,
            written: restored.snapshot,
            state,
            is_over_by_pause: restored.is_over_by_pause,
            pause: accounts.map(|accounts| (accounts, self.away)),
        };
        let mut resumed = self.assemble(beginning, now);
        entries
            .into_iter()
            .for_each(|entry| resumed.journal.push(entry));
        if let Some((pause, _)) = charged {
            resumed.note_empty_clock(&pause, now);
            resumed.events.push_back(Event::PauseCharged(pause));
        }
        resumed.take_up(now);
        Ok(resumed)
    }

    fn begin(self, game: Game, session: Session, now: Instant) -> Match {
        // The journal's first entry implies a session at rest: what is new is written first.
        let at_rest = Snapshot {
            phase: Phase::Waiting,
            bit: AlternatingBit::default(),
            unsent: None,
        };
        let beginning = Beginning {
            session,
            game,
            clocks: fresh_clocks(&self.terms),
            times: Vec::new(),
            written: at_rest,
            state: MatchState::Handshake,
            is_over_by_pause: ByColor::default(),
            pause: None,
        };
        let mut new = self.assemble(beginning, now);
        new.commit(now);
        new
    }

    fn assemble(self, beginning: Beginning, now: Instant) -> Match {
        // White waits from the start; a frame that waits has yet to be handed out.
        let awaits = beginning.session.phase() == Phase::Waiting;
        let used = beginning.clocks.both_used(now);
        let to = beginning.game.to_move();
        Match {
            terms: self.terms,
            claims: self.claims,
            undo_policy: self.undo_policy,
            wall: self.wall,
            session: beginning.session,
            game: beginning.game,
            clocks: beginning.clocks,
            times: beginning.times,
            journal: JournalQueue::new(self.stores.journal, beginning.written),
            record: RecordFile::new(self.stores.record),
            state: beginning.state,
            link: Link::heard(now),
            noise: Noise::default(),
            long_silence: None,
            exchanges: Exchanges::new(now, used, to, beginning.pause),
            has_exchanged: false,
            is_over_by_pause: beginning.is_over_by_pause,
            journal_used: used,
            opponent_flag: OpponentFlag::Up,
            suspected_foul: None,
            awaiting_since: awaits.then_some(now),
            pending_ack: PendingAck::None,
            queued_query: None,
            events: VecDeque::new(),
        }
    }
}

/// Both clocks before the first move.
pub(super) fn fresh_clocks(terms: &Terms) -> MatchClocks {
    MatchClocks::new(terms.main_time, fresh_used(terms))
}

/// Time used before the first move.
pub(super) fn fresh_used(terms: &Terms) -> ByColor<Duration> {
    let mut used = ByColor::new(Duration::ZERO, Duration::ZERO);
    used[terms.color] = terms.used;
    used
}
