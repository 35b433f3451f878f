//! What goes out of a match: bytes, the next deadline, events.

use std::time::Duration;

use sgmp_proto::{Frame, Instant, Message, Phase, Reason, Transmit};

use super::{Event, Match, PendingAck};
use crate::rules::Color;

/// Silence after which the likely causes are worth showing.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(8);

impl Match {
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
            Reason::First => self.first_sent(transmit.frame, now),
            Reason::Resend(count) => {
                self.awaiting_since.get_or_insert(now);
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
        if is_move && self.clocks.is_running(self.terms.color) {
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

    fn next_flag(&self) -> Option<Instant> {
        let grace = if self.opponent_shown_late {
            self.claims.opponent_grace
        } else {
            Duration::ZERO
        };
        let ours = self.clocks.runs_over(self.terms.color, Duration::ZERO);
        ours.into_iter()
            .chain(self.clocks.runs_over(!self.terms.color, grace))
            .min()
    }

    pub(super) fn silence_at(&self) -> Option<Instant> {
        let waits = self.session.pending().is_some() || self.session.phase() == Phase::Waiting;
        let asked = self.awaiting_since.filter(|_| waits)?;
        (self.is_open() && !self.silence_shown && !self.link_is_down)
            .then(|| asked.max(self.last_heard) + SILENCE_TIMEOUT)
    }
}
