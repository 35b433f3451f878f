//! What each frame does in each phase: every transition that the wire can cause.

use core::time::Duration;

use super::{Clause, Event, FrameVerdict, Phase, Progress, Session, Stop, Strictness};
use crate::Color;
use crate::bit::{AlternatingBit, Arrival};
use crate::frame::{Bit, Frame};
use crate::message::{Message, Query, WireMove};
use crate::time::Instant;

/// ANSWER to QUERY(11): "I play Black".
const BLACK: u16 = 2;
/// ANSWER to QUERY(8): an even game.
const EVEN: u16 = 1;
/// After our final pass is acknowledged, how long to wait for a peer's stray third pass (seen).
const AFTERWORD: Duration = Duration::from_secs(2);
/// Copies of a frame with impossible bits that make it believable (rule 5).
const COPIES: u8 = 3;

impl Session {
    pub(super) fn handle_frame(&mut self, now: Instant, frame: Frame) -> FrameVerdict {
        let phase = self.phase;
        let verdict = self.dispatch(now, frame);
        self.apply_strict(now, (phase, frame), verdict)
    }

    fn dispatch(&mut self, now: Instant, frame: Frame) -> FrameVerdict {
        if self.is_silent() {
            return FrameVerdict::OutOfPlace;
        }
        if frame.message() == Message::NewGame {
            return self.handle_newgame(now, frame);
        }
        if self.is_echo(frame) {
            self.stop(Stop::Echo);
            return FrameVerdict::Echo;
        }
        let arrival = self.bit.classify(frame);
        if self.phase == Phase::Waiting && !matches!(arrival, Arrival::Repeat(Some(_))) {
            return FrameVerdict::OutOfPlace;
        }
        match arrival {
            Arrival::OkForPending => self.handle_ok_gmp().unwrap_or_else(|| self.handle_ok(now)),
            Arrival::OkForNothing => FrameVerdict::Idle,
            Arrival::Repeat(answer) => self.handle_repeat(now, answer),
            Arrival::New => self.handle_new(now, frame),
            Arrival::Crossed => self.give_way(now, frame).unwrap_or(FrameVerdict::Crossed),
            Arrival::Missed => self.handle_missed(frame),
        }
    }

    /// NEWGAME is looked at before its bits: they are those of a program that begins.
    fn handle_newgame(&mut self, now: Instant, frame: Frame) -> FrameVerdict {
        if let Some(proposed) = self.proposed() {
            return match self.phase {
                Phase::Waiting | Phase::GmpHandshake(_) => self.handle_newgame_gmp(proposed, frame),
                Phase::Over { .. } => self.handle_next_newgame(frame),
                _ => self.suspect(now, frame, Stop::PeerRestarted),
            };
        }
        let has_moves = self.playing().is_some_and(|progress| progress.moves > 0);
        match (self.config.color, self.phase) {
            // A second game on the same line is no part of the FJK dialect.
            (_, Phase::Over { .. }) => FrameVerdict::OutOfPlace,
            _ if has_moves => self.suspect(now, frame, Stop::PeerRestarted),
            (Color::White, _) => self.open(frame),
            (Color::Black, _) => self.handle_own_newgame(now, frame),
        }
    }

    /// White opens a game, or opens it again: the same QUERY(11) for each copy.
    fn open(&mut self, frame: Frame) -> FrameVerdict {
        let again = self.phase == Phase::ColorAsked;
        self.bit = AlternatingBit::default();
        let query = self
            .bit
            .take_with_answer(frame, Message::Query(Query::COLOR));
        if again {
            self.tx.answer(query);
            return FrameVerdict::Repeat;
        }
        // Answers to the program that was there before are not for the one that begins.
        self.tx.clear();
        self.tx.arm();
        self.offered = None;
        self.missed = None;
        self.unconfirmed.dispel();
        self.phase = Phase::ColorAsked;
        FrameVerdict::Taken
    }

    fn handle_own_newgame(&mut self, now: Instant, frame: Frame) -> FrameVerdict {
        // An echo comes back within the time of a frame, give or take what drivers delay.
        let window = self.config.pace.frame * 2 + Duration::from_millis(100);
        let ours = Frame::new(Bit::One, Bit::Zero, Message::NewGame);
        let soon = self
            .opened
            .is_some_and(|opened| now.since(opened) <= window);
        if frame == ours && soon {
            self.stop(Stop::Echo);
            FrameVerdict::Echo
        } else {
            self.suspect(now, frame, Stop::BothBlack)
        }
    }

    fn handle_ok(&mut self, now: Instant) -> FrameVerdict {
        match self.phase {
            Phase::HandicapAnswered => {
                self.settle();
                self.phase = Phase::Playing(Progress::default());
                self.emit(Event::Ready);
            }
            Phase::Playing(_) => {
                self.acknowledge_move();
            }
            Phase::Over { .. } => {
                self.settle();
                self.move_settled(now);
            }
            // An OK to NEWGAME, QUERY or ANSWER(2) is not the end of it.
            _ => return FrameVerdict::Idle,
        }
        self.unconfirmed.dispel();
        FrameVerdict::Acknowledges
    }

    /// Our move is acknowledged, the last one perhaps.
    pub(super) fn move_settled(&mut self, now: Instant) {
        if let Phase::Over { .. } = self.phase {
            let until = now + AFTERWORD.min(self.config.linger);
            self.phase = Phase::Over { until: Some(until) };
        }
        self.emit(Event::MoveAcknowledged);
    }

    fn handle_repeat(&mut self, now: Instant, answer: Option<Frame>) -> FrameVerdict {
        match answer {
            Some(_) if self.is_too_early(now) => FrameVerdict::Refused(Clause::TwentySeconds),
            Some(frame) => {
                self.unconfirmed.dispel();
                self.tx.answer(frame);
                FrameVerdict::Repeat
            }
            None => FrameVerdict::OutOfPlace,
        }
    }

    pub(super) fn handle_new(&mut self, now: Instant, frame: Frame) -> FrameVerdict {
        if let Some(verdict) = self.handle_new_gmp(now, frame) {
            return verdict;
        }
        match (self.phase, frame.message()) {
            (Phase::NewGameSent, Message::Query(Query::COLOR)) => {
                self.reply(frame, Message::Answer(BLACK), self.after_color())
            }
            (Phase::ColorAnswered, Message::Query(Query::HANDICAP)) => {
                self.reply(frame, Message::Answer(EVEN), Phase::HandicapAnswered)
            }
            (Phase::ColorAsked, Message::Answer(BLACK)) => {
                self.reply(frame, Message::Query(Query::HANDICAP), Phase::HandicapAsked)
            }
            (Phase::HandicapAsked, Message::Answer(EVEN)) => self.begin(frame),
            (Phase::ColorAsked, Message::Answer(got)) => {
                self.suspect(now, frame, differs(Query::COLOR, BLACK, got))
            }
            (Phase::HandicapAsked, Message::Answer(got)) => {
                self.suspect(now, frame, differs(Query::HANDICAP, EVEN, got))
            }
            (Phase::Playing(progress), Message::Move(mv)) => {
                self.handle_move(now, frame, mv, progress)
            }
            (Phase::Playing(_) | Phase::Over { until: None }, Message::Deny) => {
                self.suspect(now, frame, Stop::Denied)
            }
            (Phase::Over { .. }, Message::Move(_)) if !self.is_strict() => {
                self.handle_late_move(now, frame)
            }
            (_, Message::Query(query)) if !self.is_strict() => self.answer_extra(frame, query),
            _ => FrameVerdict::OutOfPlace,
        }
    }

    pub(super) fn reply(&mut self, frame: Frame, message: Message, next: Phase) -> FrameVerdict {
        self.unconfirmed.dispel();
        self.bit.take_with_answer(frame, message);
        self.tx.release();
        self.tx.arm();
        self.phase = next;
        FrameVerdict::Taken
    }

    /// White has both answers: the OK that opens play.
    fn begin(&mut self, frame: Frame) -> FrameVerdict {
        self.unconfirmed.dispel();
        self.tx.disarm();
        let ok = self.bit.take_with_ok(frame);
        self.tx.answer(ok);
        self.phase = Phase::Playing(Progress::default());
        self.emit(Event::Ready);
        FrameVerdict::Taken
    }

    fn handle_move(
        &mut self,
        now: Instant,
        frame: Frame,
        mv: WireMove,
        progress: Progress,
    ) -> FrameVerdict {
        if self.mover(progress) == self.config.color {
            return FrameVerdict::OutOfPlace;
        }
        if self.offered.is_some() {
            // The caller has not judged yet (a full disk, say): copies change nothing.
            return FrameVerdict::Idle;
        }
        let read = self.config.read(mv);
        let Some(mv) = read.filter(|mv| mv.color() != self.config.color) else {
            return self.suspect(now, frame, Stop::IllegalMove(read.unwrap_or(mv)));
        };
        self.offered = Some(frame);
        self.emit(Event::MoveOffered(mv));
        FrameVerdict::Offered
    }

    /// A third pass, or whatever a peer still plays after the end: OK once, not recorded.
    fn handle_late_move(&mut self, now: Instant, frame: Frame) -> FrameVerdict {
        if self.bit.pending().is_some() {
            self.settle_by(now);
        }
        let ok = self.bit.take_with_ok(frame);
        self.tx.answer(ok);
        self.unconfirmed.dispel();
        FrameVerdict::AfterEnd
    }

    /// Rule 5: dropped, unless the identical frame comes a third time and is the next move.
    fn handle_missed(&mut self, frame: Frame) -> FrameVerdict {
        let copies = self.copies(frame);
        let (Phase::Playing(progress), Message::Move(mv)) = (self.phase, frame.message()) else {
            return FrameVerdict::Missed;
        };
        let is_next = self.mover(progress) == mv.color()
            && mv.color() != self.config.color
            && self.offered.is_none();
        let next = self.config.read(mv).filter(|_| is_next);
        let (Some(mv), COPIES.., Strictness::Tolerant) = (next, copies, self.config.strictness)
        else {
            return FrameVerdict::Missed;
        };
        self.offered = Some(frame);
        self.emit(Event::MoveOffered(mv));
        FrameVerdict::Offered
    }

    fn suspect(&mut self, now: Instant, frame: Frame, stop: Stop) -> FrameVerdict {
        if let Some(stop) = self.unconfirmed.hear(frame, stop, &self.config, now) {
            self.stop(stop);
        }
        FrameVerdict::Doubted
    }
}

const fn differs(query: Query, expected: u16, got: u16) -> Stop {
    Stop::TermsDiffer {
        query,
        expected,
        got,
    }
}
