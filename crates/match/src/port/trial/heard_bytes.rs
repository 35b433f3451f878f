//! The bytes that came over a line: all counted, and looked at where they are no frames.

use std::fmt;

use sgmp_proto::{Counts, Decoder, Frame, Heard, Message};

use super::check_line::CheckLine;
use super::speaker::Speaker;

/// Bytes at the beginning of what is no frame that are kept to be shown.
const SHOWN: usize = 60;
/// The latest bytes, in which echoes and words are looked for.
const SEARCHED: usize = 512;
/// Of our own frames so many are looked for in what comes.
const SENT: usize = 4;

/// All that came over a line.
///
/// ```
/// use sgmp_match::port::{HeardBytes, Speaker};
///
/// let mut heard = HeardBytes::default();
/// for byte in b"\r\nhost login: " {
///     heard.take(*byte);
/// }
/// assert_eq!(
///     heard.to_string(),
///     "14 bytes came, none of them a frame; they begin \"host login: \""
/// );
/// assert_eq!(heard.speaker(), Some(Speaker::Login));
/// ```
#[derive(Clone, Debug, Default)]
pub struct HeardBytes {
    decoder: Decoder,
    total: u64,
    last_frame: Option<Frame>,
    /// True if a frame came that has its place only in a game.
    shows_game: bool,
    /// The bytes of a frame that is not whole yet.
    part: Vec<u8>,
    /// The first bytes that are no frame's.
    beginning: Vec<u8>,
    /// The latest bytes, frames included.
    latest: Vec<u8>,
    /// Our own latest frames.
    sent: Vec<[u8; 4]>,
    /// The one whose words were recognized in what is not kept any more.
    named: Option<Speaker>,
}

impl HeardBytes {
    /// Takes a byte; returns what it completes.
    pub fn take(&mut self, byte: u8) -> Option<Heard> {
        self.total = self.total.saturating_add(1);
        if self.latest.len() == SEARCHED {
            self.named = self.named.max(Speaker::named_in(&self.latest));
            self.latest.drain(..SEARCHED / 2);
        }
        self.latest.push(byte);
        let heard = self.decoder.push(byte);
        self.sort(byte, heard);
        heard
    }

    /// Keeps what is no frame's, up to the length that is shown.
    fn sort(&mut self, byte: u8, heard: Option<Heard>) {
        match heard {
            Some(Heard::Frame(frame)) => {
                self.last_frame = Some(frame);
                self.shows_game |= is_of_a_game(frame.message());
                self.part.clear();
                return;
            }
            Some(Heard::Garbled { .. }) => {
                self.part.push(byte);
                self.beginning.append(&mut self.part);
            }
            Some(Heard::Talk(byte)) => self.beginning.push(byte),
            None if byte < 0x80 => {
                self.beginning.append(&mut self.part);
                self.part.push(byte);
            }
            None if self.part.is_empty() => self.beginning.push(byte),
            None => self.part.push(byte),
        }
        self.beginning.truncate(SHOWN);
    }

    /// Takes note of a frame of ours, which may come back.
    pub fn note_sent(&mut self, frame: Frame) {
        let bytes = frame.to_bytes();
        if self.sent.contains(&bytes) {
            return;
        }
        if self.sent.len() == SENT {
            self.sent.remove(0);
        }
        self.sent.push(bytes);
    }

    /// Returns whether the latest frame was an OK.
    #[must_use]
    pub fn ends_with_ok(&self) -> bool {
        let last = self.last_frame.map(Frame::message);
        last == Some(Message::Ok)
    }

    /// Returns whether the latest frame was a DENY.
    #[must_use]
    pub fn ends_with_deny(&self) -> bool {
        let last = self.last_frame.map(Frame::message);
        last == Some(Message::Deny)
    }

    /// Returns whether a frame came that has its place only in a game.
    #[must_use]
    pub const fn shows_game(&self) -> bool {
        self.shows_game
    }

    /// Number of bytes that came.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.total
    }

    /// Number of bytes that came and are no frame's.
    #[must_use]
    pub const fn unframed(&self) -> u64 {
        self.total
            .saturating_sub(self.counts().frames.saturating_mul(4))
    }

    /// The same by their kinds.
    #[must_use]
    pub const fn counts(&self) -> Counts {
        self.decoder.counts()
    }

    /// The speaker at the other end, where it is recognized as none of the protocol.
    #[must_use]
    pub fn speaker(&self) -> Option<Speaker> {
        self.named
            .max(Speaker::named_in(&self.latest))
            .max(Speaker::echoing(&self.latest, &self.sent))
    }

    /// Returns whether what is no frame begins as a line of [`LineTrial`](super::LineTrial), of a check at the other end.
    #[must_use]
    pub fn is_check(&self) -> bool {
        let text = self.text().unwrap_or_default();
        let words: Vec<_> = text.split(' ').take(3).collect();
        CheckLine::parse(&words.join(" ")).is_some()
    }

    /// The beginning of what is no frame, where that is text.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        let is_text = |byte: &u8| matches!(byte, b' '..=b'~' | b'\t'..=b'\r' | 0x1b);
        let readable = self.beginning.iter().filter(|byte| is_text(byte)).count();
        if readable < 2 || readable * 10 < self.beginning.len() * 9 {
            return None;
        }
        let mut text = String::new();
        for &byte in &self.beginning {
            match byte {
                b'!'..=b'~' => text.push(char::from(byte)),
                _ if text.is_empty() || text.ends_with(' ') => {}
                _ => text.push(' '),
            }
        }
        Some(text)
    }
}

/// Returns whether only who plays says this.
pub(crate) const fn is_of_a_game(message: Message) -> bool {
    matches!(message, Message::Move(_) | Message::Undo(_))
}

impl fmt::Display for HeardBytes {
    /// A sentence: `nothing came`, or how many bytes, how many of them frames, and how the rest begins.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let frames = self.counts().frames;
        match self.total {
            0 => return f.write_str("nothing came"),
            1 => f.write_str("1 byte came")?,
            many => write!(f, "{many} bytes came")?,
        }
        match (frames, self.last_frame) {
            (_, None) if self.total == 1 => f.write_str(", no frame")?,
            (_, None) => f.write_str(", none of them a frame")?,
            (1, Some(frame)) => write!(f, ": one frame, {}", frame.message())?,
            (many, Some(last)) => write!(f, ": {many} frames, the last {}", last.message())?,
        }
        if frames > 0 && self.unframed() > 0 {
            write!(f, ", and {} bytes that are none", self.unframed())?;
        }
        match self.text() {
            Some(text) => write!(f, "; they begin {text:?}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use sgmp_proto::{Bit, Message};

    use super::*;

    fn heard(bytes: &[u8]) -> HeardBytes {
        let mut heard = HeardBytes::default();
        for &byte in bytes {
            heard.take(byte);
        }
        heard
    }

    fn newgame() -> Frame {
        Frame::new(Bit::One, Bit::Zero, Message::NewGame)
    }

    #[test]
    fn all_bytes_are_counted_and_told() {
        assert_eq!(heard(b"").to_string(), "nothing came");
        assert_eq!(heard(b"\x90").to_string(), "1 byte came, no frame");
        let frame = newgame().to_bytes();
        assert_eq!(
            heard(&frame).to_string(),
            "4 bytes came: one frame, NEWGAME"
        );
        let twice = [frame, frame].concat();
        assert_eq!(
            heard(&twice).to_string(),
            "8 bytes came: 2 frames, the last NEWGAME"
        );
        let mixed = [b"hi there".as_slice(), &frame].concat();
        assert_eq!(
            heard(&mixed).to_string(),
            "12 bytes came: one frame, NEWGAME, and 8 bytes that are none; they begin \"hi there\""
        );
    }

    #[test]
    fn garbage_is_no_text() {
        let garbage = [0xf8, 0x80, 0x7e, 0x03, 0xe0, 0xe0, 0x01];
        assert_eq!(heard(&garbage).text(), None);
        assert_eq!(heard(&garbage).unframed(), 7);
        assert_eq!(heard(&garbage).speaker(), None);
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let mut heard = heard(&[b'x'; 5000]);
        for _ in 0..9 {
            heard.note_sent(newgame());
        }
        assert!(heard.latest.len() <= SEARCHED && heard.beginning.len() <= SHOWN);
        assert_eq!(heard.sent.len(), 1);
        assert_eq!(heard.total(), 5000);
    }

    #[test]
    fn a_login_is_known_however_much_follows() {
        let mut text = b"host login: ".to_vec();
        text.extend([0x99; 2000]);
        assert_eq!(heard(&text).speaker(), Some(Speaker::Login));
    }

    #[test]
    fn a_part_of_our_frame_that_comes_back_is_an_echo() {
        let mut echo = heard(b"\x01\xa1\xa0");
        assert_eq!(echo.speaker(), None);
        echo.note_sent(newgame());
        assert_eq!(echo.speaker(), Some(Speaker::Echo));
        // Whole it may be another program's, and is judged as a frame.
        echo.take(0x80);
        assert_eq!(echo.speaker(), None);
    }
}
