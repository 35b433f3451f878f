//! Play in the full protocol beyond moves: questions, taking back, both sides at once.

use super::dialect::{Dialect, ProposedTerms};
use super::event::{Answered, Event, FrameVerdict};
use super::gmp_handshake::answer;
use super::phase::Progress;
use super::state::{QueryInPlay, State};
use super::{Misuse, Session};
use crate::Color;
use crate::frame::Frame;
use crate::message::{Message, Query};
use crate::time::Instant;

impl Session {
    pub(super) const fn is_gmp(&self) -> bool {
        matches!(self.config.dialect, Dialect::Gmp(_))
    }

    /// Returns whether what waits for its OK is neither a move nor a taking back: a move of ours may
    /// be decided then, and goes out after it.
    pub(super) fn only_words_wait(&self) -> bool {
        matches!(
            self.link.pending(),
            Some(Message::Answer(_) | Message::Deny | Message::Query(_))
        )
    }

    /// A new frame in play or after the end.
    pub(super) fn handle_new_in_full(&mut self, now: Instant, frame: Frame) -> FrameVerdict {
        let pending = self.link.pending();
        match (frame.message(), pending) {
            // A peer that skips its OK to our UNDO: first the board goes back, then what it sent
            // instead, which it repeats, is looked at.
            (
                Message::Move(_) | Message::Undo(_) | Message::Query(_),
                Some(Message::Undo(moves)),
            ) => {
                self.link.settle();
                self.link.emit(Event::UndoGranted(moves));
                FrameVerdict::Acknowledges
            }
            (Message::Query(query), _) => {
                let answer = self.own_answer(query);
                self.reply_in_play(now, frame, Message::Answer(answer))
            }
            (Message::Undo(moves), _) => self.handle_undo(now, frame, moves),
            (Message::Extended(_), _) => self.reply_in_play(now, frame, Message::Deny),
            (Message::Answer(theirs), Some(Message::Query(query))) => {
                self.handle_answer(frame, query, theirs)
            }
            (Message::Deny, pending) if !matches!(pending, Some(Message::Move(_))) => {
                self.handle_deny(frame)
            }
            _ => self.handle_new_in_game(now, frame),
        }
    }

    /// Answers with a frame of our own; a move of ours that the question acknowledges is through.
    fn reply_in_play(&mut self, now: Instant, frame: Frame, message: Message) -> FrameVerdict {
        if self.has_offer() {
            return FrameVerdict::Idle;
        }
        self.settle_by(now);
        self.link.reply(frame, message);
        FrameVerdict::Taken
    }

    fn has_offer(&self) -> bool {
        matches!(&self.state, State::Play(play) if play.offer.is_some())
    }

    fn handle_undo(&mut self, now: Instant, frame: Frame, moves: u16) -> FrameVerdict {
        if self.has_offer() {
            return FrameVerdict::Idle;
        }
        match &mut self.state {
            State::Play(play) if play.has_moves(moves) && play.query.unsent.is_none() => {
                play.offer = Some(frame);
                self.link.emit(Event::UndoOffered(moves));
                FrameVerdict::Offered
            }
            _ => self.reply_in_play(now, frame, Message::Deny),
        }
    }

    /// A DENY to our wish to take back; to an answer of ours it means nothing.
    fn handle_deny(&mut self, frame: Frame) -> FrameVerdict {
        if let Some(Message::Undo(_)) = self.link.pending() {
            self.link.emit(Event::UndoRefused);
        }
        self.link.settle();
        self.link.take_with_ok(frame);
        self.send_unsent();
        FrameVerdict::Taken
    }

    /// The answer to a question that we have asked in play.
    fn handle_answer(&mut self, frame: Frame, query: Query, theirs: u16) -> FrameVerdict {
        let own_answer = self
            .query_in_play()
            .and_then(|asked| asked.own_answer.take());
        self.link.emit(Event::Answered(Answered {
            query,
            theirs,
            ours: own_answer.unwrap_or_default(),
        }));
        self.link.settle();
        self.link.take_with_ok(frame);
        self.link.unconfirmed.clear();
        self.send_unsent();
        FrameVerdict::Taken
    }

    const fn query_in_play(&mut self) -> Option<&mut QueryInPlay> {
        match &mut self.state {
            State::Play(play) => Some(&mut play.query),
            State::Over(over) => Some(&mut over.query),
            _ => None,
        }
    }

    /// Sends a move that had to wait for the wire.
    pub(super) fn send_unsent(&mut self) {
        if let Some(mv) = self.query_in_play().and_then(|query| query.unsent.take()) {
            self.link.send(Message::Move(mv));
        }
    }

    /// Both sides have sent at once, and neither takes the other's: who asks gives way to who
    /// moves, who moves gives way to a question, and White gives way among equals. What was given
    /// up is as if it had never been sent.
    pub(super) fn give_way(&mut self, now: Instant, frame: Frame) -> Option<FrameVerdict> {
        if !self.is_gmp() {
            return None;
        }
        let ours = self.link.bit.pending()?;
        // Ours is the answer to a frame of theirs: withdrawn, it would leave that one without any.
        if self.link.bit.acknowledgement() == Some(ours) {
            return None;
        }
        let (mine, theirs) = (weight(ours.message())?, weight(frame.message())?);
        if mine > theirs || (mine == theirs && self.config.color == Color::Black) {
            return None;
        }
        self.link.bit.withdraw();
        self.link.tx.disarm();
        match ours.message() {
            Message::Move(mv) => {
                if let Some(query) = self.query_in_play() {
                    query.unsent = Some(mv);
                }
            }
            Message::Undo(_) => self.link.emit(Event::UndoRefused),
            _ => {}
        }
        Some(self.handle_new(now, frame))
    }

    /// Our answer to a question: the terms of the game, and what is true of us now.
    pub(super) fn own_answer(&self, query: Query) -> u16 {
        let agreement = match &self.state {
            State::Play(play) => play.agreement,
            State::Over(over) => over.agreement,
            _ => self.config.agreement(),
        };
        answer(&ProposedTerms::from(agreement), &self.facts, query)
    }

    // --- what the caller does

    /// Asks the other side how the game stands there, at our own turn: [`Event::Answered`] tells
    /// it. A move of ours that is decided meanwhile goes out after the answer.
    ///
    /// # Errors
    /// [`Misuse::CannotAsk`]: not in the full protocol, not at our turn in play, or while a frame of
    /// ours waits; the session is unchanged.
    pub fn ask(&mut self, query: Query) -> Result<(), Misuse> {
        let can_ask = self.is_gmp() && self.is_our_turn() && self.link.pending().is_none();
        // Noted with the question: when the answer comes, our board may be another.
        let own_answer = self.own_answer(query);
        let asked = self.query_in_play().filter(|_| can_ask);
        asked.ok_or(Misuse::CannotAsk)?.own_answer = Some(own_answer);
        self.link.send(Message::Query(query));
        Ok(())
    }

    /// Asks the other side to take back the last `moves` moves.
    ///
    /// # Errors
    /// [`Misuse::CannotTakeBack`]: not in the full protocol, not in play, while a frame of ours
    /// waits, or fewer moves on record; the session is unchanged.
    pub fn request_undo(&mut self, moves: u16) -> Result<(), Misuse> {
        match &self.state {
            State::Play(play)
                if self.is_gmp()
                    && self.link.pending().is_none()
                    && play.query.unsent.is_none()
                    && play.offer.is_none()
                    && play.has_moves(moves) => {}
            _ => return Err(Misuse::CannotTakeBack),
        }
        self.link.send(Message::Undo(moves));
        Ok(())
    }

    /// Acknowledges that the moves which [`Event::UndoOffered`] speaks of are taken back and
    /// recorded as such: `progress` is where the game stands now.
    ///
    /// # Errors
    /// [`Misuse::NothingOffered`].
    pub fn accept_undo(&mut self, now: Instant, progress: Progress) -> Result<(), Misuse> {
        let frame = self.take_offered_undo()?;
        self.settle_by(now);
        self.link.take_with_ok(frame);
        self.link.unconfirmed.clear();
        if let State::Play(play) = &mut self.state {
            play.progress = progress;
            play.copies.clear();
        }
        Ok(())
    }

    /// Answers DENY: the moves stand.
    ///
    /// # Errors
    /// [`Misuse::NothingOffered`].
    pub fn refuse_undo(&mut self, now: Instant) -> Result<(), Misuse> {
        let frame = self.take_offered_undo()?;
        self.reply_in_play(now, frame, Message::Deny);
        Ok(())
    }

    fn take_offered_undo(&mut self) -> Result<Frame, Misuse> {
        let is_undo = |frame: &mut Frame| matches!(frame.message(), Message::Undo(_));
        match &mut self.state {
            State::Play(play) => play.offer.take_if(is_undo).ok_or(Misuse::NothingOffered),
            _ => Err(Misuse::NothingOffered),
        }
    }

    /// Sets where the game stands after [`Event::UndoGranted`].
    pub fn rewind(&mut self, progress: Progress) {
        if let State::Play(play) = &mut self.state {
            play.progress = progress;
        }
    }
}

/// The weight of a message where two cross: the lighter gives way. `None` for what is never sent
/// unasked.
const fn weight(message: Message) -> Option<u8> {
    match message {
        Message::Undo(_) => Some(0),
        Message::Move(_) => Some(1),
        Message::Query(_) => Some(2),
        _ => None,
    }
}
