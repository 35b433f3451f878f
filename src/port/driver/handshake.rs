//! The full protocol's handshake on a line, before there is a match.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sgmp_proto::{Agreement, Answered, Event, Instant, Session, Stage, Stop};

use super::Spectator;
use crate::port::clock::MonotonicClock;
use crate::port::device::PortError;
use crate::port::device::{Input, Line};

/// The loop looks at the world at least this often.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// Silence after which the likely causes are worth showing.
const SILENCE: Duration = Duration::from_secs(8);

/// Why there is no game.
#[derive(Debug)]
pub enum NoGreeting {
    /// The two sides do not agree.
    Stopped(Stop),
    /// The line broke, or the other side has hung up.
    Broken(PortError),
    /// The operator stopped it.
    Interrupted,
}

/// What the handshake is told of on its way.
pub trait Greeter {
    /// Nothing came for a while, although an answer is due.
    fn silence(&mut self, session: &Session);
    /// The other side has said something beside the terms.
    fn answered(&mut self, at: Instant, answered: Answered);
    /// Whoever sees every byte.
    fn spectators(&mut self) -> Vec<&mut dyn Spectator>;
}

/// A handshake in progress.
struct Handshake<'a> {
    line: &'a mut Line,
    session: &'a mut Session,
    clock: MonotonicClock,
    /// Bytes that the session has not taken yet.
    unheard: &'a mut Vec<u8>,
    /// Since when nothing has come.
    quiet_since: Instant,
    is_silence_shown: bool,
}

/// Shakes hands until both sides agree. What came after that is left in `unheard`, and what the
/// session has to send next, the last OK perhaps, is not sent.
///
/// # Errors
/// [`NoGreeting`].
pub fn greet(
    line: &mut Line,
    session: &mut Session,
    unheard: &mut Vec<u8>,
    clock: MonotonicClock,
    stop: &AtomicBool,
    host: &mut dyn Greeter,
) -> Result<Agreement, NoGreeting> {
    let quiet_since = clock.now();
    let mut handshake = Handshake {
        line,
        session,
        clock,
        unheard,
        quiet_since,
        is_silence_shown: false,
    };
    loop {
        if stop.load(Ordering::Relaxed) {
            return Err(NoGreeting::Interrupted);
        }
        if let Some(agreement) = handshake.take(host)? {
            return Ok(agreement);
        }
        handshake.step(host).map_err(NoGreeting::Broken)?;
    }
}

impl Handshake<'_> {
    /// Whatever has come, frame by frame, up to the agreement.
    fn take(&mut self, host: &mut dyn Greeter) -> Result<Option<Agreement>, NoGreeting> {
        loop {
            while let Some(event) = self.session.poll_event() {
                match event {
                    Event::Agreed(agreement) => return Ok(Some(agreement)),
                    Event::Heard(frame, verdict) => {
                        log::info!("heard {frame:?}: {verdict:?}");
                        self.quiet_since = self.clock.now();
                        self.is_silence_shown = false;
                    }
                    Event::Answered(answered) => host.answered(self.clock.now(), answered),
                    Event::Stopped(stop) => return Err(NoGreeting::Stopped(stop)),
                    _ => {}
                }
            }
            if self.unheard.is_empty() {
                return Ok(None);
            }
            let taken = self.session.handle_bytes(self.clock.now(), self.unheard);
            self.unheard.drain(..taken);
        }
    }

    /// The one law: transmit, wait no longer than the deadline, one input.
    fn step(&mut self, host: &mut dyn Greeter) -> Result<(), PortError> {
        while let Some(transmit) = self.session.poll_transmit(self.clock.now()) {
            self.line.writer.write_frame(&transmit.bytes())?;
            for spectator in host.spectators() {
                spectator.sent(self.clock.now(), &transmit);
            }
        }
        let now = self.clock.now();
        let due = self.session.poll_timeout();
        let wait = due.map_or(LOOK_EVERY, |at| at.since(now)).min(LOOK_EVERY);
        let mut buffer = [0; 256];
        match self.line.reader.read(&mut buffer, wait)? {
            Input::Bytes(count) => {
                let at = self.clock.now();
                for spectator in host.spectators() {
                    spectator.heard(at, &buffer[..count]);
                }
                self.unheard.extend(&buffer[..count]);
            }
            Input::Idle => self.session.handle_timeout(self.clock.now()),
        }
        self.show_silence(host);
        Ok(())
    }

    fn show_silence(&mut self, host: &mut dyn Greeter) {
        let quiet = self.clock.now().since(self.quiet_since);
        let is_waiting = self.session.waiting().is_some() || self.session.stage() == Stage::Waiting;
        if is_waiting && quiet >= SILENCE && !self.is_silence_shown {
            self.is_silence_shown = true;
            host.silence(self.session);
        }
    }
}
