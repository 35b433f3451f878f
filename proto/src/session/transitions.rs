//! What each frame does in each stage: every transition that the wire can cause.

use core::time::Duration;

use super::{Event, Progress, Sentence, Session, Stage, Stop, Tolerance, Verdict};
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
    pub(super) fn handle_frame(&mut self, now: Instant, frame: Frame) -> Verdict {
        let stage = self.stage;
        let verdict = self.heed(now, frame);
        self.by_the_letter(now, (stage, frame), verdict)
    }

    fn heed(&mut self, now: Instant, frame: Frame) -> Verdict {
        if self.is_silent() {
            return Verdict::OutOfPlace;
        }
        if frame.message() == Message::NewGame {
            return self.handle_newgame(now, frame);
        }
        if self.is_echo(frame) {
            self.stop(Stop::Echo);
            return Verdict::Echo;
        }
        let arrival = self.bit.classify(frame);
        if self.stage == Stage::Waiting && !matches!(arrival, Arrival::Repeat(Some(_))) {
            return Verdict::OutOfPlace;
        }
        match arrival {
            Arrival::OkForPending => self.handle_ok_gmp().unwrap_or_else(|| self.handle_ok(now)),
            Arrival::OkForNothing => Verdict::Idle,
            Arrival::Repeat(answer) => self.handle_repeat(now, answer),
            Arrival::New => self.handle_new(now, frame),
            Arrival::Crossed => self.give_way(now, frame).unwrap_or(Verdict::Crossed),
            Arrival::Missed => self.handle_missed(frame),
        }
    }

    /// NEWGAME is looked at before its bits: they are those of a program that begins.
    fn handle_newgame(&mut self, now: Instant, frame: Frame) -> Verdict {
        if let Some(wishes) = self.wishes() {
            return match self.stage {
                Stage::Waiting | Stage::Greeting(_) => self.handle_newgame_gmp(wishes, frame),
                Stage::Over { .. } => self.handle_next_newgame(frame),
                _ => self.suspect(now, frame, Stop::PeerRestarted),
            };
        }
        let has_moves = self.playing().is_some_and(|progress| progress.moves > 0);
        match (self.config.color, self.stage) {
            // A second game on the same line is no part of the FJK dialect.
            (_, Stage::Over { .. }) => Verdict::OutOfPlace,
            _ if has_moves => self.suspect(now, frame, Stop::PeerRestarted),
            (Color::White, _) => self.open(frame),
            (Color::Black, _) => self.handle_own_newgame(now, frame),
        }
    }

    /// White opens a game, or opens it again: the same QUERY(11) for each copy.
    fn open(&mut self, frame: Frame) -> Verdict {
        let again = self.stage == Stage::ColorAsked;
        self.bit = AlternatingBit::default();
        let query = self
            .bit
            .take_with_answer(frame, Message::Query(Query::COLOR));
        if again {
            self.outbox.answer(query);
            return Verdict::Repeat;
        }
        // Answers to the program that was there before are not for the one that begins.
        self.outbox.clear();
        self.outbox.arm();
        self.offered = None;
        self.missed = None;
        self.doubt.dispel();
        self.stage = Stage::ColorAsked;
        Verdict::Taken
    }

    fn handle_own_newgame(&mut self, now: Instant, frame: Frame) -> Verdict {
        // An echo comes back within the time of a frame, give or take what drivers delay.
        let window = self.config.pace.frame * 2 + Duration::from_millis(100);
        let ours = Frame::new(Bit::One, Bit::Zero, Message::NewGame);
        let soon = self
            .opened
            .is_some_and(|opened| now.since(opened) <= window);
        if frame == ours && soon {
            self.stop(Stop::Echo);
            Verdict::Echo
        } else {
            self.suspect(now, frame, Stop::BothBlack)
        }
    }

    fn handle_ok(&mut self, now: Instant) -> Verdict {
        match self.stage {
            Stage::HandicapAnswered => {
                self.settle();
                self.stage = Stage::Playing(Progress::default());
                self.emit(Event::Ready);
            }
            Stage::Playing(_) => {
                self.acknowledge_move();
            }
            Stage::Over { .. } => {
                self.settle();
                self.move_settled(now);
            }
            // An OK to NEWGAME, QUERY or ANSWER(2) is not the end of it.
            _ => return Verdict::Idle,
        }
        self.doubt.dispel();
        Verdict::Acknowledges
    }

    /// Our move is acknowledged, the last one perhaps.
    pub(super) fn move_settled(&mut self, now: Instant) {
        if let Stage::Over { .. } = self.stage {
            let until = now + AFTERWORD.min(self.config.linger);
            self.stage = Stage::Over { until: Some(until) };
        }
        self.emit(Event::MoveAcknowledged);
    }

    fn handle_repeat(&mut self, now: Instant, answer: Option<Frame>) -> Verdict {
        match answer {
            Some(_) if self.is_too_early(now) => Verdict::Refused(Sentence::TwentySeconds),
            Some(frame) => {
                self.doubt.dispel();
                self.outbox.answer(frame);
                Verdict::Repeat
            }
            None => Verdict::OutOfPlace,
        }
    }

    pub(super) fn handle_new(&mut self, now: Instant, frame: Frame) -> Verdict {
        if let Some(verdict) = self.handle_new_gmp(now, frame) {
            return verdict;
        }
        match (self.stage, frame.message()) {
            (Stage::NewGameSent, Message::Query(Query::COLOR)) => {
                self.reply(frame, Message::Answer(BLACK), self.after_color())
            }
            (Stage::ColorAnswered, Message::Query(Query::HANDICAP)) => {
                self.reply(frame, Message::Answer(EVEN), Stage::HandicapAnswered)
            }
            (Stage::ColorAsked, Message::Answer(BLACK)) => {
                self.reply(frame, Message::Query(Query::HANDICAP), Stage::HandicapAsked)
            }
            (Stage::HandicapAsked, Message::Answer(EVEN)) => self.begin(frame),
            (Stage::ColorAsked, Message::Answer(got)) => {
                self.suspect(now, frame, differs(Query::COLOR, BLACK, got))
            }
            (Stage::HandicapAsked, Message::Answer(got)) => {
                self.suspect(now, frame, differs(Query::HANDICAP, EVEN, got))
            }
            (Stage::Playing(progress), Message::Move(mv)) => {
                self.handle_move(now, frame, mv, progress)
            }
            (Stage::Playing(_) | Stage::Over { until: None }, Message::Deny) => {
                self.suspect(now, frame, Stop::Denied)
            }
            (Stage::Over { .. }, Message::Move(_)) if !self.is_strict() => {
                self.handle_late_move(now, frame)
            }
            (_, Message::Query(query)) if !self.is_strict() => self.answer_extra(frame, query),
            _ => Verdict::OutOfPlace,
        }
    }

    pub(super) fn reply(&mut self, frame: Frame, message: Message, next: Stage) -> Verdict {
        self.doubt.dispel();
        self.bit.take_with_answer(frame, message);
        self.outbox.release();
        self.outbox.arm();
        self.stage = next;
        Verdict::Taken
    }

    /// White has both answers: the OK that opens play.
    fn begin(&mut self, frame: Frame) -> Verdict {
        self.doubt.dispel();
        self.outbox.disarm();
        let ok = self.bit.take_with_ok(frame);
        self.outbox.answer(ok);
        self.stage = Stage::Playing(Progress::default());
        self.emit(Event::Ready);
        Verdict::Taken
    }

    fn handle_move(
        &mut self,
        now: Instant,
        frame: Frame,
        mv: WireMove,
        progress: Progress,
    ) -> Verdict {
        if self.mover(progress) == self.config.color {
            return Verdict::OutOfPlace;
        }
        if self.offered.is_some() {
            // The caller has not judged yet (a full disk, say): copies change nothing.
            return Verdict::Idle;
        }
        let read = self.config.read(mv);
        let Some(mv) = read.filter(|mv| mv.color() != self.config.color) else {
            return self.suspect(now, frame, Stop::IllegalMove(read.unwrap_or(mv)));
        };
        self.offered = Some(frame);
        self.emit(Event::MoveOffered(mv));
        Verdict::Offered
    }

    /// A third pass, or whatever a peer still plays after the end: OK once, not recorded.
    fn handle_late_move(&mut self, now: Instant, frame: Frame) -> Verdict {
        if self.bit.pending().is_some() {
            self.settle_by(now);
        }
        let ok = self.bit.take_with_ok(frame);
        self.outbox.answer(ok);
        self.doubt.dispel();
        Verdict::AfterEnd
    }

    /// Rule 5: dropped, unless the identical frame comes a third time and is the next move.
    fn handle_missed(&mut self, frame: Frame) -> Verdict {
        let copies = self.copies(frame);
        let (Stage::Playing(progress), Message::Move(mv)) = (self.stage, frame.message()) else {
            return Verdict::Missed;
        };
        let is_next = self.mover(progress) == mv.color()
            && mv.color() != self.config.color
            && self.offered.is_none();
        let next = self.config.read(mv).filter(|_| is_next);
        let (Some(mv), COPIES.., Tolerance::Tolerant) = (next, copies, self.config.tolerance)
        else {
            return Verdict::Missed;
        };
        self.offered = Some(frame);
        self.emit(Event::MoveOffered(mv));
        Verdict::Offered
    }

    fn suspect(&mut self, now: Instant, frame: Frame, stop: Stop) -> Verdict {
        if let Some(stop) = self.doubt.hear(frame, stop, &self.config, now) {
            self.stop(stop);
        }
        Verdict::Doubted
    }
}

const fn differs(query: Query, expected: u16, got: u16) -> Stop {
    Stop::TermsDiffer {
        query,
        expected,
        got,
    }
}
