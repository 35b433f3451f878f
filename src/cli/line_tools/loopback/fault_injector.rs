//! A line that misbehaves on purpose, at three known moments of Black's sending.

use sgmp_proto::{Frame, Message};

use crate::port::{PortError, WriteHalf};

/// Black's move that the line loses.
pub(super) const DROPPED: u32 = 5;
/// Black's move before which the line inserts a frame with a bad checksum.
pub(super) const GARBLED: u32 = 9;
/// Black's move that the line delivers twice.
pub(super) const REPEATED: u32 = 13;

/// The sending end of such a line.
pub(super) struct FaultInjector {
    inner: Box<dyn WriteHalf>,
    /// MOVE frames handed to us, resends included.
    moves: u32,
}

impl FaultInjector {
    /// Around a good line.
    pub(super) fn new(inner: Box<dyn WriteHalf>) -> Self {
        Self { inner, moves: 0 }
    }
}

impl WriteHalf for FaultInjector {
    fn write_frame(&mut self, bytes: &[u8]) -> Result<(), PortError> {
        let is_move = <[u8; 4]>::try_from(bytes)
            .ok()
            .and_then(|bytes| Frame::from_bytes(bytes).ok())
            .is_some_and(|frame| matches!(frame.message(), Message::Move(_)));
        if !is_move {
            return self.inner.write_frame(bytes);
        }
        self.moves += 1;
        match self.moves {
            DROPPED => Ok(()),
            GARBLED => {
                let mut garbled = bytes.to_vec();
                garbled[3] ^= 0x01;
                self.inner.write_frame(&garbled)?;
                self.inner.write_frame(bytes)
            }
            REPEATED => {
                self.inner.write_frame(bytes)?;
                self.inner.write_frame(bytes)
            }
            _ => self.inner.write_frame(bytes),
        }
    }
}
