//! What the full protocol knows in play beyond moves: questions, taking back, both at once.

use super::dialect::Handicap;
use super::{
    Answered, Dialect, Event, FrameVerdict, Misuse, Phase, Progress, ProposedTerms, Session,
};
use crate::Color;
use crate::frame::Frame;
use crate::message::{Message, Query};
use crate::time::Instant;

impl Session {
    /// Whose move comes next in a game.
    #[must_use]
    pub(super) const fn mover(&self, progress: Progress) -> Color {
        let first = match self.config.dialect {
            Dialect::Gmp(ProposedTerms {
                handicap: Some(handicap),
                ..
            }) => handicap,
            _ => Handicap::EVEN,
        };
        match (first.first(), progress.to_move()) {
            (Color::Black, color) => color,
            (Color::White, Color::Black) => Color::White,
            (Color::White, Color::White) => Color::Black,
        }
    }

    /// Whether what waits for its OK is neither a move nor a taking back: a move of ours may be
    /// decided then, and goes out after it.
    pub(super) const fn only_words_wait(&self) -> bool {
        match self.bit.pending() {
            Some(frame) => matches!(
                frame.message(),
                Message::Answer(_) | Message::Deny | Message::Query(_)
            ),
            None => false,
        }
    }

    /// In play the full protocol takes more than moves; `None` for what both dialects share.
    pub(super) fn handle_new_gmp(&mut self, now: Instant, frame: Frame) -> Option<FrameVerdict> {
        self.proposed()?;
        match (self.phase, frame.message()) {
            (Phase::GmpHandshake(handshake), _) if self.ends_handshake(&handshake, frame) => {
                self.settle();
                self.agree(&handshake);
                None
            }
            (Phase::GmpHandshake(handshake), _) => {
                Some(self.handle_new_in_gmp_handshake(handshake, frame))
            }
            (_, Message::Move(_) | Message::Undo(_) | Message::Query(_)) if self.undo_waits() => {
                Some(self.granted_in_passing())
            }
            (Phase::Playing(_) | Phase::Over { .. }, Message::Query(query)) => {
                let answer = self.late_answer(query);
                Some(self.reply_in_play(now, frame, answer))
            }
            (Phase::Playing(_) | Phase::Over { .. }, Message::Undo(moves)) => {
                Some(self.handle_undo(now, frame, moves))
            }
            (Phase::Playing(_) | Phase::Over { .. }, Message::Extended(_)) => {
                Some(self.reply_in_play(now, frame, Message::Deny))
            }
            (Phase::Playing(_) | Phase::Over { .. }, Message::Deny) => self.handle_deny(frame),
            (Phase::Playing(_) | Phase::Over { .. }, Message::Answer(theirs)) => {
                self.handle_answer(frame, theirs)
            }
            _ => None,
        }
    }

    /// Answers with a frame of our own; a move of ours that the question acknowledges is through.
    fn reply_in_play(&mut self, now: Instant, frame: Frame, message: Message) -> FrameVerdict {
        if self.offered.is_some() {
            return FrameVerdict::Idle;
        }
        self.settle_by(now);
        self.reply(frame, message, self.phase)
    }

    /// What of ours a new frame of the other side has acknowledged.
    pub(super) fn settle_by(&mut self, now: Instant) {
        let pending = self.bit.pending().map(Frame::message);
        self.settle();
        match pending {
            Some(Message::Move(_)) => self.move_settled(now),
            Some(Message::Undo(moves)) => self.emit(Event::UndoGranted(moves)),
            _ => {}
        }
    }

    fn handle_undo(&mut self, now: Instant, frame: Frame, moves: u16) -> FrameVerdict {
        if self.offered.is_some() {
            return FrameVerdict::Idle;
        }
        let can = match self.phase {
            Phase::Playing(progress) => (1..=progress.moves).contains(&moves),
            _ => false,
        };
        if !can || self.unsent.is_some() {
            return self.reply_in_play(now, frame, Message::Deny);
        }
        self.offered = Some(frame);
        self.emit(Event::UndoOffered(moves));
        FrameVerdict::Offered
    }

    /// A DENY to our wish to take back; to an answer of ours it means nothing.
    fn handle_deny(&mut self, frame: Frame) -> Option<FrameVerdict> {
        match self.bit.pending().map(Frame::message) {
            Some(Message::Move(_)) => return None,
            Some(Message::Undo(_)) => self.emit(Event::UndoRefused),
            _ => {}
        }
        self.settle();
        let ok = self.bit.take_with_ok(frame);
        self.tx.answer(ok);
        self.send_unsent();
        Some(FrameVerdict::Taken)
    }

    /// The answer to a question that we have asked in play.
    fn handle_answer(&mut self, frame: Frame, theirs: u16) -> Option<FrameVerdict> {
        let Some(Message::Query(query)) = self.bit.pending().map(Frame::message) else {
            return None;
        };
        let ours = self.compared.take().unwrap_or_default();
        self.emit(Event::Answered(Answered {
            query,
            theirs,
            ours,
        }));
        self.settle();
        let ok = self.bit.take_with_ok(frame);
        self.tx.answer(ok);
        self.unconfirmed.dispel();
        self.send_unsent();
        Some(FrameVerdict::Taken)
    }

    fn undo_waits(&self) -> bool {
        matches!(
            self.bit.pending().map(Frame::message),
            Some(Message::Undo(_))
        )
    }

    /// A peer that skips its OK to our UNDO: first the board goes back, then what it sent instead,
    /// which it repeats, is looked at.
    fn granted_in_passing(&mut self) -> FrameVerdict {
        if let Some(Message::Undo(moves)) = self.bit.pending().map(Frame::message) {
            self.settle();
            self.emit(Event::UndoGranted(moves));
        }
        FrameVerdict::Acknowledges
    }

    /// An OK for something other than a move, in play; `None` for a move's.
    pub(super) fn handle_ok_gmp(&mut self) -> Option<FrameVerdict> {
        match (self.phase, self.bit.pending()?.message()) {
            (Phase::GmpHandshake(handshake), _) => {
                return Some(self.handle_ok_in_gmp_handshake(handshake));
            }
            // An OK to a QUERY: the other side does not say.
            (_, Message::Answer(_) | Message::Deny | Message::Query(_)) => {
                self.proposed()?;
                self.settle();
                self.send_unsent();
            }
            (_, Message::Undo(moves)) => {
                self.settle();
                self.emit(Event::UndoGranted(moves));
            }
            _ => return None,
        }
        self.unconfirmed.dispel();
        Some(FrameVerdict::Acknowledges)
    }

    /// A move that had to wait for the wire goes out.
    pub(super) fn send_unsent(&mut self) {
        if let Some(mv) = self.unsent.take() {
            self.send(Message::Move(mv));
        }
    }

    /// Both sides have sent at once, and neither takes the other's: who asks gives way to who
    /// moves, who moves gives way to a question, and White gives way among equals. What was given
    /// up is as if it had never been sent.
    pub(super) fn give_way(&mut self, now: Instant, frame: Frame) -> Option<FrameVerdict> {
        self.proposed()?;
        let ours = self.bit.pending()?;
        if self.bit.acknowledgement() == Some(ours) {
            return None;
        }
        let (mine, theirs) = (weight(ours.message())?, weight(frame.message())?);
        if mine > theirs || (mine == theirs && self.config.color == Color::Black) {
            return None;
        }
        self.bit.withdraw();
        self.tx.disarm();
        match ours.message() {
            Message::Move(mv) => self.unsent = Some(mv),
            Message::Undo(_) => self.emit(Event::UndoRefused),
            _ => {}
        }
        Some(self.handle_new(now, frame))
    }

    /// A NEWGAME after the end opens another game; the caller takes it up by `next_game`.
    pub(super) fn handle_next_newgame(&mut self, frame: Frame) -> FrameVerdict {
        if self.bit_for_newgame(frame).is_none() {
            return FrameVerdict::OutOfPlace;
        }
        self.finish();
        self.reopened = Some(frame);
        FrameVerdict::Taken
    }

    // --- what the caller does

    /// Whose move comes next, while moves are exchanged.
    #[must_use]
    pub fn to_move(&self) -> Option<Color> {
        self.playing().map(|progress| self.mover(progress))
    }

    /// Asks the other side how the game stands there, at our own turn: [`Event::Answered`] tells
    /// it. A move of ours that is decided meanwhile goes out after the answer.
    ///
    /// # Errors
    /// [`Misuse::CannotAsk`]: not in the full protocol, not at our turn in play, or while a frame of
    /// ours waits; the session is unchanged.
    pub fn ask(&mut self, query: Query) -> Result<(), Misuse> {
        let can = self.proposed().is_some() && self.is_our_turn() && self.bit.pending().is_none();
        if !can {
            return Err(Misuse::CannotAsk);
        }
        self.compared = Some(self.own_answer(query));
        self.send(Message::Query(query));
        Ok(())
    }

    /// Asks the other side to take back the last `moves` moves.
    ///
    /// # Errors
    /// [`Misuse::CannotTakeBack`]: not in the full protocol, not in play, while a frame of ours
    /// waits, or fewer moves on record; the session is unchanged.
    pub fn request_undo(&mut self, moves: u16) -> Result<(), Misuse> {
        let can = self.proposed().is_some()
            && self.bit.pending().is_none()
            && self.unsent.is_none()
            && self.offered.is_none()
            && self
                .playing()
                .is_some_and(|progress| (1..=progress.moves).contains(&moves));
        if !can {
            return Err(Misuse::CannotTakeBack);
        }
        self.send(Message::Undo(moves));
        Ok(())
    }

    /// The moves that [`Event::UndoOffered`] speaks of are taken back and recorded as such: this
    /// is where the game stands now, and that is acknowledged.
    ///
    /// # Errors
    /// [`Misuse::NothingOffered`].
    pub fn accept_undo(&mut self, now: Instant, progress: Progress) -> Result<(), Misuse> {
        let frame = self.offered_undo()?;
        self.settle_by(now);
        let ok = self.bit.take_with_ok(frame);
        self.tx.answer(ok);
        self.phase = Phase::Playing(progress);
        self.unconfirmed.dispel();
        self.missed = None;
        Ok(())
    }

    /// The moves stand: the other side gets a DENY.
    ///
    /// # Errors
    /// [`Misuse::NothingOffered`].
    pub fn refuse_undo(&mut self, now: Instant) -> Result<(), Misuse> {
        let frame = self.offered_undo()?;
        self.reply_in_play(now, frame, Message::Deny);
        Ok(())
    }

    fn offered_undo(&mut self) -> Result<Frame, Misuse> {
        let is_undo = |frame: &Frame| matches!(frame.message(), Message::Undo(_));
        if self.playing().is_none() {
            return Err(Misuse::NothingOffered);
        }
        self.offered
            .take_if(|frame| is_undo(frame))
            .ok_or(Misuse::NothingOffered)
    }

    /// Our wish was granted ([`Event::UndoGranted`]): this is where the game stands now.
    pub fn rewind(&mut self, progress: Progress) {
        if self.playing().is_some() {
            self.phase = Phase::Playing(progress);
        }
    }

    /// Another game on the same line, once one has ended: the one that the other side has asked
    /// for already, or one that we ask for if we wish for Black, or whatever comes.
    ///
    /// # Errors
    /// [`Misuse::GameNotOver`] in mid-game or in the FJK dialect; the session is unchanged.
    pub fn next_game(&mut self, proposed: ProposedTerms) -> Result<(), Misuse> {
        let is_over = matches!(self.phase, Phase::Over { .. } | Phase::Finished);
        if self.proposed().is_none() || !is_over {
            return Err(Misuse::GameNotOver);
        }
        self.config.dialect = Dialect::Gmp(proposed);
        self.bit.settle();
        self.tx.disarm();
        self.missed = None;
        self.phase = Phase::Waiting;
        match (self.reopened.take(), proposed.color) {
            (Some(newgame), _) => {
                let _always_in_place = self.handle_newgame_gmp(proposed, newgame);
            }
            (None, Some(Color::Black)) => self.open_gmp(proposed),
            (None, _) => {}
        }
        Ok(())
    }
}

/// Who gives way: the lighter one. `None` for what is never sent unasked.
const fn weight(message: Message) -> Option<u8> {
    match message {
        Message::Undo(_) => Some(0),
        Message::Move(_) => Some(1),
        Message::Query(_) => Some(2),
        _ => None,
    }
}
