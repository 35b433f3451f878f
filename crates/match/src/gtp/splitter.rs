//! The splitter that cuts bytes into lines.

use std::borrow::Cow;

/// Longest line, in bytes: a play_sequence of 10,000 moves has some 80,000.
pub const MAX_LINE: usize = 256 << 10;

/// A line from a controller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A line without its end; bytes that are no UTF-8 became U+FFFD.
    Line(String),
    /// A line of more than [`MAX_LINE`] bytes, which were dropped.
    TooLong,
}

/// Cuts bytes into lines; keeps at most [`MAX_LINE`] of them.
///
/// # Examples
///
/// ```
/// use sgmp_match::gtp::{Input, Splitter};
///
/// let mut splitter = Splitter::new();
/// assert_eq!(splitter.feed(b"name\nplay b"), [Input::Line("name".to_owned())]);
/// assert_eq!(splitter.feed(b" D4\n"), [Input::Line("play b D4".to_owned())]);
/// assert_eq!(splitter.finish(), None);
/// ```
#[derive(Debug, Default)]
pub struct Splitter {
    pending: Vec<u8>,
    overlong: bool,
}

impl Splitter {
    /// A splitter at the start of a line.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes bytes and returns the lines that are complete now.
    #[must_use]
    pub fn feed(&mut self, bytes: &[u8]) -> Vec<Input> {
        let mut pieces = bytes.split(|byte| *byte == b'\n');
        let unfinished = pieces.next_back().unwrap_or_default();
        let lines = pieces
            .map(|piece| {
                self.take(piece);
                self.end_line()
            })
            .collect();
        self.take(unfinished);
        lines
    }

    /// The last line, if the input ended without an end of line.
    #[must_use]
    pub fn finish(&mut self) -> Option<Input> {
        let is_there = self.overlong || !self.pending.is_empty();
        is_there.then(|| self.end_line())
    }

    /// The line that has begun, and is not at its end.
    #[must_use]
    pub fn unfinished(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.pending)
    }

    fn take(&mut self, piece: &[u8]) {
        if self.pending.len() + piece.len() > MAX_LINE {
            self.overlong = true;
            self.pending = Vec::new();
        }
        if !self.overlong {
            self.pending.extend_from_slice(piece);
        }
    }

    fn end_line(&mut self) -> Input {
        let bytes = std::mem::take(&mut self.pending);
        if std::mem::take(&mut self.overlong) {
            Input::TooLong
        } else {
            Input::Line(String::from_utf8_lossy(&bytes).into_owned())
        }
    }
}

/// Returns whether bytes look like frames of the serial protocol rather than text: a start byte of 0 to 3
/// and then one with its highest bit set.
#[must_use]
pub fn is_serial_talk(bytes: &[u8]) -> bool {
    bytes
        .windows(2)
        .any(|pair| pair[0] <= 0x03 && pair[1] >= 0x80)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Input {
        Input::Line(text.to_owned())
    }

    #[test]
    fn lines_are_the_same_however_they_arrive() {
        let bytes = b"name\r\n\n1 play b D4\nquit";
        let expected = ["name\r", "", "1 play b D4"].map(line);
        let mut whole = Splitter::new();
        assert_eq!(whole.feed(bytes), expected);
        assert_eq!(whole.finish(), Some(line("quit")));
        assert_eq!(whole.finish(), None);
        let mut single = Splitter::new();
        let lines: Vec<Input> = bytes.iter().flat_map(|b| single.feed(&[*b])).collect();
        assert_eq!(lines, expected);
    }

    #[test]
    fn a_line_without_end_is_dropped_and_said_to_be() {
        let mut splitter = Splitter::new();
        for _ in 0..40 {
            assert_eq!(splitter.feed(&[b'x'; 10_000]), []);
            assert!(splitter.pending.len() <= MAX_LINE);
        }
        assert_eq!(splitter.feed(b"y\nname\n"), [Input::TooLong, line("name")]);
    }

    #[test]
    fn frames_are_told_from_text() {
        assert!(is_serial_talk(&[0x01, 0xa1, 0xa0, 0x80]));
        assert!(!is_serial_talk("12 name\r\nkgs-chat game Ä é\n".as_bytes()));
    }
}
