//! The pieces that the bytes of one direction fall into: frames, and what noise left of them.

use sgmp_proto::Frame;

/// Bytes that belong on one line; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    bytes: Vec<u8>,
}

impl Piece {
    /// The bytes of a line that holds no frame at all, kept together.
    pub(super) const fn garbled(bytes: Vec<u8>) -> Self {
        Self { bytes }
    }

    /// The bytes as they came.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The frame, where they are one.
    #[must_use]
    pub fn frame(&self) -> Option<Frame> {
        let bytes = <[u8; 4]>::try_from(self.bytes.as_slice()).ok()?;
        Frame::from_bytes(bytes).ok()
    }

    /// `01:a1:a0:80`.
    #[must_use]
    pub fn hex(&self) -> String {
        let bytes: Vec<_> = self
            .bytes
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        bytes.join(":")
    }

    /// Says what they are: a command, talk between operators, or the reason why they are no frame.
    #[must_use]
    pub fn remark(&self) -> String {
        if self.bytes.iter().all(|byte| is_talk(*byte)) {
            return format!("talk \"{}\"", self.bytes.escape_ascii());
        }
        match <[u8; 4]>::try_from(self.bytes.as_slice()).map(Frame::from_bytes) {
            Ok(Ok(frame)) => frame.message().to_string(),
            Ok(Err(error)) => error.to_string(),
            Err(_) if is_start(self.bytes[0]) && self.bytes.len() < 4 => "unfinished".to_owned(),
            Err(_) => "stray".to_owned(),
        }
    }

    /// Returns whether a byte of talk, or a stray one, goes on with this piece.
    fn takes(&self, byte: u8) -> bool {
        let first = self.bytes[0];
        !is_start(first) && is_talk(first) == is_talk(byte) && self.bytes.len() < MAX_PIECE
    }
}

/// Longest piece of talk or strays, in bytes.
const MAX_PIECE: usize = 64;

const fn is_start(byte: u8) -> bool {
    byte < 0x04
}

const fn is_talk(byte: u8) -> bool {
    matches!(byte, 0x04..=0x7F)
}

/// Sorts one direction's bytes into pieces; holds no more than an unfinished frame between calls.
///
/// ```
/// use sgmp_match::port::trace::Splitter;
///
/// let mut splitter = Splitter::new();
/// let pieces = splitter.split(b"hello\x01\xa1\xa0");
/// assert_eq!(pieces.len(), 1);
/// assert_eq!(pieces[0].bytes(), b"hello");
///
/// let pieces = splitter.split(b"\x80");
/// assert_eq!(pieces[0].hex(), "01:a1:a0:80");
/// assert!(pieces[0].frame().is_some());
/// ```
#[derive(Debug, Default)]
pub struct Splitter {
    unfinished: Vec<u8>,
}

impl Splitter {
    /// A direction on which nothing has passed.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            unfinished: Vec::new(),
        }
    }

    /// Takes bytes and gives the pieces that are complete now.
    #[must_use]
    pub fn split(&mut self, bytes: &[u8]) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = Vec::new();
        for &byte in bytes {
            if is_start(byte) {
                pieces.extend(self.take_unfinished());
                self.unfinished.push(byte);
            } else if !is_talk(byte) && !self.unfinished.is_empty() {
                self.unfinished.push(byte);
                if self.unfinished.len() == 4 {
                    pieces.extend(self.take_unfinished());
                }
            } else {
                match pieces.last_mut().filter(|last| last.takes(byte)) {
                    Some(last) => last.bytes.push(byte),
                    None => pieces.push(Piece { bytes: vec![byte] }),
                }
            }
        }
        pieces
    }

    /// The beginning of a frame, where nothing more will come.
    #[must_use]
    pub fn take_unfinished(&mut self) -> Option<Piece> {
        let bytes = std::mem::take(&mut self.unfinished);
        (!bytes.is_empty()).then_some(Piece { bytes })
    }
}
