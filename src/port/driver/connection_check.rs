//! A trial of the connection and of the other side's handshake, the day before the game.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sgmp_proto::{Color, Config, Counts, Event, Instant, Phase, Session, Stop};

use crate::port::clock::MonotonicClock;
use crate::port::device::PortError;
use crate::port::device::{Connection, Input};

/// The loop looks at the world at least this often.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(100);
/// After the handshake, how long to answer the other side's repeats.
const REPEATS_TIMEOUT: Duration = Duration::from_secs(1);
/// How long White, having heard nothing, listens for what its own NEWGAME brings.
const PROBE_TIMEOUT: Duration = Duration::from_secs(3);

/// What a trial found.
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
    /// When to stop listening.
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
        self.until = self.clock.now() + patience;
        while self.clock.now() < self.until {
            if stop.load(Ordering::Relaxed) {
                return Diagnosis::Interrupted;
            }
            if let Err(error) = self.step() {
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

    /// The one law: transmit, wait no longer than the deadline, one input, events.
    fn step(&mut self) -> Result<(), PortError> {
        while let Some(transmit) = self.session.poll_transmit(self.clock.now()) {
            log::info!("send {:?}", transmit.frame);
            self.connection.writer.write_frame(&transmit.bytes())?;
        }
        let now = self.clock.now();
        let next = self
            .session
            .poll_timeout()
            .map_or(STOP_POLL_INTERVAL, |at| at.since(now));
        let mut buffer = [0; 256];
        match self
            .connection
            .reader
            .read(&mut buffer, next.min(STOP_POLL_INTERVAL))?
        {
            Input::Bytes(count) => self.hear(&buffer[..count]),
            Input::Idle => self.session.handle_timeout(self.clock.now()),
        }
        Ok(())
    }

    fn hear(&mut self, bytes: &[u8]) {
        let now = self.clock.now();
        let mut rest = bytes;
        while !rest.is_empty() {
            let taken = self.session.handle_bytes(now, rest);
            rest = &rest[taken..];
            while let Some(event) = self.session.poll_event() {
                self.handle_event(event, now);
            }
        }
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
