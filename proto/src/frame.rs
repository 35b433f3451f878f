//! Four bytes on the line (call, Appendix A; the Standard Go Modem Protocol's frame).
//!
//! | byte | bits | meaning |
//! |---|---|---|
//! | 0 | `0000 00 h y` | sequence bit `y`, acknowledged bit `h` |
//! | 1 | `1 ccc cccc` | sum of the other three bytes modulo 128 |
//! | 2 | `1 kkk r vvv` | command, reserved bit, value bits 9..7 |
//! | 3 | `1 vvv vvvv` | value bits 6..0 |

use core::fmt;

use bitflags::bitflags;

use crate::message::{Command, Message};

bitflags! {
    /// The start byte. Any other bit makes the byte something else than a start.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    struct Start: u8 {
        /// `y`: the sequence bit of this frame's sender.
        const SEQUENCE = 0b01;
        /// `h`: the last sequence bit that the sender took from the other side.
        const ACKNOWLEDGED = 0b10;
    }
}

/// Set in every byte of a frame but the first.
const CONTINUATION: u8 = 0x80;
const RESERVED: u8 = 0x08;
const SEVEN_BITS: u8 = 0x7F;

/// A sequence number of one bit; a new frame carries the other bit than its sender's last new one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bit {
    /// 0: where both sides begin.
    #[default]
    Zero,
    /// 1: the first new frame of either side.
    One,
}

impl Bit {
    /// The bit of the next new frame after one with this bit.
    #[must_use]
    pub const fn flipped(self) -> Self {
        match self {
            Self::Zero => Self::One,
            Self::One => Self::Zero,
        }
    }

    const fn from_flag(set: bool) -> Self {
        if set { Self::One } else { Self::Zero }
    }
}

impl From<Bit> for u8 {
    fn from(bit: Bit) -> Self {
        match bit {
            Bit::Zero => 0,
            Bit::One => 1,
        }
    }
}

impl fmt::Display for Bit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", u8::from(*self))
    }
}

/// A valid frame: its checksum and its fixed bits hold.
///
/// ```
/// use sgmp_proto::{Bit, Frame, FrameError, Message, Query};
///
/// let frame = Frame::new(Bit::One, Bit::One, Message::Query(Query::COLOR));
/// assert_eq!(frame.to_bytes(), [0x03, 0xbe, 0xb0, 0x8b]);
/// assert_eq!(Frame::from_bytes([0x03, 0xbe, 0xb0, 0x8b]), Ok(frame));
/// assert_eq!(Frame::from_bytes([0x03, 0xbe, 0xb0, 0x8c]), Err(FrameError::Checksum));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Frame {
    start: Start,
    command: Command,
    /// Ten bits, 0 to 1023.
    value: u16,
}

impl Frame {
    /// The frame that carries `message` with the sender's own bit and the bit it last took.
    #[must_use]
    pub fn new(sequence: Bit, acknowledged: Bit, message: Message) -> Self {
        let mut start = Start::empty();
        start.set(Start::SEQUENCE, sequence == Bit::One);
        start.set(Start::ACKNOWLEDGED, acknowledged == Bit::One);
        let (command, value) = message.to_wire();
        Self {
            start,
            command,
            value,
        }
    }

    /// Reads four bytes.
    ///
    /// # Errors
    /// The first thing that is wrong with them, in the order of the fields of [`FrameError`].
    pub const fn from_bytes(bytes: [u8; 4]) -> Result<Self, FrameError> {
        let [start, check, high, low] = bytes;
        let Some(start) = Start::from_bits(start) else {
            return Err(FrameError::NoStart);
        };
        if check & high & low & CONTINUATION == 0 {
            return Err(FrameError::NoContinuation);
        }
        if check != checksum(start.bits(), high, low) {
            return Err(FrameError::Checksum);
        }
        if high & RESERVED != 0 {
            return Err(FrameError::Reserved);
        }
        Ok(Self {
            start,
            command: Command::from_bits(high >> 4),
            value: ((high as u16 & 0b111) << 7) | (low & SEVEN_BITS) as u16,
        })
    }

    /// The four bytes as they go over the line.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; 4] {
        let start = self.start.bits();
        let high = CONTINUATION | (self.command.bits() << 4) | (self.value >> 7) as u8;
        let low = CONTINUATION | (self.value as u8 & SEVEN_BITS);
        [start, checksum(start, high, low), high, low]
    }

    /// `y`: the sender's sequence bit.
    #[must_use]
    pub const fn sequence(self) -> Bit {
        Bit::from_flag(self.start.contains(Start::SEQUENCE))
    }

    /// `h`: the bit that the sender last took.
    #[must_use]
    pub const fn acknowledged(self) -> Bit {
        Bit::from_flag(self.start.contains(Start::ACKNOWLEDGED))
    }

    /// The content of the frame.
    #[must_use]
    pub const fn message(self) -> Message {
        Message::from_wire(self.command, self.value)
    }

    /// The ten value bits as they stand.
    #[must_use]
    pub const fn value(self) -> u16 {
        self.value
    }
}

/// (byte 0 + byte 2 + byte 3) modulo 128, with the continuation bit.
const fn checksum(start: u8, high: u8, low: u8) -> u8 {
    start.wrapping_add(high).wrapping_add(low) | CONTINUATION
}

/// `01:a1:a0:80 NEWGAME`: the bytes in hexadecimal digits, and the message.
impl fmt::Debug for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", Hex(self.to_bytes()), self.message())
    }
}

/// Bytes as the call prints them: `01:a1:a0:80`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hex(
    /// The bytes of a frame, good or bad.
    pub [u8; 4],
);

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d] = self.0;
        write!(f, "{a:02x}:{b:02x}:{c:02x}:{d:02x}")
    }
}

/// The reason why four bytes are no frame: noise on the line, or a peer that speaks something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameError {
    /// Byte 0 is not 0x00..=0x03.
    NoStart,
    /// One of the bytes 1..=3 lacks bit 7.
    NoContinuation,
    /// The sum does not fit: the sender will repeat the frame.
    Checksum,
    /// The reserved bit is set: not understood.
    Reserved,
}

impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoStart => "no start byte",
            Self::NoContinuation => "a byte without bit 7 inside the frame",
            Self::Checksum => "bad checksum",
            Self::Reserved => "reserved bit set",
        })
    }
}

impl core::error::Error for FrameError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::Query;

    #[test]
    fn the_calls_example_byte_for_byte() {
        use Bit::{One, Zero};
        let example = [
            (
                [0x01, 0xa1, 0xa0, 0x80],
                Frame::new(One, Zero, Message::NewGame),
            ),
            (
                [0x03, 0xbe, 0xb0, 0x8b],
                Frame::new(One, One, Message::Query(Query::COLOR)),
            ),
            (
                [0x02, 0xc4, 0xc0, 0x82],
                Frame::new(Zero, One, Message::Answer(2)),
            ),
            (
                [0x00, 0xb8, 0xb0, 0x88],
                Frame::new(Zero, Zero, Message::Query(Query::HANDICAP)),
            ),
            (
                [0x01, 0xc2, 0xc0, 0x81],
                Frame::new(One, Zero, Message::Answer(1)),
            ),
            ([0x02, 0x88, 0x87, 0xff], Frame::new(Zero, One, Message::Ok)),
        ];
        for (bytes, frame) in example {
            assert_eq!(frame.to_bytes(), bytes, "{frame:?}");
            assert_eq!(Frame::from_bytes(bytes), Ok(frame));
        }
    }

    #[test]
    fn every_field_value_round_trips() {
        for start in 0..4_u8 {
            for command in 0..8_u8 {
                for value in 0..1024_u16 {
                    let high = 0x80 | (command << 4) | (value >> 7) as u8;
                    let low = 0x80 | (value as u8 & 0x7F);
                    let bytes = [start, checksum(start, high, low), high, low];
                    let frame = Frame::from_bytes(bytes).unwrap();
                    assert_eq!(frame.to_bytes(), bytes);
                    assert_eq!(frame.value(), value);
                    let again = Frame::new(frame.sequence(), frame.acknowledged(), frame.message());
                    if command != 0 && !matches!(command, 1 | 2) {
                        assert_eq!(again, frame, "a message keeps its value");
                    }
                }
            }
        }
    }

    #[test]
    fn every_single_bit_flip_is_caught() {
        for value in 0..1024_u16 {
            for command in 0..8_u8 {
                let message = Message::from_wire(Command::from_bits(command), value);
                let good = Frame::new(Bit::One, Bit::Zero, message).to_bytes();
                for bit in 0..32 {
                    let mut bytes = good;
                    bytes[bit / 8] ^= 1 << (bit % 8);
                    assert!(Frame::from_bytes(bytes).is_err(), "{good:?} bit {bit}");
                }
            }
        }
    }

    #[test]
    fn each_fault_has_its_name() {
        let cases = [
            ([0x04, 0xa4, 0xa0, 0x80], FrameError::NoStart),
            ([0x01, 0x21, 0xa0, 0x80], FrameError::NoContinuation),
            ([0x01, 0xa2, 0xa0, 0x80], FrameError::Checksum),
            ([0x01, 0xa9, 0xa8, 0x80], FrameError::Reserved),
        ];
        for (bytes, error) in cases {
            assert_eq!(Frame::from_bytes(bytes), Err(error));
        }
    }
}
