//! A trial of the connection and of the other side's handshake, the day before the game.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sgmp_proto::{Color, Config, Counts, Event, Instant, Phase, Session, Stop, Transmit};

use super::drive::{Driven, drive_once, receive};
use crate::port::clock::MonotonicClock;
use crate::port::device::Connection;
use crate::port::device::PortError;

/// The loop looks at the world at least this often.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(100);
/// After the handshake, how long to answer the other side's repeats.
const REPEATS_TIMEOUT: Duration = Duration::from_secs(1);
/// Time that White, having heard nothing, listens for what its own NEWGAME brings.
const PROBE_TIMEOUT: Duration = Duration::from_secs(3);

/// The finding of a trial.
#[derive(Debug)]
pub enum Diagnosis {
    /// The handshake is complete: a match can be played.
    Ready,
    /// The handshake failed for this reason.
    Stopped(Stop),
    /// Both sides wait for the other's NEWGAME.
    BothWhite,
    /// Nothing came, or nothing that is a frame, or the other side fell silent in mid-handshake;
    /// the counts tell which, and how far it came.
    NoHandshake(Counts, Phase),
    /// The connection broke.
    Broken(PortError),
    /// The operator stopped it.
    Interrupted,
}

/// Listens and shakes hands until `patience` ends.
pub fn check_connection(
    connection: &mut Connection,
    config: Config,
    patience: Duration,
    stop: &AtomicBool,
    clock: MonotonicClock,
) -> Diagnosis {
    let first = Attempt::new(connection, config, clock).run(patience, stop);
    match first {
        Diagnosis::NoHandshake(counts, phase)
            if config.color == Color::White && counts.frames == 0 =>
        {
            // White has been silent so far. A NEWGAME of our own tells an echo, or a second White.
            let probe = Config {
                color: Color::Black,
                ..config
            };
            match Attempt::new(connection, probe, clock).run(PROBE_TIMEOUT, stop) {
                Diagnosis::Ready => Diagnosis::BothWhite,
                Diagnosis::Stopped(Stop::Echo) => Diagnosis::Stopped(Stop::Echo),
                _ => Diagnosis::NoHandshake(counts, phase),
            }
        }
        found => found,
    }
}

struct Attempt<'a> {
    connection: &'a mut Connection,
    session: Session,
    clock: MonotonicClock,
    found: Option<Diagnosis>,
    /// The time to stop listening.
    until: Instant,
}

impl<'a> Attempt<'a> {
    fn new(connection: &'a mut Connection, config: Config, clock: MonotonicClock) -> Self {
        let now = clock.now();
        Self {
            connection,
            session: Session::new(config, now),
            clock,
            found: None,
            until: now,
        }
    }

    fn run(mut self, patience: Duration, stop: &AtomicBool) -> Diagnosis {
        let clock = self.clock;
        self.until = clock.now() + patience;
        let mut driven = self.drain(clock);
        while clock.now() < self.until {
            if stop.load(Ordering::Relaxed) {
                return Diagnosis::Interrupted;
            }
            driven = driven.and_then(|()| drive_once(&mut self, clock, STOP_POLL_INTERVAL));
            if let Err(error) = driven {
                return self.found.unwrap_or(Diagnosis::Broken(error));
            }
            if let Phase::Stopped(reason) = self.session.phase() {
                return Diagnosis::Stopped(reason);
            }
        }
        let session = &self.session;
        self.found
            .unwrap_or_else(|| Diagnosis::NoHandshake(session.counts(), session.phase()))
    }

    fn handle_event(&mut self, event: Event, now: Instant) {
        if let Event::Heard(frame, verdict) = event {
            log::info!("heard {frame:?}: {verdict:?}");
        }
        if event == Event::Ready {
            self.found = Some(Diagnosis::Ready);
            self.until = now + REPEATS_TIMEOUT;
        }
    }
}

impl Driven for Attempt<'_> {
    type Input = Vec<u8>;
    type Error = PortError;

    fn receive(&mut self, wait: Duration) -> Result<Option<Vec<u8>>, PortError> {
        receive(self.connection, wait)
    }

    fn handle_input(&mut self, bytes: Vec<u8>, now: Instant) {
        let mut rest = &bytes[..];
        while !rest.is_empty() {
            let taken = self.session.handle_bytes(now, rest);
            rest = &rest[taken..];
            while let Some(event) = self.session.poll_event() {
                self.handle_event(event, now);
            }
        }
    }

    fn poll_transmit(&mut self, now: Instant) -> Option<Transmit> {
        match self.session.phase() {
            // It is found: nothing more is said.
            Phase::Stopped(_) => None,
            _ => self.session.poll_transmit(now),
        }
    }

    fn transmit(&mut self, transmit: &Transmit, _: Instant) -> Result<(), PortError> {
        log::info!("send {:?}", transmit.frame);
        self.connection.writer.write_frame(&transmit.bytes())
    }

    fn poll_timeout(&self) -> Option<Instant> {
        self.session.poll_timeout()
    }

    fn handle_timeout(&mut self, now: Instant) {
        self.session.handle_timeout(now);
    }
}
