//! From NEWGAME to the first move, in either dialect: two handshakes that end in one [`Agreement`].

use core::time::Duration;

use super::dialect::{Agreement, Dialect, ProposedTerms};
use super::event::{Event, FrameVerdict, Stop};
use super::fjk_handshake::{FjkHandshake, FjkStep};
use super::gmp_handshake::{GmpHandshake, GmpOkStep, GmpStep};
use super::state::{Play, State};
use super::{Misuse, Session};
use crate::Color;
use crate::bit::AlternatingBit;
use crate::frame::{Bit, Frame};
use crate::message::{Message, Query};
use crate::time::Instant;

/// The delay that drivers may add to an echo.
const MAX_ECHO_DELAY: Duration = Duration::from_millis(100);

impl Session {
    /// NEWGAME is looked at before its bits: they are those of a program that begins.
    pub(super) fn handle_newgame(&mut self, now: Instant, frame: Frame) -> FrameVerdict {
        match (self.config.dialect, self.state) {
            (Dialect::Gmp(proposed), State::Waiting | State::GmpHandshake(_)) => {
                self.accept_gmp(proposed, frame)
            }
            (Dialect::Gmp(_), State::Over(_)) => self.handle_next_newgame(frame),
            (_, State::Play(play)) if play.progress.moves > 0 => {
                self.suspect(now, frame, Stop::PeerRestarted)
            }
            // The caller may have built on the agreement already: the new beginning has to keep it.
            (Dialect::Gmp(_), State::Play(play)) => self.accept_gmp(play.agreement.into(), frame),
            (Dialect::Gmp(_), _) => FrameVerdict::OutOfPlace,
            // A second game on the same line is no part of the FJK dialect.
            (Dialect::Fjk, State::Over(_)) => FrameVerdict::OutOfPlace,
            (Dialect::Fjk, _) => match self.config.color {
                Color::White => self.accept_fjk(frame),
                Color::Black => self.handle_own_newgame(now, frame),
            },
        }
    }

    /// Both handshakes end here.
    fn begin_play(&mut self, agreement: Agreement) {
        self.config.color = agreement.color;
        self.config.size = agreement.size;
        self.state = State::Play(Play::new(agreement));
        if self.is_gmp() {
            self.link.emit(Event::Agreed(agreement));
        }
        self.link.emit(Event::Ready);
    }

    // --- the FJK dialect

    /// Black opens a game.
    pub(super) fn open_fjk(&mut self) {
        self.state = State::FjkHandshake(FjkHandshake::NEW_GAME_SENT);
        self.link.send(Message::NewGame);
    }

    /// White takes up a game, or takes it up again: the same QUERY(11) for each copy.
    fn accept_fjk(&mut self, frame: Frame) -> FrameVerdict {
        let asked = State::FjkHandshake(FjkHandshake::ColorAsked);
        let again = matches!(self.state, State::FjkHandshake(FjkHandshake::ColorAsked));
        // Before the question is made: it has to carry the bits of a beginning.
        self.link.bit = AlternatingBit::default();
        let query = Message::Query(Query::COLOR);
        let query = self.link.bit.take_with_answer(frame, query);
        if again {
            self.link.tx.answer(query);
            return FrameVerdict::Repeat;
        }
        // Answers to the program that was there before are not for the one that begins.
        self.link.tx.clear();
        self.link.tx.arm();
        self.link.unconfirmed.clear();
        self.state = asked;
        FrameVerdict::Taken
    }

    /// A NEWGAME that Black hears: its own, or that of another Black.
    fn handle_own_newgame(&mut self, now: Instant, frame: Frame) -> FrameVerdict {
        // An echo comes back within the time of a frame, give or take what drivers delay.
        let window = self.config.pace.frame * 2 + MAX_ECHO_DELAY;
        let ours = Frame::new(Bit::One, Bit::Zero, Message::NewGame);
        let sent = self.link.tx.newgame_sent();
        if frame == ours && sent.is_some_and(|sent| now.since(sent) <= window) {
            self.stop(Stop::Echo);
            FrameVerdict::Echo
        } else {
            self.suspect(now, frame, Stop::BothBlack)
        }
    }

    pub(super) fn handle_new_in_fjk(
        &mut self,
        handshake: FjkHandshake,
        now: Instant,
        frame: Frame,
    ) -> FrameVerdict {
        let step = match (handshake.handle(frame.message()), frame.message()) {
            (FjkStep::OutOfPlace, Message::Query(query)) if !self.strict.is_on() => {
                handshake.handle_extra(query, self.own_answer(query))
            }
            (step, _) => step,
        };
        match step {
            FjkStep::Reply(message, next) => {
                self.link.reply(frame, message);
                self.state = State::FjkHandshake(next);
                FrameVerdict::Taken
            }
            FjkStep::Complete => {
                self.link.unconfirmed.clear();
                self.link.tx.disarm();
                self.link.take_with_ok(frame);
                self.begin_play(self.config.agreement());
                FrameVerdict::Taken
            }
            FjkStep::Doubt(stop) => self.suspect(now, frame, stop),
            FjkStep::OutOfPlace => FrameVerdict::OutOfPlace,
        }
    }

    /// An OK in the handshake ends it where ANSWER(1) is out. One to NEWGAME, QUERY or ANSWER(2) is
    /// not the end of it.
    pub(super) fn handle_ok_in_fjk(&mut self, handshake: FjkHandshake) -> FrameVerdict {
        if handshake != FjkHandshake::HandicapAnswered {
            return FrameVerdict::Idle;
        }
        self.link.settle();
        self.begin_play(self.config.agreement());
        self.link.unconfirmed.clear();
        FrameVerdict::Acknowledges
    }

    // --- the full protocol

    /// Asks for a game.
    pub(super) fn open_gmp(&mut self, proposed: ProposedTerms) {
        self.state = State::GmpHandshake(GmpHandshake::open(proposed));
        self.link.send(Message::NewGame);
    }

    /// Our frame was sent again and again for nothing: perhaps the other side was started again, and
    /// only a NEWGAME of beginning bits opens a game there. One that is still there begins anew with it.
    pub(super) fn open_gmp_again(&mut self, handshake: GmpHandshake) {
        let Dialect::Gmp(proposed) = self.config.dialect else {
            return;
        };
        let pending = self.link.bit.pending();
        // A NEWGAME with the bits of a game before means nothing to a program that was started since.
        let begins_anew =
            pending.is_some_and(|frame| frame.message() == Message::NewGame && begins(frame));
        if begins_anew || !handshake.may_open_again() {
            return;
        }
        self.link.bit = AlternatingBit::default();
        self.link.tx.clear();
        self.link.unconfirmed.clear();
        self.state = State::GmpHandshake(handshake.open_again(proposed));
        self.link.send(Message::NewGame);
    }

    /// A NEWGAME, new or repeated, before the first move.
    fn accept_gmp(&mut self, proposed: ProposedTerms, frame: Frame) -> FrameVerdict {
        if let Some(first) = self.first_question()
            && self.repeats_newgame(frame)
        {
            self.link.tx.answer(first);
            return FrameVerdict::Repeat;
        }
        let Some(bit) = self.bit_for_newgame(frame) else {
            return FrameVerdict::OutOfPlace;
        };
        self.link.bit = bit;
        // What waited was for the program that was there before.
        self.link.settle();
        self.link.tx.clear();
        let (question, handshake) = GmpHandshake::accept(proposed);
        self.link.reply(frame, question);
        self.state = State::GmpHandshake(handshake);
        FrameVerdict::Taken
    }

    /// Returns whether a NEWGAME is the one that our first question acknowledges.
    ///
    /// That of a program that begins may have the same bit, but it knows nothing of our question's:
    /// where that one went on from a game before, its bit is what a beginner takes for a repeat.
    fn repeats_newgame(&self, frame: Frame) -> bool {
        let bit = self.link.bit;
        let begins_anew = begins(frame) && frame.acknowledged() == bit.mine();
        frame.sequence() == bit.taken() && !begins_anew
    }

    /// The question that acknowledges a NEWGAME, as long as it waits for its answer.
    fn first_question(&self) -> Option<Frame> {
        let State::GmpHandshake(handshake) = self.state else {
            return None;
        };
        let is_query = |frame: &Frame| matches!(frame.message(), Message::Query(_));
        let pending = self.link.bit.pending().filter(is_query);
        pending.filter(|_| handshake.is_first_question())
    }

    /// Returns whether our own first question has come back: the line echoes.
    pub(super) fn is_echo(&self, frame: Frame) -> bool {
        self.first_question() == Some(frame)
    }

    /// The bits that a NEWGAME belongs to: it may go on with those of the game before, or be that
    /// of a program that begins; where both could be, both are the same. Where we have heard nothing yet, they are
    /// those of a program that has played before we were started: we go on as it does.
    fn bit_for_newgame(&self, frame: Frame) -> Option<AlternatingBit> {
        let bit = self.link.bit;
        let goes_on = frame.sequence() != bit.taken()
            && frame.acknowledged() == bit.mine()
            && !matches!(self.state, State::GmpHandshake(_));
        if goes_on {
            return Some(bit);
        }
        if begins(frame) {
            return Some(AlternatingBit::default());
        }
        let is_new = matches!(self.state, State::Waiting) && bit == AlternatingBit::default();
        is_new.then(|| {
            let taken = frame.sequence().flipped();
            AlternatingBit::restore(frame.acknowledged(), taken, None, None)
        })
    }

    pub(super) fn handle_new_in_gmp(
        &mut self,
        mut handshake: GmpHandshake,
        now: Instant,
        frame: Frame,
    ) -> FrameVerdict {
        if self.link.pending() == Some(Message::NewGame) && handshake.doubts(frame.message()) {
            self.state = State::GmpHandshake(handshake);
            // A second copy comes after a whole interval: NEWGAME must not cross that one too.
            self.link.tx.postpone(now + self.config.resend * 3 / 2);
            return FrameVerdict::Doubted;
        }
        if let Message::Move(_) = frame.message()
            && handshake.may_end_with_move()
        {
            self.link.settle();
            self.begin_play(handshake.agreement());
            // The state is `Play` by now, so this does not come back here.
            return self.handle_new(now, frame);
        }
        if let Some(answered) = handshake.compare(frame.message(), &self.facts) {
            self.link.emit(Event::Answered(answered));
        }
        match handshake.handle(frame.message(), &self.facts) {
            GmpStep::Reply(message, next) => {
                self.link.reply(frame, message);
                self.state = State::GmpHandshake(next);
                FrameVerdict::Taken
            }
            GmpStep::Complete(agreement) => {
                self.link.tx.disarm();
                self.link.take_with_ok(frame);
                if handshake.is_invited() {
                    self.link.tx.listen();
                }
                self.begin_play(agreement);
                FrameVerdict::Taken
            }
            GmpStep::Stop(stop) => {
                self.stop(stop);
                FrameVerdict::OutOfPlace
            }
            GmpStep::OutOfPlace => FrameVerdict::OutOfPlace,
        }
    }

    pub(super) fn handle_ok_in_gmp(&mut self, handshake: GmpHandshake) -> FrameVerdict {
        let Some(pending) = self.link.pending() else {
            return FrameVerdict::Idle;
        };
        match handshake.handle_ok(pending) {
            GmpOkStep::Send(message, next) => {
                self.link.settle();
                self.state = State::GmpHandshake(next);
                self.link.send(message);
            }
            GmpOkStep::Complete(agreement) => {
                self.link.settle();
                if handshake.is_invited() {
                    self.link.tx.answer(self.link.bit.latest_ok());
                    self.link.tx.listen();
                }
                self.begin_play(agreement);
            }
            GmpOkStep::Idle => return FrameVerdict::Idle,
        }
        FrameVerdict::Acknowledges
    }

    /// A NEWGAME after the end opens another game; the caller takes it up by `next_game`.
    fn handle_next_newgame(&mut self, frame: Frame) -> FrameVerdict {
        if self.bit_for_newgame(frame).is_none() {
            return FrameVerdict::OutOfPlace;
        }
        self.finish();
        self.state = State::Finished { next: Some(frame) };
        FrameVerdict::Taken
    }

    /// Begins another game on the same line, once one has ended: the one that the other side has
    /// asked for already, or one that we ask for if we propose to be Black, or whatever comes.
    ///
    /// # Errors
    /// [`Misuse::GameNotOver`] in mid-game or in the FJK dialect; the session is unchanged.
    pub fn next_game(&mut self, proposed: ProposedTerms) -> Result<(), Misuse> {
        let next = match self.state {
            State::Finished { next } => next,
            State::Over(_) => None,
            _ => return Err(Misuse::GameNotOver),
        };
        if !self.is_gmp() {
            return Err(Misuse::GameNotOver);
        }
        self.config.dialect = Dialect::Gmp(proposed);
        self.link.settle();
        self.state = State::Waiting;
        match (next, proposed.color) {
            (Some(newgame), _) => {
                // Kept only once `bit_for_newgame` had found a bit for it, and neither bit has changed since.
                let _always_in_place = self.accept_gmp(proposed, newgame);
            }
            (None, Some(Color::Black)) => self.open_gmp(proposed),
            (None, _) => {}
        }
        Ok(())
    }
}

/// Returns whether a NEWGAME has the bits of a program that begins.
fn begins(frame: Frame) -> bool {
    frame.sequence() == Bit::One && frame.acknowledged() == Bit::Zero
}
