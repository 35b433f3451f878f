//! Models of other programs, written from what is known of them and not over our own session: a
//! mistake of ours must not be theirs as well.

mod model;
mod timer;

pub use model::{Model, Quit};

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::time::Duration;

use super::cable::Cable;
use super::our_program::is_legal;
use super::random::Rng;
use crate::Color;
use crate::decoder::{Decoder, Heard};
use crate::frame::{Bit, Frame};
use crate::message::{Message, Query, Vertex, WireMove};
use crate::session::{Config, Phase, Progress, Stop};
use crate::time::Instant;
use timer::Timer;

const BLACK: Message = Message::Answer(2);
const EVEN: Message = Message::Answer(1);

/// Another program, its player and its record.
#[derive(Clone, Debug)]
pub(super) struct Peer {
    model: Model,
    config: Config,
    decoder: Decoder,
    /// Reads that wait until it has time for them: it does nothing while it thinks.
    reads: VecDeque<Vec<u8>>,
    phase: Phase,
    mine: Bit,
    taken: Bit,
    /// Its frame that waits to be acknowledged, and what it does about it.
    pending: Option<(Frame, Timer)>,
    answer: Option<Frame>,
    tx: VecDeque<Frame>,
    quiet_until: Instant,
    record: Vec<WireMove>,
    think: Duration,
    ready: Option<Instant>,
    quit: Option<Quit>,
    rng: Rng,
}

impl Peer {
    pub(super) fn new(model: Model, config: Config, think: Duration, rng: Rng) -> Self {
        let mut peer = Self {
            model,
            config,
            decoder: Decoder::new(),
            reads: VecDeque::new(),
            phase: Phase::Waiting,
            mine: Bit::Zero,
            taken: Bit::Zero,
            pending: None,
            answer: None,
            tx: VecDeque::new(),
            quiet_until: Instant::ZERO,
            record: Vec::new(),
            think,
            ready: None,
            quit: None,
            rng,
        };
        if config.color == Color::Black {
            peer.send(Message::NewGame, Instant::ZERO);
            peer.phase = Phase::NewGameSent;
        }
        peer
    }

    pub(super) const fn phase(&self) -> Phase {
        match self.quit {
            Some(_) => Phase::Stopped(Stop::Ended),
            None => self.phase,
        }
    }

    pub(super) fn record(&self) -> &[WireMove] {
        &self.record
    }

    pub(super) const fn quit(&self) -> Option<Quit> {
        self.quit
    }

    pub(super) fn deadline(&self) -> Option<Instant> {
        if self.has_left() {
            return None;
        }
        let tx = (!self.tx.is_empty()).then_some(self.quiet_until);
        let resend = self.pending.and_then(|(_, timer)| timer.deadline());
        [tx, resend, self.ready].into_iter().flatten().min()
    }

    /// Returns whether its program has ended, for good or ill.
    fn has_left(&self) -> bool {
        let done = self.phase == Phase::Finished && self.tx.is_empty();
        self.quit.is_some() || done
    }

    pub(super) fn turn(&mut self, now: Instant, arrived: &[u8], out: &mut Cable, game: &[Vertex]) {
        if !arrived.is_empty() {
            self.reads.push_back(arrived.to_vec());
        }
        if self.has_left() {
            self.reads.clear();
            return;
        }
        loop {
            self.put_out(now, out);
            let thinks = self.is_thinking(now, game);
            if self.has_left() || thinks && self.model.is_deaf_while_it_thinks() {
                return;
            }
            match self.reads.pop_front() {
                Some(bytes) => self.read(&bytes, now),
                None => return self.check_timer(now, out),
            }
        }
    }

    // --- out

    /// Sends a new frame, which is kept until it is acknowledged.
    fn send(&mut self, message: Message, now: Instant) {
        self.mine = self.mine.flipped();
        let frame = Frame::new(self.mine, self.taken, message);
        self.pending = Some((frame, Timer::start(self.model, now, &mut self.rng)));
        self.tx.push_back(frame);
    }

    fn put_out(&mut self, now: Instant, out: &mut Cable) {
        while now >= self.quiet_until {
            let Some(frame) = self.tx.pop_front() else {
                return;
            };
            out.send(now, frame);
            self.quiet_until = now + self.config.pace.frame + self.config.pace.gap;
        }
    }

    fn send_again(&mut self) {
        if let Some((frame, _)) = self.pending
            && !self.tx.contains(&frame)
        {
            self.tx.push_back(frame);
        }
    }

    fn check_timer(&mut self, now: Instant, out: &mut Cable) {
        if let Some((_, timer)) = &mut self.pending
            && timer.is_over(self.model, now, &mut self.rng)
        {
            self.send_again();
            self.put_out(now, out);
        }
    }

    // --- the player

    /// Thinks where it is its turn, and plays once it has thought; whether it still thinks.
    fn is_thinking(&mut self, now: Instant, game: &[Vertex]) -> bool {
        let Phase::Playing(progress) = self.phase else {
            return false;
        };
        if progress.to_move() != self.config.color || self.pending.is_some() {
            return false;
        }
        let ready = match self.ready {
            Some(ready) => ready,
            None => now + self.rng.up_to(self.think),
        };
        self.ready = (now < ready).then_some(ready);
        if self.ready.is_some() {
            return true;
        }
        let vertex = game.get(self.record.len()).copied().unwrap_or(Vertex::Pass);
        let mv = WireMove::new(self.config.color, vertex, self.config.size);
        self.send(Message::Move(mv), now);
        self.put_on_record(mv, progress);
        false
    }

    fn put_on_record(&mut self, mv: WireMove, progress: Progress) {
        self.record.push(mv);
        let progress = progress.after(mv.number() == 0);
        self.phase = if progress.is_over() {
            Phase::Over { until: None }
        } else {
            Phase::Playing(progress)
        };
    }

    // --- in

    fn read(&mut self, bytes: &[u8], now: Instant) {
        // The end of one frame and the start of the next. A start that comes twice is no frame.
        let is_merged = bytes.windows(2).any(|pair| pair[0] >= 0x80 && pair[1] < 4);
        if self.model == Model::GnuGo && is_merged {
            self.quit = Some(Quit::MergedRead);
            return;
        }
        for &byte in bytes {
            if let Some(Heard::Frame(frame)) = self.decoder.push(byte) {
                self.hear(frame, now);
            }
        }
        let newgame = self.phase == Phase::NewGameSent;
        if let Some((_, timer)) = &mut self.pending {
            match timer.wake() {
                timer::Wake::Rest => {}
                timer::Wake::Resend if newgame => {}
                timer::Wake::Resend => self.send_again(),
                timer::Wake::GiveUp => self.quit = Some(Quit::GmpTimeout),
            }
        }
    }

    fn hear(&mut self, frame: Frame, now: Instant) {
        let knows_mine = frame.acknowledged() == self.mine || !self.model.minds_bits();
        let is_repeat = frame.sequence() == self.taken && self.answer.is_some();
        match frame.message() {
            Message::Ok if knows_mine => self.take_ok(),
            Message::Ok => {}
            _ if self.model.minds_bits() && is_repeat => self.repeat(),
            // A program that begins looks at the command alone.
            Message::NewGame => self.serve(frame, now),
            _ if knows_mine => self.serve(frame, now),
            // Both have sent at once.
            _ if self.model == Model::GoGui => self.send_again(),
            _ => {}
        }
    }

    fn take_ok(&mut self) {
        match self.phase {
            Phase::HandicapAnswered => self.phase = Phase::Playing(Progress::default()),
            Phase::Playing(_) => {}
            Phase::Over { .. } if self.pending.is_some() => self.phase = Phase::Finished,
            _ => return,
        }
        self.pending = None;
    }

    /// An OK comes again; an answer that waits for its own acknowledgement only where the program
    /// resends by the clock.
    fn repeat(&mut self) {
        match self.answer {
            Some(answer) if answer.message() == Message::Ok => self.tx.push_back(answer),
            Some(_) if self.model == Model::GoGui => self.send_again(),
            _ => {}
        }
    }

    fn serve(&mut self, frame: Frame, now: Instant) {
        match (self.phase, frame.message()) {
            (Phase::Waiting, Message::NewGame) => {
                self.answer_with(frame, Message::Query(Query::COLOR), now);
                self.phase = Phase::ColorAsked;
            }
            (Phase::ColorAsked, BLACK) => {
                self.answer_with(frame, Message::Query(Query::HANDICAP), now);
                self.phase = Phase::HandicapAsked;
            }
            (Phase::HandicapAsked, EVEN) => {
                self.pending = None;
                self.acknowledge(frame);
                self.phase = Phase::Playing(Progress::default());
            }
            (Phase::NewGameSent, Message::Query(Query::COLOR)) => {
                self.answer_with(frame, BLACK, now);
                self.phase = Phase::ColorAnswered;
            }
            (Phase::ColorAnswered, Message::Query(Query::HANDICAP)) => {
                self.answer_with(frame, EVEN, now);
                self.phase = Phase::HandicapAnswered;
            }
            (Phase::Playing(progress), Message::Move(mv)) if self.expects(mv, progress) => {
                self.take_move(frame, mv, progress, now);
            }
            // Who ignores bits answers whatever is said again.
            _ if !self.model.minds_bits() => self.answer_again(frame),
            _ => {}
        }
    }

    fn expects(&self, mv: WireMove, progress: Progress) -> bool {
        let theirs = self.config.color.other();
        progress.to_move() == theirs && mv.color() == theirs
    }

    fn take_move(&mut self, frame: Frame, mv: WireMove, progress: Progress, now: Instant) {
        if mv.vertex(self.config.size).is_none() || !is_legal(&self.record, mv) {
            self.quit = Some(Quit::IllegalMove);
            return;
        }
        self.pending = None;
        self.acknowledge(frame);
        self.put_on_record(mv, progress);
        let is_over = matches!(self.phase, Phase::Over { .. });
        if is_over && self.model == Model::GnuGo {
            let pass = WireMove::new(self.config.color, Vertex::Pass, self.config.size);
            self.send(Message::Move(pass), now);
            self.phase = Phase::Finished;
        }
    }

    fn answer_again(&mut self, frame: Frame) {
        match (frame.message(), self.pending) {
            (Message::Move(_), _) => self.acknowledge(frame),
            (Message::Answer(_), None) => self.acknowledge(frame),
            (Message::NewGame | Message::Query(_) | Message::Answer(_), Some(_)) => {
                self.send_again();
            }
            _ => {}
        }
    }

    fn answer_with(&mut self, frame: Frame, message: Message, now: Instant) {
        self.taken = frame.sequence();
        self.send(message, now);
        self.answer = self.pending.map(|(answer, _)| answer);
    }

    fn acknowledge(&mut self, frame: Frame) {
        self.taken = frame.sequence();
        let ok = if self.model.minds_bits() {
            Frame::new(self.mine, self.taken, Message::Ok)
        } else {
            Frame::new(frame.acknowledged(), frame.sequence(), Message::Ok)
        };
        self.answer = Some(ok);
        self.tx.push_back(ok);
    }
}
