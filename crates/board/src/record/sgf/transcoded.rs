//! Files in which ASCII does not stand for itself: UTF-16 and the set of Japanese mail.

use encoding_rs::{Encoding, ISO_2022_JP, UTF_16BE, UTF_16LE};

/// Bytes that tell whether a file without a mark is UTF-16.
const SAMPLE: usize = 200;

/// A whole file as UTF-8, and where it came from.
#[derive(Debug)]
pub(in crate::record) struct Transcoded {
    pub(in crate::record) text: String,
    encoding: &'static Encoding,
    has_mark: bool,
}

impl Transcoded {
    /// The text of such a file; `None` for all others.
    pub(in crate::record) fn from_file(bytes: &[u8]) -> Option<Self> {
        let (encoding, mark) = match bytes {
            [0xFF, 0xFE, ..] => (UTF_16LE, 2),
            [0xFE, 0xFF, ..] => (UTF_16BE, 2),
            _ => (without_mark(bytes)?, 0),
        };
        let (text, _) = encoding.decode_without_bom_handling(&bytes[mark..]);
        Some(Self {
            text: text.into_owned(),
            encoding,
            has_mark: mark > 0,
        })
    }

    /// Bytes of the file before a place of the text, as far as they can be counted.
    pub(in crate::record) fn file_offset(&self, offset: usize) -> usize {
        let before = self.text.get(..offset).unwrap_or(&self.text);
        self.encode(before).len()
    }

    /// A text as bytes of the file's own set, with its mark.
    pub(in crate::record) fn encode(&self, text: &str) -> Vec<u8> {
        if self.encoding == ISO_2022_JP {
            return ISO_2022_JP.encode(text).0.into_owned();
        }
        let mark = self.has_mark.then_some(0xFEFF);
        let units = mark.into_iter().chain(text.encode_utf16());
        let bytes = |unit: u16| match self.encoding == UTF_16LE {
            true => unit.to_le_bytes(),
            false => unit.to_be_bytes(),
        };
        units.flat_map(bytes).collect()
    }
}

/// UTF-16 has a zero beside every letter of ASCII, mail an escape before its letters.
fn without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    let sample = &bytes[..bytes.len().min(SAMPLE) & !1];
    let zeros = |first: usize| {
        sample
            .iter()
            .skip(first)
            .step_by(2)
            .filter(|b| **b == 0)
            .count()
    };
    let (even, odd) = (zeros(0), zeros(1));
    // A game begins with letters of ASCII, whatever its remarks are written in.
    match *sample {
        [1..=0xFF, 0, 1..=0xFF, 0, ..] if even == 0 => return Some(UTF_16LE),
        [0, 1..=0xFF, 0, 1..=0xFF, ..] if odd == 0 => return Some(UTF_16BE),
        _ => {}
    }
    let most = sample.len() / 4;
    if odd > most && even == 0 {
        return Some(UTF_16LE);
    }
    if even > most && odd == 0 {
        return Some(UTF_16BE);
    }
    let is_escape = |three: &[u8]| matches!(three, [0x1B, b'$', b'B' | b'@']);
    (bytes.is_ascii() && bytes.windows(3).any(is_escape)).then_some(ISO_2022_JP)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_orders_are_read_with_and_without_a_mark() {
        let game = "(;SZ[9]PB[\u{8868}];B[ee])";
        for (mark, is_little) in [(true, true), (true, false), (false, true), (false, false)] {
            let marked = if mark {
                format!("\u{FEFF}{game}")
            } else {
                game.to_owned()
            };
            let bytes: Vec<u8> = marked
                .encode_utf16()
                .flat_map(|unit| {
                    if is_little {
                        unit.to_le_bytes()
                    } else {
                        unit.to_be_bytes()
                    }
                })
                .collect();
            let read = Transcoded::from_file(&bytes).unwrap();
            assert_eq!(read.text, game);
            assert_eq!(read.encode(game), bytes);
            assert_eq!(read.file_offset(game.len()), bytes.len());
        }
    }

    #[test]
    fn mail_is_known_by_its_escapes_and_all_else_is_left() {
        let read = Transcoded::from_file(b"(;PB[\x1B$B4]\x1B(B])").unwrap();
        assert_eq!(
            read.text,
            "(;PB[\u{57FA}])".replace('\u{57FA}', &read.text[5..8])
        );
        assert!(!read.text.contains('\u{1B}'), "{}", read.text);
        for bytes in [&b""[..], b"(;PB[x])", b"\xEF\xBB\xBF(;)", b"\0\0\0\0", b"("] {
            assert!(Transcoded::from_file(bytes).is_none(), "{bytes:?}");
        }
    }
}
