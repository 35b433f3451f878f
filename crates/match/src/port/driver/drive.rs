//! One turn of the loop that drives the wire: the only one, for the match, the handshake before it
//! and the check of a connection.

use std::time::Duration;

use sgmp_proto::{Instant, Transmit};

use super::bounded_share::CHUNK_SIZE;
use crate::port::clock::MonotonicClock;
use crate::port::device::{Connection, Input, PortError};

/// A state machine on the wire together with where its inputs come from and its bytes go.
pub(super) trait Driven {
    /// One thing that can happen.
    type Input;
    /// The reason why the loop cannot go on.
    type Error;

    /// Waits for the next input; `None` if there was none in that time.
    fn receive(&mut self, wait: Duration) -> Result<Option<Self::Input>, Self::Error>;

    /// Takes one input, which came at or before this time.
    fn handle_input(&mut self, input: Self::Input, now: Instant);

    /// The next frame for the wire.
    fn poll_transmit(&mut self, now: Instant) -> Option<Transmit>;

    /// Hands a frame to the connection.
    fn transmit(&mut self, transmit: &Transmit, now: Instant) -> Result<(), Self::Error>;

    /// The moment of the next timeout.
    fn poll_timeout(&self) -> Option<Instant>;

    /// Time has passed. Calling it early does nothing.
    fn handle_timeout(&mut self, now: Instant);

    /// Does all that an input or a timeout has brought about: what is to be sent, first of all.
    fn drain(&mut self, clock: MonotonicClock) -> Result<(), Self::Error> {
        transmit_all(self, clock)
    }
}

/// One turn: waits for an input, no longer than until the next timeout and no longer than
/// `max_wait`, handles the one or the other, and does all that came of it. The first turn is
/// preceded by a [`Driven::drain`].
///
/// # Errors
/// As the machine's own.
pub(super) fn drive_once<D: Driven>(
    driven: &mut D,
    clock: MonotonicClock,
    max_wait: Duration,
) -> Result<(), D::Error> {
    let wait = time_to_wait(driven, clock, max_wait);
    if let Some(input) = driven.receive(wait)? {
        driven.handle_input(input, clock.now());
        driven.drain(clock)?;
        // A peer that babbles without a pause must not keep a timeout from being met.
        if !time_to_wait(driven, clock, max_wait).is_zero() {
            return Ok(());
        }
    }
    // Behind the input and what came of it: an answer that came in time must not meet its own timeout.
    driven.handle_timeout(clock.now());
    driven.drain(clock)
}

/// Sends all that is to be sent.
///
/// # Errors
/// As [`Driven::transmit`].
pub(super) fn transmit_all<D: Driven + ?Sized>(
    driven: &mut D,
    clock: MonotonicClock,
) -> Result<(), D::Error> {
    loop {
        let now = clock.now();
        match driven.poll_transmit(now) {
            Some(transmit) => driven.transmit(&transmit, now)?,
            None => return Ok(()),
        }
    }
}

/// Waits for bytes of a connection that no thread reads.
///
/// # Errors
/// As [`ReadHalf::read`](crate::port::ReadHalf::read).
pub(super) fn receive(
    connection: &mut Connection,
    wait: Duration,
) -> Result<Option<Vec<u8>>, PortError> {
    let mut buffer = [0; CHUNK_SIZE];
    Ok(match connection.reader.read(&mut buffer, wait)? {
        Input::Bytes(count) => Some(buffer[..count].to_vec()),
        Input::Idle => None,
    })
}

fn time_to_wait(driven: &impl Driven, clock: MonotonicClock, max_wait: Duration) -> Duration {
    let next = driven.poll_timeout();
    next.map_or(max_wait, |at| at.since(clock.now()))
        .min(max_wait)
}
