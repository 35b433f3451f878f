//! The full protocol's handshake on a connection, before there is a match.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sgmp_proto::{Agreement, Answered, Event, Instant, Phase, Session, Stop};

use super::Spectator;
use crate::port::clock::MonotonicClock;
use crate::port::device::PortError;
use crate::port::device::{Connection, Input};

/// The loop looks at the world at least this often.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(100);
/// Silence after which the likely causes are worth showing.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(8);

/// Why there is no game.
#[derive(Debug)]
pub enum NoAgreement {
    /// The two sides do not agree.
    Stopped(Stop),
    /// The connection broke, or the other side has hung up.
    Broken(PortError),
    /// The operator stopped it.
    Interrupted,
}

/// What the handshake is told of on its way.
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
    /// Since when nothing has come.
    quiet_since: Instant,
    is_silence_shown: bool,
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
    let quiet_since = clock.now();
    let mut handshake = Handshake {
        connection,
        session,
        clock,
        unread,
        quiet_since,
        is_silence_shown: false,
    };
    loop {
        if stop.load(Ordering::Relaxed) {
            return Err(NoAgreement::Interrupted);
        }
        if let Some(agreement) = handshake.take(host)? {
            return Ok(agreement);
        }
        handshake.step(host).map_err(NoAgreement::Broken)?;
    }
}

impl Handshake<'_> {
    /// Whatever has come, frame by frame, up to the agreement.
    fn take(&mut self, host: &mut dyn HandshakeHost) -> Result<Option<Agreement>, NoAgreement> {
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
                    Event::Stopped(stop) => return Err(NoAgreement::Stopped(stop)),
                    _ => {}
                }
            }
            if self.unread.is_empty() {
                return Ok(None);
            }
            let taken = self.session.handle_bytes(self.clock.now(), self.unread);
            self.unread.drain(..taken);
        }
    }

    /// The one law: transmit, wait no longer than the deadline, one input.
    fn step(&mut self, host: &mut dyn HandshakeHost) -> Result<(), PortError> {
        while let Some(transmit) = self.session.poll_transmit(self.clock.now()) {
            self.connection.writer.write_frame(&transmit.bytes())?;
            for spectator in host.spectators() {
                spectator.sent(self.clock.now(), &transmit);
            }
        }
        let now = self.clock.now();
        let due = self.session.poll_timeout();
        let wait = due
            .map_or(STOP_POLL_INTERVAL, |at| at.since(now))
            .min(STOP_POLL_INTERVAL);
        let mut buffer = [0; 256];
        match self.connection.reader.read(&mut buffer, wait)? {
            Input::Bytes(count) => {
                let at = self.clock.now();
                for spectator in host.spectators() {
                    spectator.heard(at, &buffer[..count]);
                }
                self.unread.extend(&buffer[..count]);
            }
            Input::Idle => self.session.handle_timeout(self.clock.now()),
        }
        self.show_silence(host);
        Ok(())
    }

    fn show_silence(&mut self, host: &mut dyn HandshakeHost) {
        let quiet = self.clock.now().since(self.quiet_since);
        let is_waiting = self.session.pending().is_some() || self.session.phase() == Phase::Waiting;
        if is_waiting && quiet >= SILENCE_TIMEOUT && !self.is_silence_shown {
            self.is_silence_shown = true;
            host.silence(self.session);
        }
    }
}
