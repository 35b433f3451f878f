//! The full protocol's handshake on a connection, before there is a match.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sgmp_proto::{Agreement, Answered, Event, Instant, Phase, Session, Stop, Transmit};

use super::drive::{Driven, drive_once, receive};
use super::driver_input::Spectator;
use crate::port::clock::MonotonicClock;
use crate::port::device::Connection;
use crate::port::device::PortError;

/// The loop looks at the world at least this often.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(100);
/// Silence after which the likely causes are worth showing.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(8);

/// The reason why there is no game.
#[derive(Debug)]
pub enum NoAgreement {
    /// The two sides do not agree.
    Stopped(Stop),
    /// The connection broke, or the other side has hung up.
    Broken(PortError),
    /// The operator stopped it.
    Interrupted,
}

/// The host of a handshake, which is told how it goes on.
pub trait HandshakeHost {
    /// Nothing came for a while, although an answer is due.
    fn silence(&mut self, session: &Session);
    /// The other side has said something beside the terms.
    fn answered(&mut self, at: Instant, answered: Answered);
    /// Whoever sees every byte.
    fn spectators(&mut self) -> Vec<&mut dyn Spectator>;
}

/// A handshake in progress.
struct Handshake<'a> {
    connection: &'a mut Connection,
    session: &'a mut Session,
    clock: MonotonicClock,
    /// Bytes that the session has not taken yet.
    unread: &'a mut Vec<u8>,
    host: &'a mut dyn HandshakeHost,
    /// The time since which nothing has come.
    quiet_since: Instant,
    is_silence_shown: bool,
    /// The end, once it has come.
    outcome: Option<Result<Agreement, Stop>>,
}

/// Shakes hands until both sides agree. What came after that is left in `unread`, and what the
/// session has to send next, the last OK perhaps, is not sent.
///
/// # Errors
/// [`NoAgreement`].
pub fn shake_hands(
    connection: &mut Connection,
    session: &mut Session,
    unread: &mut Vec<u8>,
    clock: MonotonicClock,
    stop: &AtomicBool,
    host: &mut dyn HandshakeHost,
) -> Result<Agreement, NoAgreement> {
    let mut handshake = Handshake {
        connection,
        session,
        clock,
        unread,
        host,
        quiet_since: clock.now(),
        is_silence_shown: false,
        outcome: None,
    };
    handshake.take();
    handshake.drain(clock).map_err(NoAgreement::Broken)?;
    loop {
        if stop.load(Ordering::Relaxed) {
            return Err(NoAgreement::Interrupted);
        }
        if let Some(outcome) = handshake.outcome {
            return outcome.map_err(NoAgreement::Stopped);
        }
        drive_once(&mut handshake, clock, STOP_POLL_INTERVAL).map_err(NoAgreement::Broken)?;
        handshake.show_silence();
    }
}

impl Handshake<'_> {
    /// Takes whatever has come, frame by frame, up to the outcome.
    fn take(&mut self) {
        loop {
            while self.outcome.is_none()
                && let Some(event) = self.session.poll_event()
            {
                self.handle_event(event);
            }
            if self.unread.is_empty() || self.outcome.is_some() {
                return;
            }
            let taken = self.session.handle_bytes(self.clock.now(), self.unread);
            // At least one byte: the session's events were all taken above.
            self.unread.drain(..taken);
        }
    }

    fn handle_event(&mut self, event: Event) {
        match event {
            Event::Agreed(agreement) => self.outcome = Some(Ok(agreement)),
            Event::Stopped(stop) => self.outcome = Some(Err(stop)),
            Event::Heard(frame, verdict) => {
                log::info!("heard {frame:?}: {verdict:?}");
                self.quiet_since = self.clock.now();
                self.is_silence_shown = false;
            }
            Event::Answered(answered) => self.host.answered(self.clock.now(), answered),
            _ => {}
        }
    }

    fn show_silence(&mut self) {
        let quiet = self.clock.now().since(self.quiet_since);
        let is_waiting = self.session.pending().is_some() || self.session.phase() == Phase::Waiting;
        if is_waiting && quiet >= SILENCE_TIMEOUT && !self.is_silence_shown {
            self.is_silence_shown = true;
            self.host.silence(self.session);
        }
    }
}

impl Driven for Handshake<'_> {
    type Input = Vec<u8>;
    type Error = PortError;

    fn receive(&mut self, wait: Duration) -> Result<Option<Vec<u8>>, PortError> {
        let received = receive(self.connection, wait)?;
        if let Some(bytes) = &received {
            let at = self.clock.now();
            for spectator in self.host.spectators() {
                spectator.heard(at, bytes);
            }
        }
        Ok(received)
    }

    fn handle_input(&mut self, bytes: Vec<u8>, _: Instant) {
        self.unread.extend(bytes);
        self.take();
    }

    /// Nothing once there is an outcome: what is left to say is said in the match, whose journal
    /// comes first.
    fn poll_transmit(&mut self, now: Instant) -> Option<Transmit> {
        match self.outcome {
            None => self.session.poll_transmit(now),
            Some(_) => None,
        }
    }

    fn transmit(&mut self, transmit: &Transmit, now: Instant) -> Result<(), PortError> {
        self.connection.writer.write_frame(&transmit.bytes())?;
        for spectator in self.host.spectators() {
            spectator.sent(now, transmit);
        }
        Ok(())
    }

    fn poll_timeout(&self) -> Option<Instant> {
        match self.outcome {
            None => self.session.poll_timeout(),
            Some(_) => None,
        }
    }

    fn handle_timeout(&mut self, now: Instant) {
        self.session.handle_timeout(now);
        self.take();
    }
}
