//! Moves, in play and after the end, as both dialects have them.

use core::time::Duration;

use super::config::Strictness;
use super::event::{Event, FrameVerdict, Stop};
use super::state::{Play, State};
use super::{Misuse, Refusal, Session};
use crate::Color;
use crate::frame::Frame;
use crate::message::{Message, Query, Vertex, WireMove};
use crate::time::Instant;

/// After our final pass is acknowledged, how long to wait for a peer's stray third pass (seen).
const STRAY_PASS_TIMEOUT: Duration = Duration::from_secs(2);
/// Copies of a frame with impossible bits that make it believable (rule 5).
const MIN_COPIES_OF_MISSED: u8 = 3;
/// Copies of a question in mid-game that make it believable: one may be noise that passed the
/// checksum.
const MIN_COPIES_OF_QUERY: u8 = 2;

impl Session {
    pub(super) fn handle_new_in_game(&mut self, now: Instant, frame: Frame) -> FrameVerdict {
        match (self.state, frame.message()) {
            (State::Play(play), Message::Move(mv)) => self.handle_move(now, &play, frame, mv),
            (State::Play(_), Message::Deny) => self.suspect(now, frame, Stop::Denied),
            (State::Play(play), Message::Query(query)) if !self.strict.is_on() => {
                self.handle_extra_query(&play, frame, query)
            }
            (State::Over(_), Message::Move(_)) if !self.strict.is_on() => {
                self.handle_late_move(now, frame)
            }
            (State::Over(over), Message::Deny) if over.until.is_none() => {
                self.suspect(now, frame, Stop::Denied)
            }
            _ => FrameVerdict::OutOfPlace,
        }
    }

    fn handle_move(
        &mut self,
        now: Instant,
        play: &Play,
        frame: Frame,
        mv: WireMove,
    ) -> FrameVerdict {
        if !play.awaits_peer() {
            return FrameVerdict::OutOfPlace;
        }
        if play.offer.is_some() {
            // The caller has not judged yet (a full disk, say): copies change nothing.
            return FrameVerdict::Idle;
        }
        match self.config.grid().vertex(mv) {
            Some(vertex) if mv.color() != play.agreement.color => self.offer_move(frame, vertex),
            _ => {
                let mv = self.config.in_protocol_numbers(mv);
                self.suspect(now, frame, Stop::IllegalMove(mv))
            }
        }
    }

    fn offer_move(&mut self, frame: Frame, vertex: Vertex) -> FrameVerdict {
        let State::Play(play) = &mut self.state else {
            return FrameVerdict::OutOfPlace;
        };
        play.offer = Some(frame);
        let color = !play.agreement.color;
        self.link.emit(Event::MoveOffered(color, vertex));
        FrameVerdict::Offered
    }

    /// Rule 5: dropped, unless the identical frame comes a third time and is the next move.
    pub(super) fn handle_missed(&mut self, frame: Frame) -> FrameVerdict {
        let State::Play(play) = &mut self.state else {
            return FrameVerdict::Missed;
        };
        let copies = play.copies.count(frame);
        let Message::Move(mv) = frame.message() else {
            return FrameVerdict::Missed;
        };
        let is_next = play.awaits_peer() && play.to_move() == mv.color() && play.offer.is_none();
        let is_believed =
            copies >= MIN_COPIES_OF_MISSED && self.config.strictness == Strictness::Tolerant;
        match self.config.grid().vertex(mv) {
            Some(vertex) if is_next && is_believed => self.offer_move(frame, vertex),
            _ => FrameVerdict::Missed,
        }
    }

    /// A question that the call does not permit in play. A tolerant session answers it truthfully,
    /// but not at its own turn: its own move comes first.
    fn handle_extra_query(&mut self, play: &Play, frame: Frame, query: Query) -> FrameVerdict {
        if !play.awaits_peer() || play.offer.is_some() {
            return FrameVerdict::OutOfPlace;
        }
        let is_meant = self.count_copy(frame) >= MIN_COPIES_OF_QUERY;
        // A White that asks Black the questions of the opening begins another game: answers would
        // lead it on, for ever.
        let opens_again =
            play.agreement.color == Color::Black && matches!(query, Query::COLOR | Query::HANDICAP);
        if !is_meant || opens_again {
            return FrameVerdict::OutOfPlace;
        }
        self.acknowledge_move();
        let answer = Message::Answer(self.own_answer(query));
        self.link.reply(frame, answer);
        FrameVerdict::Taken
    }

    fn count_copy(&mut self, frame: Frame) -> u8 {
        match &mut self.state {
            State::Play(play) => play.copies.count(frame),
            _ => 0,
        }
    }

    /// A third pass, or whatever a peer still plays after the end: OK once, not recorded.
    fn handle_late_move(&mut self, now: Instant, frame: Frame) -> FrameVerdict {
        if self.link.pending().is_some() {
            self.settle_by(now);
        }
        self.link.take_with_ok(frame);
        self.link.unconfirmed.clear();
        FrameVerdict::AfterEnd
    }

    /// An OK to a move; in the full protocol to another frame, too.
    pub(super) fn handle_ok_in_game(&mut self, now: Instant) -> FrameVerdict {
        match (self.link.pending(), self.state) {
            // An OK to a QUERY: the other side does not say.
            (Some(Message::Answer(_) | Message::Deny | Message::Query(_)), _) if self.is_gmp() => {
                self.link.settle();
                self.send_unsent();
            }
            (Some(Message::Undo(moves)), _) => {
                self.link.settle();
                self.link.emit(Event::UndoGranted(moves));
            }
            (_, State::Over(_)) => {
                self.link.settle();
                self.move_settled(now);
            }
            _ => self.acknowledge_move(),
        }
        self.link.unconfirmed.clear();
        FrameVerdict::Acknowledges
    }

    /// Settles what waits; reports it if it is a move.
    fn acknowledge_move(&mut self) {
        let pending = self.link.pending();
        self.link.settle();
        if matches!(pending, Some(Message::Move(_))) {
            self.link.emit(Event::MoveAcknowledged);
        }
    }

    /// Our move is acknowledged, the last one perhaps.
    pub(super) fn move_settled(&mut self, now: Instant) {
        if let State::Over(over) = &mut self.state {
            over.until = Some(now + STRAY_PASS_TIMEOUT.min(self.config.linger));
        }
        self.link.emit(Event::MoveAcknowledged);
    }

    /// Settles what a new frame of the other side has acknowledged.
    pub(super) fn settle_by(&mut self, now: Instant) {
        let pending = self.link.pending();
        self.link.settle();
        match pending {
            Some(Message::Move(_)) => self.move_settled(now),
            Some(Message::Undo(moves)) => self.link.emit(Event::UndoGranted(moves)),
            _ => {}
        }
    }

    // --- what the caller does

    /// Returns whether [`Session::send_move`] would be taken now.
    #[must_use]
    pub fn is_our_turn(&self) -> bool {
        let State::Play(play) = &self.state else {
            return false;
        };
        let wire_is_free = self.link.pending().is_none() || self.only_words_wait();
        !play.awaits_peer() && play.query.unsent.is_none() && wire_is_free
    }

    /// Returns whose move comes next, while moves are exchanged.
    #[must_use]
    pub fn to_move(&self) -> Option<Color> {
        match &self.state {
            State::Play(play) => Some(play.to_move()),
            _ => None,
        }
    }

    /// Sends our move to the peer.
    ///
    /// # Errors
    /// [`Misuse::NotOurTurn`], [`Misuse::OffBoard`]; the session is unchanged.
    pub fn send_move(&mut self, vertex: Vertex) -> Result<(), Misuse> {
        let State::Play(mut play) = self.state else {
            return Err(Misuse::NotOurTurn);
        };
        if !self.is_our_turn() {
            return Err(Misuse::NotOurTurn);
        }
        let grid = self.config.grid();
        let mv = grid.number(play.agreement.color, vertex);
        let mv = mv.ok_or(Misuse::OffBoard)?;
        if self.only_words_wait() {
            play.query.unsent = Some(mv);
        } else {
            self.link.send(Message::Move(mv));
        }
        // On record with its sending, not with its OK: the time to linger is set when the OK comes.
        self.state = play.after_move(vertex == Vertex::Pass, None);
        Ok(())
    }

    /// Acknowledges the offered move, which is legal and recorded.
    ///
    /// # Errors
    /// [`Misuse::NothingOffered`].
    pub fn accept_move(&mut self, now: Instant) -> Result<(), Misuse> {
        let (frame, mv) = self.take_offered_move()?;
        if self.link.pending().is_some() {
            self.settle_by(now);
        }
        self.link.take_with_ok(frame);
        self.link.tx.release();
        self.link.unconfirmed.clear();
        if let State::Play(mut play) = self.state {
            // Copies counted before this move say nothing of the frames that may follow it.
            play.copies.clear();
            self.state = play.after_move(mv.number() == 0, Some(now + self.config.linger));
        }
        Ok(())
    }

    /// Refuses the offered move, which is against the rules. It may be noise that passed the
    /// checksum: it is not acknowledged, and believed at its second copy or after
    /// [`super::Config::confirm_timeout`].
    ///
    /// # Errors
    /// [`Misuse::NothingOffered`].
    pub fn refuse_move(&mut self, now: Instant) -> Result<Refusal, Misuse> {
        let (frame, mv) = self.take_offered_move()?;
        let stop = Stop::IllegalMove(self.config.in_protocol_numbers(mv));
        let until = now + self.config.confirm_timeout;
        match self.link.unconfirmed.hear(now, frame, stop, until) {
            None => Ok(Refusal::Doubted),
            Some(stop) => {
                self.stop(stop);
                Ok(Refusal::Confirmed)
            }
        }
    }

    fn take_offered_move(&mut self) -> Result<(Frame, WireMove), Misuse> {
        let State::Play(play) = &mut self.state else {
            return Err(Misuse::NothingOffered);
        };
        let frame = play.offer.ok_or(Misuse::NothingOffered)?;
        let Message::Move(mv) = frame.message() else {
            return Err(Misuse::NothingOffered);
        };
        play.offer = None;
        Ok((frame, mv))
    }

    /// Ends the game here for a reason outside the wire (the 400th move): nothing new is sent,
    /// repeats are answered for a while.
    pub fn conclude(&mut self, now: Instant) {
        if let State::Play(play) = self.state {
            let is_settled = self.link.pending().is_none();
            self.state = State::Over(play.over(is_settled.then(|| now + self.config.linger)));
            self.link.unconfirmed.clear();
        }
    }
}
