//! One line of a trace.

use std::fmt;
use std::time::Duration;

use jiff::Timestamp;

use super::piece::{Piece, Splitter};
use sgmp_board::rules::Color;

/// The direction of the bytes of a line, in the line's own terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Sent by the side that wrote the trace.
    Sent,
    /// Read by the side that wrote the trace.
    Read,
    /// Sent by this color, as someone between the two saw it.
    By(Color),
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Sent => "Send",
            Self::Read => "Read",
            Self::By(Color::Black) => "B->W",
            Self::By(Color::White) => "W->B",
        })
    }
}

/// The time at which the bytes of a line were sent or read, in the line's own terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stamp {
    /// By the wall clock.
    Wall(Timestamp),
    /// Since a moment of the trace's choosing; of a time of day, since midnight.
    Elapsed(Duration),
}

impl Stamp {
    /// As a number: microseconds since 1970, or since the trace's own zero.
    #[must_use]
    pub fn instant(self) -> sgmp_proto::Instant {
        sgmp_proto::Instant::from_micros(match self {
            Self::Wall(at) => u64::try_from(at.as_microsecond()).unwrap_or(0),
            Self::Elapsed(after) => u64::try_from(after.as_micros()).unwrap_or(u64::MAX),
        })
    }
}

impl fmt::Display for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wall(at) => f.pad(&at.to_string()),
            Self::Elapsed(after) => {
                let (secs, micros) = (after.as_secs(), after.subsec_micros());
                f.pad(&format!("{secs}.{micros:06}"))
            }
        }
    }
}

/// A line that holds bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceLine {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The time, if the line has one.
    pub time: Option<Stamp>,
    /// The direction, if the line has one.
    pub direction: Option<Direction>,
    /// The bytes, at least one: four of a frame, or whatever noise left of them.
    pub bytes: Vec<u8>,
}

impl TraceLine {
    /// Reads one line of text; `None` where it holds no bytes: comments, titles, remarks.
    ///
    /// Without a direction a single pair of hex digits is taken for a word, not for a byte.
    #[must_use]
    pub fn parse(number: usize, text: &str) -> Option<Self> {
        let text = text.trim();
        if text.starts_with('#') {
            return None;
        }
        let (time, text) = take_time(text);
        let (direction, text) = take_direction(text);
        let bytes = take_bytes(text);
        let least = if direction.is_some() { 1 } else { 2 };
        (bytes.len() >= least).then_some(Self {
            number,
            time,
            direction,
            bytes,
        })
    }
}

impl TraceLine {
    /// The frames among the bytes and what noise left between them; one piece with all of the
    /// bytes where there is no frame. Never empty.
    #[must_use]
    pub fn pieces(&self) -> Vec<Piece> {
        let mut splitter = Splitter::new();
        let mut pieces = splitter.split(&self.bytes);
        pieces.extend(splitter.take_unfinished());
        if pieces.iter().any(|piece| piece.frame().is_some()) {
            pieces
        } else {
            vec![Piece::garbled(self.bytes.clone())]
        }
    }
}

/// The first word and what follows it.
fn split_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

/// A time in front of the rest.
pub(super) fn take_time(text: &str) -> (Option<Stamp>, &str) {
    let (word, rest) = split_word(text);
    let bare = word.trim_matches(['[', ']', '(', ')', ',']);
    let (next, after) = split_word(rest);
    if let Ok(at) = bare.parse() {
        return (Some(Stamp::Wall(at)), rest);
    }
    // RFC 3339 also allows a space between date and time.
    if let Ok(at) = format!("{bare}T{next}").parse() {
        return (Some(Stamp::Wall(at)), after);
    }
    // Digits alone may be a byte: then it depends on what follows.
    let is_clearly_time = bare.contains('.') || bare.len() > 2;
    let goes_on = direction_of(next).is_some() || next.contains(':');
    let elapsed = match parse_seconds(bare) {
        Some(after) if is_clearly_time || goes_on => Some(after),
        Some(_) => None,
        None if goes_on => parse_time_of_day(bare),
        None => None,
    };
    match elapsed {
        Some(after) => (Some(Stamp::Elapsed(after)), rest),
        None => (None, text),
    }
}

/// `12` or `0.01`, to the microsecond.
fn parse_seconds(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |digits: &str| digits.bytes().all(|b| b.is_ascii_digit());
    if !is_number(whole) || !is_number(fraction) || fraction.is_empty() {
        return None;
    }
    let digits: String = fraction.chars().chain("000000".chars()).take(6).collect();
    let micros = Duration::from_micros(digits.parse().ok()?);
    Duration::from_secs(whole.parse().ok()?).checked_add(micros)
}

/// `10:15:30` or `10:15:30.123`.
fn parse_time_of_day(text: &str) -> Option<Duration> {
    let (hours, rest) = text.split_once(':')?;
    let (minutes, seconds) = rest.split_once(':')?;
    let [hours, minutes]: [u64; 2] = [hours.parse().ok()?, minutes.parse().ok()?];
    let within_minute = parse_seconds(seconds)?;
    (hours < 24 && minutes < 60 && within_minute < Duration::from_secs(61))
        .then(|| Duration::from_secs(hours * 3600 + minutes * 60) + within_minute)
}

fn take_direction(text: &str) -> (Option<Direction>, &str) {
    let (mut found, mut text) = (None, text);
    loop {
        let (word, rest) = split_word(text);
        let Some(direction) = direction_of(word) else {
            return (found, text);
        };
        // "Send -->" says it twice.
        found = found.or(Some(direction));
        text = rest;
    }
}

fn direction_of(word: &str) -> Option<Direction> {
    let word = word.trim_end_matches(':').to_ascii_lowercase();
    Some(match word.as_str() {
        "send" | "sent" | "-->" | "->" | ">" => Direction::Sent,
        "read" | "receive" | "received" | "<--" | "<-" | "<" => Direction::Read,
        "b->w" | "b>" => Direction::By(Color::Black),
        "w->b" | "w>" => Direction::By(Color::White),
        _ => return None,
    })
}

/// Pairs of hex digits with one and the same separator between them; what follows is a remark.
fn take_bytes(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    let mut separator = None;
    while let [high, low, tail @ ..] = rest {
        let (Some(high), Some(low)) = (hex_digit(*high), hex_digit(*low)) else {
            break;
        };
        if tail.first().is_some_and(|c| is_word_byte(*c)) {
            break;
        }
        bytes.push(high << 4 | low);
        let Some((next, tail)) = tail.split_first() else {
            break;
        };
        if *separator.get_or_insert(*next) != *next || !matches!(next, b':' | b' ' | b'-' | b',') {
            break;
        }
        rest = if *next == b' ' {
            tail.trim_ascii_start()
        } else {
            tail
        };
    }
    bytes
}

fn hex_digit(digit: u8) -> Option<u8> {
    char::from(digit)
        .to_digit(16)
        .and_then(|value| u8::try_from(value).ok())
}

/// A word goes on: its first two letters are no byte.
const fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'=' | b'\'') || !byte.is_ascii()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NEWGAME: [u8; 4] = [0x01, 0xa1, 0xa0, 0x80];

    fn parse(text: &str) -> Option<(Option<String>, Option<Direction>, Vec<u8>)> {
        TraceLine::parse(1, text).map(|line| {
            (
                line.time.map(|time| time.to_string()),
                line.direction,
                line.bytes,
            )
        })
    }

    #[test]
    fn every_form_of_a_frame_is_read() {
        use Direction::{By, Read, Sent};
        let elapsed = Some("0.010000");
        let wall = Some("2026-11-21T10:15:30.123456Z");
        let cases = [
            ("Send --> 01:a1:a0:80 :Send NewGame", None, Some(Sent)),
            ("Read <-- 01:a1:a0:80 :Receive Query(11)", None, Some(Read)),
            ("01:a1:a0:80", None, None),
            ("  01 A1 A0 80\r", None, None),
            ("01  a1  a0  80  remark", None, None),
            ("01-a1-a0-80", None, None),
            ("--> 01:a1:a0:80", None, Some(Sent)),
            ("< 01 a1 a0 80", None, Some(Read)),
            ("B> 01:a1:a0:80 NEWGAME", None, Some(By(Color::Black))),
            ("W> 01:a1:a0:80", None, Some(By(Color::White))),
            (
                "0.01 B->W 01 a1 a0 80 seq=1 ack=0 RESET 0 (0x0)",
                elapsed,
                Some(By(Color::Black)),
            ),
            ("[0.01] 01:a1:a0:80", elapsed, None),
            ("12 Send --> 01:a1:a0:80", Some("12.000000"), Some(Sent)),
            ("12 01:a1:a0:80", Some("12.000000"), None),
            ("120 01 a1 a0 80", Some("120.000000"), None),
            ("00:01:02.5 Read 01 a1 a0 80", Some("62.500000"), Some(Read)),
            (
                "2026-11-21T10:15:30.123456Z Send --> 01:a1:a0:80 :NEWGAME",
                wall,
                Some(Sent),
            ),
            ("2026-11-21 10:15:30.123456Z 01 a1 a0 80", wall, None),
            ("2026-11-21T19:15:30.123456+09:00 01:a1:a0:80", wall, None),
        ];
        for (text, time, direction) in cases {
            let time = time.map(str::to_owned);
            assert_eq!(
                parse(text),
                Some((time, direction, NEWGAME.to_vec())),
                "{text}"
            );
        }
    }

    #[test]
    fn frames_broken_by_noise_keep_their_bytes() {
        let cases: [(&str, &[u8]); 5] = [
            ("Read <-- 01:a1:a0", &[0x01, 0xa1, 0xa0]),
            ("Read <-- 68 :talk \"h\"", &[0x68]),
            ("Send --> 01:a1:zz:80", &[0x01, 0xa1]),
            ("01 a1 a0 80 80", &[0x01, 0xa1, 0xa0, 0x80, 0x80]),
            ("12 a1 a0 80", &[0x12, 0xa1, 0xa0, 0x80]),
        ];
        for (text, bytes) in cases {
            assert_eq!(parse(text).unwrap().2, bytes, "{text}");
        }
    }

    #[test]
    fn other_lines_hold_no_bytes() {
        let lines = [
            "",
            "# two GNU Go 3.8",
            "# 01:a1:a0:80",
            "Try COM1 ...",
            "Game is ready!",
            "..",
            ".. .. ..",
            "Be careful",
            "add 01",
            "Send -->",
            "12.5",
            "2026-11-21T10:15:30Z",
            "de façon",
            "fé",
        ];
        for text in lines {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_left(text in "\\PC*", tail in "[0-9a-f:. <>-]{0,40}") {
            let _ = TraceLine::parse(1, &text);
            let _ = TraceLine::parse(1, &tail);
        }

        #[test]
        fn any_time_is_read_or_left(secs in "[0-9]{0,30}\\.?[0-9]{0,30}") {
            if let Some(line) = TraceLine::parse(1, &format!("{secs} Send 01")) {
                let _ = line.time.map(|time| (time.instant(), time.to_string()));
            }
        }
    }
}
