//! Every transition that a frame can cause: who looks at it, by its bits and by the state.

use super::clause::Clause;
use super::event::{Event, FrameVerdict, Stop};
use super::state::State;
use super::{FINAL_RESENDS, HANDSHAKE_RESENDS, Session};
use crate::bit::Arrival;
use crate::frame::Frame;
use crate::message::Message;
use crate::time::Instant;

impl Session {
    pub(super) fn handle_frame(&mut self, now: Instant, frame: Frame) -> FrameVerdict {
        let phase = self.phase();
        let verdict = self.dispatch(now, frame);
        self.begin_to_linger(now);
        self.strict
            .apply(now, (phase, self.config.color), frame, verdict)
    }

    /// After the end nothing of ours waits for an acknowledgement any more: what had to wait behind it goes
    /// out, or else repeats are answered for a while from now on.
    fn begin_to_linger(&mut self, now: Instant) {
        let State::Over(over) = &self.state else {
            return;
        };
        if over.until.is_some() || self.link.pending().is_some() {
            return;
        }
        self.send_unsent();
        if let State::Over(over) = &mut self.state
            && self.link.pending().is_none()
        {
            // Sending may have made a frame pending: the time to linger runs only once nothing waits for an OK.
            over.until = Some(now + self.config.linger);
        }
    }

    fn dispatch(&mut self, now: Instant, frame: Frame) -> FrameVerdict {
        if self.is_silent() {
            return FrameVerdict::OutOfPlace;
        }
        // Before the bits are looked at: a program that was started anew begins them anew, too.
        if frame.message() == Message::NewGame {
            return self.handle_newgame(now, frame);
        }
        if self.is_echo(frame) {
            self.stop(Stop::Echo);
            return FrameVerdict::Echo;
        }
        let arrival = self.link.bit.classify(frame);
        if matches!(self.state, State::Waiting) && !matches!(arrival, Arrival::Repeat(Some(_))) {
            return FrameVerdict::OutOfPlace;
        }
        match arrival {
            Arrival::OkForPending => self.handle_ok(now),
            Arrival::OkForNothing => FrameVerdict::Idle,
            Arrival::Repeat(answer) => self.handle_repeat(now, answer),
            Arrival::New => self.handle_new(now, frame),
            Arrival::Crossed => self.give_way(now, frame).unwrap_or(FrameVerdict::Crossed),
            Arrival::Missed => self.handle_missed(frame),
        }
    }

    fn handle_ok(&mut self, now: Instant) -> FrameVerdict {
        match self.state {
            State::FjkHandshake(handshake) => self.handle_ok_in_fjk(handshake),
            State::GmpHandshake(handshake) => self.handle_ok_in_gmp(handshake),
            State::Play(_) | State::Over(_) => self.handle_ok_in_game(now),
            State::Waiting | State::Stopped(_) | State::Finished { .. } => FrameVerdict::Idle,
        }
    }

    pub(super) fn handle_new(&mut self, now: Instant, frame: Frame) -> FrameVerdict {
        match self.state {
            State::FjkHandshake(handshake) => self.handle_new_in_fjk(handshake, now, frame),
            State::GmpHandshake(handshake) => self.handle_new_in_gmp(handshake, now, frame),
            State::Play(_) | State::Over(_) if self.is_gmp() => self.handle_new_in_full(now, frame),
            State::Play(_) | State::Over(_) => self.handle_new_in_game(now, frame),
            State::Waiting | State::Stopped(_) | State::Finished { .. } => FrameVerdict::OutOfPlace,
        }
    }

    /// A frame that was taken already: the very bytes that acknowledged it, once for each copy.
    fn handle_repeat(&mut self, now: Instant, answer: Option<Frame>) -> FrameVerdict {
        match answer {
            Some(_) if self.strict.is_too_early(now) => {
                FrameVerdict::Refused(Clause::TwentySeconds)
            }
            Some(frame) => {
                // A copy of what was taken shows a peer in step: a doubtful frame before it was noise.
                self.link.unconfirmed.clear();
                self.link.tx.answer(frame);
                FrameVerdict::Repeat
            }
            None => FrameVerdict::OutOfPlace,
        }
    }

    /// A frame that would end the game: believed at its second copy, or, except NEWGAME in mid-game, after a while.
    pub(super) fn suspect(&mut self, now: Instant, frame: Frame, stop: Stop) -> FrameVerdict {
        let until = now + self.config.confirm_timeout;
        if let Some(stop) = self.link.unconfirmed.hear(now, frame, stop, until) {
            self.stop(stop);
        }
        FrameVerdict::Doubted
    }

    /// Another resend has come due: it may be one too many.
    pub(super) fn limit_resends(&mut self, resends: u32) {
        match (self.state, self.config.max_resends) {
            (State::Over(_), _) if resends > FINAL_RESENDS => self.finish(),
            // Below that number the limit of the terms does not count: it is for a game that goes on.
            (State::Over(_), _) => {}
            (_, Some(max)) if resends > max => self.stop(Stop::NoAnswer { resends: max }),
            (State::GmpHandshake(handshake), _) if resends > HANDSHAKE_RESENDS => {
                self.open_gmp_again(handshake);
            }
            _ => {}
        }
    }

    pub(super) fn stop(&mut self, stop: Stop) {
        self.fall_silent(State::Stopped(stop));
        self.link.emit(Event::Stopped(stop));
    }

    pub(super) fn finish(&mut self) {
        self.fall_silent(State::Finished { next: None });
        self.link.emit(Event::Finished);
    }

    /// Nothing is left to send, to judge or to wait for: no deadline may outlive the session.
    pub(super) fn fall_silent(&mut self, state: State) {
        self.state = state;
        self.link.tx.clear();
        self.link.unconfirmed.clear();
    }
}
