//! From any stream of bytes to frames.
//!
//! Every byte's role is known without context: 0x00..=0x03 starts a frame (and drops an unfinished
//! one), 0x04..=0x7F is talk and never part of a frame, 0x80..=0xFF continues a frame.

use crate::frame::{Frame, FrameError};

/// A thing that a byte completes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// Four bytes with the right checksum, and with the reserved bit clear.
    Frame(Frame),
    /// Four bytes in a frame's shape that are none.
    Garbled {
        /// All four bytes in the order of arrival, the start byte first.
        bytes: [u8; 4],
        /// The fault in them.
        error: FrameError,
    },
    /// A byte of text between operators.
    Talk(u8),
}

/// Numbers of bytes and frames received and thrown away. Counters stop at their maximum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Frames of four bytes without a fault, repeats among them.
    pub frames: u64,
    /// Bytes of text lines, which the protocol lets through between frames.
    pub talk: u64,
    /// Continuation bytes with no frame to continue.
    pub stray: u64,
    /// Bytes of frames that another start cut short.
    pub unfinished: u64,
    /// Frames with a bad checksum.
    pub bad_checksums: u64,
    /// Frames with the reserved bit set.
    pub reserved: u64,
}

/// Finds frames in a stream; needs no more than the four bytes at hand.
///
/// ```
/// use sgmp_proto::{Decoder, Heard, Message};
///
/// let mut decoder = Decoder::new();
/// // Talk, half a frame, and the NEWGAME of the call.
/// let stream = [b'h', b'i', 0x01, 0xa1, 0x01, 0xa1, 0xa0, 0x80];
/// let frames: Vec<_> = stream
///     .into_iter()
///     .filter_map(|byte| match decoder.push(byte) {
///         Some(Heard::Frame(frame)) => Some(frame.message()),
///         _ => None,
///     })
///     .collect();
/// assert_eq!(frames, [Message::NewGame]);
/// assert_eq!(decoder.counts().unfinished, 2);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Decoder {
    bytes: [u8; 4],
    /// Number of `bytes` that are there: 0..=3.
    have: usize,
    counts: Counts,
}

impl Decoder {
    /// A decoder at the start of a stream.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The numbers up to now.
    #[must_use]
    pub const fn counts(&self) -> Counts {
        self.counts
    }

    /// Takes the next byte of the line; the fourth byte of a frame brings something, others mostly nothing.
    #[inline]
    pub fn push(&mut self, byte: u8) -> Option<Heard> {
        match byte {
            0x00..=0x03 => {
                self.counts.unfinished = self.counts.unfinished.saturating_add(self.have as u64);
                self.bytes[0] = byte;
                self.have = 1;
                None
            }
            0x04..=0x7F => {
                self.counts.talk = self.counts.talk.saturating_add(1);
                Some(Heard::Talk(byte))
            }
            0x80..=0xFF => self.continue_frame(byte),
        }
    }

    #[inline]
    fn continue_frame(&mut self, byte: u8) -> Option<Heard> {
        if self.have == 0 {
            self.counts.stray = self.counts.stray.saturating_add(1);
            return None;
        }
        self.bytes[self.have] = byte;
        self.have += 1;
        if self.have < 4 {
            return None;
        }
        self.have = 0;
        Some(self.judge())
    }

    #[inline]
    fn judge(&mut self) -> Heard {
        let bytes = self.bytes;
        let (counter, heard) = match Frame::from_bytes(bytes) {
            Ok(frame) => (&mut self.counts.frames, Heard::Frame(frame)),
            Err(error @ FrameError::Reserved) => {
                (&mut self.counts.reserved, Heard::Garbled { bytes, error })
            }
            Err(error) => (
                &mut self.counts.bad_checksums,
                Heard::Garbled { bytes, error },
            ),
        };
        *counter = counter.saturating_add(1);
        heard
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec::Vec;

    use proptest::prelude::*;

    use super::*;
    use crate::frame::Bit;
    use crate::message::Message;

    fn frames(bytes: &[u8]) -> Vec<Frame> {
        let mut decoder = Decoder::new();
        bytes
            .iter()
            .filter_map(|&byte| match decoder.push(byte) {
                Some(Heard::Frame(frame)) => Some(frame),
                _ => None,
            })
            .collect()
    }

    fn ok() -> Frame {
        Frame::new(Bit::Zero, Bit::One, Message::Ok)
    }

    #[test]
    fn a_start_byte_drops_an_unfinished_frame() {
        let mut bytes = Vec::from([0x01, 0xa1, 0xa0]);
        bytes.extend(ok().to_bytes());
        assert_eq!(frames(&bytes), [ok()]);
    }

    #[test]
    fn talk_inside_a_frame_is_not_part_of_it() {
        let [a, b, c, d] = ok().to_bytes();
        assert_eq!(frames(&[a, b'h', b, c, b'i', d]), [ok()]);
    }

    #[test]
    fn everything_thrown_away_is_counted() {
        let mut decoder = Decoder::new();
        let stream = [
            0x90, 0xff, // stray
            b'h', b'i', // talk
            0x01, 0xa1, // unfinished
            0x01, 0xa2, 0xa0, 0x80, // bad checksum
            0x01, 0xa9, 0xa8, 0x80, // reserved
            0x01, 0xa1, 0xa0, 0x80, // good
        ];
        for byte in stream {
            let _ = decoder.push(byte);
        }
        let expected = Counts {
            frames: 1,
            talk: 2,
            stray: 2,
            unfinished: 2,
            bad_checksums: 1,
            reserved: 1,
        };
        assert_eq!(decoder.counts(), expected);
    }

    proptest! {
        #[test]
        fn resynchronizes_after_any_bytes(junk in proptest::collection::vec(any::<u8>(), 0..200)) {
            let mut bytes = junk;
            bytes.extend(ok().to_bytes());
            prop_assert_eq!(frames(&bytes).last().copied(), Some(ok()));
        }
    }
}
