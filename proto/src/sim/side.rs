//! One side of the simulation: a session, a record, and a player that follows a script.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::time::Duration;

use super::chance::Dice;
use super::line::Line;
use crate::BoardSize;
use crate::message::{Vertex, WireMove};
use crate::session::{Config, Event, Reason, Session, Snapshot, Stage};
use crate::time::Instant;

/// A game of so many stones on different points, ended by two passes.
#[must_use]
pub fn random_game(seed: u64, stones: usize, size: BoardSize) -> Vec<Vertex> {
    let lines = size.lines();
    let mut points: Vec<Vertex> = (0..lines)
        .flat_map(|row| (0..lines).map(move |column| Vertex::Point { column, row }))
        .collect();
    let mut dice = Dice::new(seed);
    let mut game: Vec<Vertex> = (0..stones.min(points.len()))
        .map(|_| points.swap_remove(dice.below(points.len() as u64) as usize))
        .collect();
    game.extend([Vertex::Pass; 2]);
    game
}

#[derive(Clone, Debug)]
pub(super) struct Side {
    config: Config,
    session: Session,
    /// What would be on disk.
    journal: Snapshot,
    record: Vec<WireMove>,
    unread: VecDeque<u8>,
    /// Longest time of thinking.
    think: Duration,
    /// When the move thought about is ready.
    ready: Option<Instant>,
    dice: Dice,
    resends: u64,
}

impl Side {
    pub(super) fn new(config: Config, think: Duration, dice: Dice) -> Self {
        let session = Session::new(config, Instant::ZERO);
        Self {
            config,
            journal: session.snapshot(),
            session,
            record: Vec::new(),
            unread: VecDeque::new(),
            think,
            ready: None,
            dice,
            resends: 0,
        }
    }

    pub(super) fn record(&self) -> &[WireMove] {
        &self.record
    }

    pub(super) const fn stage(&self) -> Stage {
        self.session.stage()
    }

    pub(super) const fn resends(&self) -> u64 {
        self.resends
    }

    pub(super) fn deadline(&self) -> Option<Instant> {
        [self.session.poll_timeout(), self.ready]
            .into_iter()
            .flatten()
            .min()
    }

    /// The program dies and is started again at once.
    pub(super) fn crash(&mut self, now: Instant) {
        self.session = Session::resume(self.config, self.journal, now);
        self.unread.clear();
        self.ready = None;
    }

    /// The moment has come for whatever there is to do. Never more than one input before all that
    /// it brought about is drained: the one law.
    pub(super) fn turn(&mut self, now: Instant, arrived: &[u8], out: &mut Line, game: &[Vertex]) {
        self.unread.extend(arrived);
        self.session.handle_timeout(now);
        loop {
            self.journal = self.session.snapshot();
            self.transmit(now, out);
            if let Some(event) = self.session.poll_event() {
                self.heed(event, now);
            } else if !self.play(now, game) && !self.hear(now) {
                return;
            }
        }
    }

    fn transmit(&mut self, now: Instant, out: &mut Line) {
        while let Some(transmit) = self.session.poll_transmit(now) {
            self.resends += u64::from(matches!(transmit.reason, Reason::Resend(_)));
            out.send(now, transmit.frame);
        }
    }

    fn heed(&mut self, event: Event, now: Instant) {
        let Event::MoveOffered(mv) = event else {
            return;
        };
        // The tiny rule: a point is played once, by either colour.
        let is_new = |other: &WireMove| other.number() != mv.number();
        if mv.number() == 0 || self.record.iter().all(is_new) {
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
            None => now + self.dice.up_to(self.think),
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
