//! Moves taken back, which only the full protocol knows (UNDO).

use sgmp_proto::{Event as WireEvent, Instant, Misuse};

use super::super::wire_conversion;
use super::{Event, Match, PendingAck};
use sgmp_board::rules::Color;

/// The answer to an opponent that wishes to take back moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UndoPolicy {
    /// The operator allows it.
    Allowed,
    /// Moves stand: a wish of the opponent is answered with a refusal.
    #[default]
    Refused,
}

impl Match {
    /// Our operator proposed to take back the latest moves; the opponent is asked.
    ///
    /// # Errors
    /// [`Misuse::CannotTakeBack`], where there is nothing to take back, or not now.
    pub fn take_back(&mut self, moves: u16, now: Instant) -> Result<(), Misuse> {
        if !self.is_open() {
            return Err(Misuse::CannotTakeBack);
        }
        self.session.request_undo(moves)?;
        self.awaiting_since = None;
        self.commit(now);
        Ok(())
    }

    pub(super) fn asked_to_take_back(&mut self, moves: u16, now: Instant) {
        let allowed = self.undo_policy == UndoPolicy::Allowed && self.is_open();
        if !allowed {
            // An UNDO that was offered can be refused.
            let _refused = self.session.refuse_undo(now);
            self.drain_acknowledgements();
            return self.events.push_back(Event::TakingBackRefused(moves));
        }
        self.rewind(moves);
        let progress = wire_conversion::progress(&self.game);
        if self.session.accept_undo(now, progress).is_ok() {
            self.pending_ack = PendingAck::Ok;
            self.drain_acknowledgements();
            self.taken_back(moves, !self.terms.color, now);
        }
    }

    pub(super) fn taken_back_for_us(&mut self, moves: u16, now: Instant) {
        self.rewind(moves);
        // Behind the game's own rewinding: the session is told the number of moves that are left.
        self.session.rewind(wire_conversion::progress(&self.game));
        self.taken_back(moves, self.terms.color, now);
    }

    /// Whoever was on move still is.
    pub(super) fn not_taken_back(&mut self) {
        self.events.push_back(Event::TakingBackDenied);
        if self.is_our_turn() {
            self.events.push_back(Event::OurTurn);
        }
    }

    fn rewind(&mut self, moves: u16) {
        let left = self.game.move_count().saturating_sub(usize::from(moves));
        if let Some(game) = self.game.after(left) {
            self.game = game;
        }
        self.times.truncate(left);
    }

    fn drain_acknowledgements(&mut self) {
        while self.session.poll_event() == Some(WireEvent::MoveAcknowledged) {
            self.events.push_back(Event::Acknowledged);
        }
    }

    /// The clocks give nothing back; that of the side now on move runs.
    fn taken_back(&mut self, moves: u16, by: Color, now: Instant) {
        self.clocks.start(self.game.to_move(), now);
        if self.link.is_down() {
            self.clocks.hold(!self.terms.color, now);
        }
        self.note_taken_back(moves, now);
        self.record.set_old();
        self.suspected_foul = None;
        self.events.push_back(Event::TakenBack { moves, by });
        if self.is_our_turn() {
            self.events.push_back(Event::OurTurn);
        }
    }
}
