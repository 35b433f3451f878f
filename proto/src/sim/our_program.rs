//! One side of the simulation: a session, a record, and a player that follows a script.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::time::Duration;

use super::cable::Cable;
use super::random::Rng;
use crate::BoardSize;
use crate::message::{Vertex, WireMove};
use crate::session::{Config, Event, Phase, Reason, Session, Snapshot};
use crate::time::Instant;

/// A game of so many stones on different points, ended by two passes.
#[must_use]
pub fn random_game(seed: u64, stones: usize, size: BoardSize) -> Vec<Vertex> {
    let lines = size.lines();
    let mut points: Vec<Vertex> = (0..lines)
        .flat_map(|row| (0..lines).map(move |column| Vertex::Point { column, row }))
        .collect();
    let mut rng = Rng::new(seed);
    let mut game: Vec<Vertex> = (0..stones.min(points.len()))
        .map(|_| points.swap_remove(rng.below(points.len() as u64) as usize))
        .collect();
    game.extend([Vertex::Pass; 2]);
    game
}

/// The tiny rule by which all sides judge: a point is played once, by either color.
pub(super) fn is_legal(record: &[WireMove], mv: WireMove) -> bool {
    mv.number() == 0 || record.iter().all(|other| other.number() != mv.number())
}

#[derive(Clone, Debug)]
pub(super) struct OurProgram {
    config: Config,
    session: Session,
    /// The state that a real program has on disk.
    journal: Snapshot,
    record: Vec<WireMove>,
    unread: VecDeque<u8>,
    /// Longest time of thinking.
    think: Duration,
    /// Time at which the move is ready.
    ready: Option<Instant>,
    rng: Rng,
    resends: u64,
    plug: Plug,
}

/// The line as this side knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plug {
    /// In, or pulled somewhere out of sight.
    In,
    /// Out, and seen to be: nothing is handed to it.
    Out,
}

impl OurProgram {
    pub(super) fn new(config: Config, think: Duration, rng: Rng) -> Self {
        let session = Session::new(config, Instant::ZERO);
        Self {
            config,
            journal: session.snapshot(),
            session,
            record: Vec::new(),
            unread: VecDeque::new(),
            think,
            ready: None,
            rng,
            resends: 0,
            plug: Plug::In,
        }
    }

    pub(super) fn record(&self) -> &[WireMove] {
        &self.record
    }

    pub(super) const fn phase(&self) -> Phase {
        self.session.phase()
    }

    pub(super) const fn resends(&self) -> u64 {
        self.resends
    }

    pub(super) fn deadline(&self) -> Option<Instant> {
        // What the session has to send is no reason to hurry while it cannot be sent.
        let session = match self.plug {
            Plug::In => self.session.poll_timeout(),
            Plug::Out => None,
        };
        [session, self.ready].into_iter().flatten().min()
    }

    /// The port fails: the cable is out.
    pub(super) const fn line_is_gone(&mut self) {
        self.plug = Plug::Out;
    }

    /// The port can be opened again, if it was closed.
    pub(super) fn line_is_back(&mut self) {
        if self.plug == Plug::Out {
            self.plug = Plug::In;
            self.session.handle_reconnect();
        }
    }

    /// The program dies and is started again at once.
    pub(super) fn crash(&mut self, now: Instant) {
        self.session = Session::resume(self.config, self.journal, now);
        self.unread.clear();
        self.ready = None;
    }

    /// The moment has come for whatever there is to do. Never more than one input before all that
    /// it brought about is drained: the one law.
    pub(super) fn turn(&mut self, now: Instant, arrived: &[u8], out: &mut Cable, game: &[Vertex]) {
        self.unread.extend(arrived);
        self.session.handle_timeout(now);
        loop {
            self.journal = self.session.snapshot();
            self.transmit(now, out);
            if let Some(event) = self.session.poll_event() {
                self.dispatch(event, now);
            } else if !self.play(now, game) && !self.hear(now) {
                return;
            }
        }
    }

    fn transmit(&mut self, now: Instant, out: &mut Cable) {
        if self.plug == Plug::Out {
            return;
        }
        while let Some(transmit) = self.session.poll_transmit(now) {
            self.resends += u64::from(matches!(transmit.reason, Reason::Resend(_)));
            out.transmit(now, &transmit);
        }
    }

    fn dispatch(&mut self, event: Event, now: Instant) {
        let Event::MoveOffered(color, vertex) = event else {
            return;
        };
        let mv = WireMove::new(color, vertex, self.config.size);
        if is_legal(&self.record, mv) {
            if self.session.accept_move(now).is_ok() {
                self.record.push(mv);
            }
        } else {
            let _known_by_its_event = self.session.refuse_move(now);
        }
    }

    /// Plays the script's next move once it has been thought about; whether it did.
    fn play(&mut self, now: Instant, game: &[Vertex]) -> bool {
        if !self.session.is_our_turn() {
            self.ready = None;
            return false;
        }
        let ready = match self.ready {
            Some(ready) => ready,
            None => now + self.rng.up_to(self.think),
        };
        self.ready = Some(ready);
        let vertex = game.get(self.record.len()).copied().unwrap_or(Vertex::Pass);
        if now < ready || self.session.send_move(vertex).is_err() {
            return false;
        }
        self.ready = None;
        self.record
            .push(WireMove::new(self.config.color, vertex, self.config.size));
        true
    }

    /// Reads what has arrived up to the end of the next frame; whether there was anything.
    fn hear(&mut self, now: Instant) -> bool {
        let taken = self
            .session
            .handle_bytes(now, self.unread.make_contiguous());
        self.unread.drain(..taken);
        taken > 0
    }
}
