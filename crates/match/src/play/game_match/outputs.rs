//! The outputs of a match: bytes, the next deadline, events.

use std::time::Duration;

use sgmp_proto::{Answered, Config, Frame, GameFacts, Instant, Message, Phase, Reason, Transmit};

use super::{Event, Link, Match, OpponentFlag, PendingAck};
use sgmp_board::rules::Color;

/// Silence after which the likely causes are worth showing.
pub(super) const SILENCE_TIMEOUT: Duration = Duration::from_secs(8);

impl Match {
    /// The next bytes for the line; `None` while there are none, or while the journal does not yet
    /// hold what they tell of.
    pub fn poll_transmit(&mut self, now: Instant) -> Option<Transmit> {
        if !self.journal.is_written() {
            return None;
        }
        if self.our_flag_is_down(now) {
            // A move that would be handed out too late is not.
            self.own_flag(now);
            self.commit(now);
            // Once only: the game has ended by this, and with it our flag can no longer be down.
            return self.poll_transmit(now);
        }
        let transmit = self.session.poll_transmit(now)?;
        match transmit.reason {
            Reason::First => self.first_sent(transmit.frame, now),
            Reason::Resend(count) => {
                self.awaiting_since.get_or_insert(now);
                self.exchanges.note_resend();
                self.events.push_back(Event::Resent {
                    frame: transmit.frame,
                    count,
                });
            }
            Reason::Acknowledgement => self.acknowledgement_sent(now),
            Reason::Nudge(1) => self.events.push_back(Event::Nudged),
            Reason::Nudge(_) => {}
        }
        Some(transmit)
    }

    fn first_sent(&mut self, frame: Frame, now: Instant) {
        self.awaiting_since = Some(now);
        // Our clock runs until our journaled MOVE is first handed to the port.
        let is_move = matches!(frame.message(), Message::Move(_));
        if is_move {
            self.exchanges.note_move(now, self.used(now));
            // One that stands by the judge's word is not to run again, either.
            self.clocks.stop(now);
        }
    }

    fn acknowledgement_sent(&mut self, now: Instant) {
        if self.pending_ack == PendingAck::LastOk {
            self.session.halt();
        }
        self.pending_ack = PendingAck::None;
        // The handshake's OK, by its first copy, starts Black's clock.
        if self.terms.color == Color::White && self.awaits_first_move() && self.clocks.are_at_rest()
        {
            self.clocks.start(Color::Black, now);
        }
    }

    const fn awaits_first_move(&self) -> bool {
        match self.session.phase() {
            Phase::Playing(progress) => progress.moves == 0,
            _ => false,
        }
    }

    /// The time to call [`Match::handle_timeout`] if nothing else happens before. What the session
    /// has to send is no reason to hurry while it cannot be handed out: the journal cannot be
    /// written, or the line is down.
    #[must_use]
    pub fn poll_timeout(&self) -> Option<Instant> {
        let can_send = self.journal.is_written() && !self.link.is_down();
        let session = self.session.poll_timeout().filter(|_| can_send);
        let flag = self.is_open().then(|| self.next_flag()).flatten();
        [
            session,
            self.journal.retry_at(),
            flag,
            self.silence_at(),
            self.long_silence_at(),
        ]
        .into_iter()
        .flatten()
        .min()
    }

    /// The earliest event that was not taken yet; `None` when all were.
    pub fn poll_event(&mut self) -> Option<Event> {
        self.events.pop_front()
    }

    fn next_flag(&self) -> Option<Instant> {
        let ours = self.terms.color;
        let grace = match self.opponent_flag {
            OpponentFlag::Up => Some(Duration::ZERO),
            OpponentFlag::ShownDown => self.claims.opponent_grace,
        };
        let falls = |color, grace| {
            let counts = !self.has_no_flag(color);
            counts
                .then(|| self.clocks.runs_over(color, grace))
                .flatten()
        };
        falls(ours, Duration::ZERO)
            .into_iter()
            .chain(grace.and_then(|grace| falls(!ours, grace)))
            .min()
    }

    pub(super) fn silence_at(&self) -> Option<Instant> {
        let waits = self.session.pending().is_some() || self.session.phase() == Phase::Waiting;
        let since = self.awaiting_since.filter(|_| waits)?;
        match self.link {
            Link::Up {
                last_heard,
                is_silence_shown: false,
            } if self.is_open() => Some(since.max(last_heard) + SILENCE_TIMEOUT),
            _ => None,
        }
    }

    /// The time at which a move that the opponent owes us is late enough for a word, where nothing is done about it.
    pub(super) fn long_silence_at(&self) -> Option<Instant> {
        match self.link {
            Link::Up { last_heard, .. } if self.is_opponents_turn() && !self.session.nudges() => {
                let is_told = self.long_silence == Some(last_heard);
                (!is_told).then(|| last_heard + Config::LONG_SILENCE)
            }
            _ => None,
        }
    }
}

/// The questions of the two programs about a game in play, which move nothing.
impl Match {
    /// Tells the session the state of the game, for a peer that asks.
    pub(super) fn update_facts(&mut self, now: Instant) {
        let board = self.game.board();
        let stones: usize = Color::BOTH
            .map(|color| board.stones(color).count())
            .into_iter()
            .sum();
        let used = self.used(now);
        self.session.set_facts(GameFacts {
            stones: u16::try_from(stones).unwrap_or(u16::MAX),
            black_used: used.black,
            white_used: used.white,
            limit: Some(self.terms.main_time),
        });
    }

    /// Asks what is to be asked, once it is our turn and the wire is free.
    pub(super) fn ask_at_our_turn(&mut self, now: Instant) {
        let Some(query) = self.queued_query.filter(|_| self.is_our_turn()) else {
            return;
        };
        self.update_facts(now);
        if self.session.ask(query).is_ok() {
            self.queued_query = None;
        }
    }

    pub(super) fn answered(&mut self, answered: Answered) {
        self.events.push_back(Event::Answered(answered));
    }
}
