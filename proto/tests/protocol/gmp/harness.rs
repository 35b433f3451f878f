//! Two sessions and the line between them; each side keeps a record, as a program would.

use std::collections::VecDeque;
use std::time::Duration;

use sgmp_proto::{
    Agreement, BoardSize, Color, Config, Dialect, Event, Frame, Handicap, Instant, Message, Misuse,
    Pace, Phase, Progress, ProposedTerms, Session, Transmit, Vertex, WireMove,
};

pub(crate) const NO_OPINION: ProposedTerms = ProposedTerms {
    color: None,
    size: None,
    handicap: None,
    rules: None,
};

pub(crate) fn proposed(color: Option<Color>, lines: u8, stones: u16) -> ProposedTerms {
    ProposedTerms {
        color,
        size: BoardSize::new(lines),
        handicap: Handicap::new(stones),
        rules: None,
    }
}

pub(crate) fn config(proposed: ProposedTerms) -> Config {
    Config {
        pace: Pace::UNLIMITED,
        dialect: Dialect::Gmp(proposed),
        ..Config::tournament(proposed.color.unwrap_or(Color::White))
    }
}

pub(crate) fn at(column: u8, row: u8) -> Vertex {
    Vertex::Point { column, row }
}

/// A program: a session, what it agreed on, and its record.
pub(crate) struct Side {
    pub(crate) session: Session,
    pub(crate) agreement: Option<Agreement>,
    pub(crate) record: Vec<WireMove>,
    pub(crate) events: Vec<Event>,
    pub(crate) sent: Vec<Message>,
    pub(crate) grants: bool,
    inbox: VecDeque<u8>,
}

impl Side {
    pub(crate) fn new(proposed: ProposedTerms) -> Self {
        Self {
            session: Session::new(config(proposed), Instant::ZERO),
            agreement: None,
            record: Vec::new(),
            events: Vec::new(),
            sent: Vec::new(),
            grants: true,
            inbox: VecDeque::new(),
        }
    }

    fn progress(&self) -> Progress {
        let last = self.record.last().is_some_and(|mv| mv.number() == 0);
        Progress {
            moves: self.record.len() as u16,
            passes: u8::from(last),
        }
    }

    fn take_back(&mut self, moves: u16) {
        let left = self.record.len() - usize::from(moves);
        self.record.truncate(left);
    }

    pub(crate) fn play(&mut self, vertex: Vertex) -> Result<(), Misuse> {
        self.session.send_move(vertex)?;
        let Agreement { color, size, .. } = self.agreement.expect("a game");
        self.record.push(WireMove::new(color, vertex, size));
        Ok(())
    }

    /// One input: what has arrived up to the end of the next frame; whether there was any.
    pub(crate) fn hear(&mut self, now: Instant) -> bool {
        let taken = self.session.handle_bytes(now, self.inbox.make_contiguous());
        self.inbox.drain(..taken);
        self.heed(now);
        taken > 0
    }

    pub(crate) fn hear_frame(&mut self, now: Instant, frame: Frame) {
        self.inbox.extend(frame.to_bytes());
        self.hear(now);
    }

    fn heed(&mut self, now: Instant) {
        while let Some(event) = self.session.poll_event() {
            self.events.push(event);
            match event {
                Event::Agreed(agreement) => {
                    self.agreement = Some(agreement);
                    self.record.clear();
                }
                Event::MoveOffered(color, vertex) => {
                    let mv = WireMove::new(color, vertex, self.agreement.expect("a game").size);
                    self.record.push(mv);
                    self.session.accept_move(now).expect("offered");
                }
                Event::UndoOffered(moves) if self.grants => {
                    self.take_back(moves);
                    let progress = self.progress();
                    self.session.accept_undo(now, progress).expect("offered");
                }
                Event::UndoOffered(_) => self.session.refuse_undo(now).expect("offered"),
                Event::UndoGranted(moves) => {
                    self.take_back(moves);
                    self.session.rewind(self.progress());
                }
                _ => {}
            }
        }
    }

    pub(crate) fn poll(&mut self, now: Instant) -> Option<Transmit> {
        let transmit = self.session.poll_transmit(now)?;
        self.sent.push(transmit.frame.message());
        Some(transmit)
    }
}

/// Two programs at one cable.
pub(crate) struct Table {
    pub(crate) a: Side,
    pub(crate) b: Side,
    pub(crate) now: Instant,
    /// Returns whether the frame of this number is lost.
    loses: Box<dyn FnMut(usize) -> bool>,
    /// Nothing is lost any more.
    pub(crate) is_good: bool,
    frames: usize,
}

impl Table {
    pub(crate) fn new(a: ProposedTerms, b: ProposedTerms) -> Self {
        Self::losing(a, b, |_| false)
    }

    pub(crate) fn losing(
        a: ProposedTerms,
        b: ProposedTerms,
        loses: impl FnMut(usize) -> bool + 'static,
    ) -> Self {
        Self {
            a: Side::new(a),
            b: Side::new(b),
            now: Instant::ZERO,
            loses: Box::new(loses),
            is_good: false,
            frames: 0,
        }
    }

    /// A game with a handshake behind it.
    pub(crate) fn agreed(a: ProposedTerms, b: ProposedTerms) -> Self {
        let mut table = Self::new(a, b);
        table.run();
        assert!(table.a.agreement.is_some(), "{:?}", table.a.session.phase());
        assert!(table.b.agreement.is_some(), "{:?}", table.b.session.phase());
        table
    }

    /// Of what is sent from now on only so many frames are heard.
    pub(crate) fn goes_dead_after(&mut self, frames: usize) {
        let last = self.frames + frames;
        self.loses = Box::new(move |frame| frame >= last);
    }

    /// Everything that happens without any time passing.
    pub(crate) fn run(&mut self) {
        for _ in 0..10_000 {
            self.a.heed(self.now);
            self.b.heed(self.now);
            let sent = [self.a.poll(self.now), self.b.poll(self.now)];
            for (from_a, transmit) in [true, false].into_iter().zip(sent) {
                let Some(transmit) = transmit else { continue };
                let is_lost = (self.loses)(self.frames) && !self.is_good;
                self.frames += 1;
                let to = if from_a { &mut self.b } else { &mut self.a };
                if !is_lost {
                    to.inbox.extend(transmit.bytes());
                }
            }
            if !self.a.hear(self.now) & !self.b.hear(self.now) && sent == [None, None] {
                return;
            }
        }
        panic!("it never comes to rest");
    }

    pub(crate) fn pass(&mut self, time: Duration) {
        let end = self.now + time;
        loop {
            self.run();
            let next = [self.a.session.poll_timeout(), self.b.session.poll_timeout()];
            let Some(due) = next.into_iter().flatten().min().filter(|due| *due <= end) else {
                break;
            };
            self.now = self.now.max(due);
            self.a.session.handle_timeout(self.now);
            self.b.session.handle_timeout(self.now);
        }
        self.now = end;
    }

    /// Whoever is to move plays this.
    pub(crate) fn play(&mut self, vertex: Vertex) {
        let side = if self.a.session.is_our_turn() {
            &mut self.a
        } else {
            &mut self.b
        };
        side.play(vertex).expect("somebody is to move");
        self.run();
    }

    pub(crate) fn finish(&mut self) {
        self.play(Vertex::Pass);
        self.play(Vertex::Pass);
        self.pass(Duration::from_secs(60));
        assert_eq!(self.a.session.phase(), Phase::Finished);
        assert_eq!(self.b.session.phase(), Phase::Finished);
        assert_eq!(self.a.record, self.b.record);
    }
}
