//! A line that misbehaves on purpose, at three known moments of Black's sending.

use sgmp_proto::{Frame, Message};

use crate::port::{PortError, WriteHalf};
use sgmp_board::rules::BoardSize;

/// The moments at which the line misbehaves: numbers of Black's MOVE frames, resends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaultMoments {
    /// The frame that the line loses.
    pub lost: u32,
    /// The frame before which the line inserts another with a bad checksum.
    pub(super) garbled: u32,
    /// The frame that the line delivers twice.
    pub(super) repeated: u32,
}

impl FaultMoments {
    /// Moments in the middle of a game, or at the very beginning where a game may be over after two
    /// moves of Black's.
    pub const fn for_size(size: BoardSize) -> Self {
        /// Lines of the largest board whose games may be too short for the later moments.
        const MAX_SMALL: u8 = 5;
        let (lost, garbled, repeated) = if size.lines() <= MAX_SMALL {
            (1, 2, 3)
        } else {
            (5, 9, 13)
        };
        Self {
            lost,
            garbled,
            repeated,
        }
    }
}

/// The sending end of such a line.
pub struct FaultInjector {
    inner: Box<dyn WriteHalf>,
    moments: FaultMoments,
    /// MOVE frames handed to us, resends included.
    moves: u32,
}

impl FaultInjector {
    /// Around a good line.
    pub fn new(inner: Box<dyn WriteHalf>, moments: FaultMoments) -> Self {
        Self {
            inner,
            moments,
            moves: 0,
        }
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
        if self.moves == self.moments.lost {
            return Ok(());
        }
        if self.moves == self.moments.garbled {
            let mut garbled = bytes.to_vec();
            garbled[3] ^= 0x01;
            self.inner.write_frame(&garbled)?;
        }
        if self.moves == self.moments.repeated {
            self.inner.write_frame(bytes)?;
        }
        self.inner.write_frame(bytes)
    }
}
