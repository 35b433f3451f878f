//! The two ends of a connection, for two threads.

use std::time::Duration;

use super::port_error::PortError;

/// The longest a few bytes may take to be handed to the device.
pub const WRITE_TIMEOUT: Duration = Duration::from_secs(1);

/// Old input beyond this is not old: a peer that babbles is not to hold us up.
pub(in crate::port) const MAX_DISCARDED: usize = 64 * 1024;

/// An open connection to the other player: a serial line, a pty, a socket, two pipes.
///
/// The device is closed, and a terminal's settings are put back, when both ends are dropped.
pub struct Connection {
    /// The half that reads.
    pub reader: Box<dyn ReadHalf>,
    /// The half that writes.
    pub writer: Box<dyn WriteHalf>,
}

/// The end of a wait for input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// So many bytes, at least one, are in the buffer.
    Bytes(usize),
    /// Nothing came; also after a signal, so that the caller looks at its flags.
    Idle,
}

/// The end that hears.
pub trait ReadHalf: Send {
    /// Waits up to `timeout` for input and hands out what is there.
    ///
    /// `buf` must not be empty.
    ///
    /// # Errors
    /// [`PortError::HangUp`] once the other side is gone *and* every byte it sent has been
    /// handed out; [`PortError::Failed`] if the device fails.
    fn read(&mut self, buf: &mut [u8], timeout: Duration) -> Result<Input, PortError>;

    /// Throws away what has come in unread; returns how many bytes that was, at most 64 KiB.
    ///
    /// # Errors
    /// As [`ReadHalf::read`]; a hang-up is left for the next read to report.
    fn discard_input(&mut self) -> Result<usize, PortError> {
        let mut dustbin = [0; 1024];
        let mut discarded = 0;
        while discarded < MAX_DISCARDED {
            match self.read(&mut dustbin, Duration::ZERO) {
                Ok(Input::Bytes(n)) => discarded += n,
                Ok(Input::Idle) | Err(PortError::HangUp) => break,
                Err(error) => return Err(error),
            }
        }
        Ok(discarded)
    }
}

/// The end that speaks.
pub trait WriteHalf: Send {
    /// Hands a few bytes to the connection: all of them, within [`WRITE_TIMEOUT`].
    ///
    /// They are on their way when this returns, not yet at the peer.
    ///
    /// # Errors
    /// [`PortError::Stuck`] if the connection does not take them in time, [`PortError::HangUp`] if the
    /// other side is gone, [`PortError::Failed`] if the device fails.
    fn write_frame(&mut self, bytes: &[u8]) -> Result<(), PortError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Babbler;

    impl ReadHalf for Babbler {
        fn read(&mut self, buf: &mut [u8], _: Duration) -> Result<Input, PortError> {
            Ok(Input::Bytes(buf.len()))
        }
    }

    #[test]
    fn a_peer_that_never_stops_is_not_discarded_for_ever() {
        assert_eq!(Babbler.discard_input().expect("discards"), MAX_DISCARDED);
    }
}
