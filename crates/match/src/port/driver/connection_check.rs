//! A trial of the connection and of the other side, the day before the game.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sgmp_proto::{Color, Instant, Transmit};

use super::drive::{Driven, drive_once, receive, transmit_all};
use crate::port::clock::MonotonicClock;
use crate::port::device::{Connection, Input, MAX_DISCARDED, PortError};
use crate::port::trial::{CheckName, Diagnosis, HeardBytes, LineTrial, TrialSettings};

/// The loop looks at the world at least this often.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The end of a trial.
#[derive(Debug)]
pub enum Checked {
    /// It has come to a finding.
    Found(Diagnosis),
    /// The connection broke before.
    Broken(PortError),
    /// The operator stopped it before.
    Interrupted,
}

/// Tries a connection until it is known what is at the other end, or the time is over. Returns all that came,
/// too.
pub fn check_connection(
    connection: &mut Connection,
    settings: TrialSettings,
    name: CheckName,
    stop: &AtomicBool,
    clock: MonotonicClock,
) -> (Checked, HeardBytes) {
    let mut check = ConnectionCheck {
        connection,
        trial: LineTrial::new(settings, name, clock.now()),
    };
    let end = check.run(settings.color == Some(Color::Black), stop, clock);
    (end, check.trial.heard().clone())
}

struct ConnectionCheck<'a> {
    connection: &'a mut Connection,
    trial: LineTrial,
}

impl ConnectionCheck<'_> {
    fn run(&mut self, is_black: bool, stop: &AtomicBool, clock: MonotonicClock) -> Checked {
        let mut driven = Ok(());
        if is_black {
            driven = self.take_old();
        }
        driven = driven.and_then(|()| self.drain(clock));
        while !self.trial.is_over(clock.now()) {
            if stop.load(Ordering::Relaxed) {
                return Checked::Interrupted;
            }
            driven = driven.and_then(|()| drive_once(self, clock, STOP_POLL_INTERVAL));
            if let Err(error) = driven {
                let found = self.trial.found();
                return found.map_or(Checked::Broken(error), Checked::Found);
            }
        }
        Checked::Found(self.trial.diagnosis())
    }

    /// Black takes no note of what came before its first NEWGAME, but counts it.
    fn take_old(&mut self) -> Result<(), PortError> {
        let mut buffer = [0; 1024];
        let mut taken = 0;
        while taken < MAX_DISCARDED {
            match self.connection.reader.read(&mut buffer, Duration::ZERO) {
                Ok(Input::Bytes(count)) => {
                    self.trial.note_old(&buffer[..count]);
                    taken += count;
                }
                Ok(Input::Idle) | Err(PortError::HangUp) => break,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

impl Driven for ConnectionCheck<'_> {
    type Input = Vec<u8>;
    type Error = PortError;

    fn receive(&mut self, wait: Duration) -> Result<Option<Vec<u8>>, PortError> {
        receive(self.connection, wait)
    }

    fn handle_input(&mut self, bytes: Vec<u8>, now: Instant) {
        self.trial.handle_bytes(&bytes, now);
        // A peer that babbles must not keep a timeout from being met.
        self.trial.handle_timeout(now);
    }

    fn poll_transmit(&mut self, now: Instant) -> Option<Transmit> {
        self.trial.poll_transmit(now)
    }

    fn transmit(&mut self, transmit: &Transmit, _: Instant) -> Result<(), PortError> {
        log::info!("send {:?}", transmit.frame);
        self.connection.writer.write_frame(&transmit.bytes())
    }

    fn poll_timeout(&self) -> Option<Instant> {
        self.trial.poll_timeout()
    }

    fn handle_timeout(&mut self, now: Instant) {
        self.trial.handle_timeout(now);
    }

    /// Frames first, then a line of text.
    fn drain(&mut self, clock: MonotonicClock) -> Result<(), PortError> {
        transmit_all(self, clock)?;
        match self.trial.poll_text(clock.now()) {
            Some(text) => self.connection.writer.write_frame(&text),
            None => Ok(()),
        }
    }
}
