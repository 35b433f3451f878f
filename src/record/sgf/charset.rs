//! Character sets of old files.
//!
//! In Shift_JIS, GBK and Big5 the second byte of a letter may be 0x5C or 0x5D, in ASCII `\` and
//! `]`. Who does not know loses the end of a name, and with it moves.

use std::borrow::Cow;

/// A file's character set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Charset {
    /// UTF-8, as we write it.
    Utf8,
    /// SGF's own default, ISO-8859-1.
    Latin1,
    /// Two-byte letters whose second byte may look like punctuation. Their text is not decoded:
    /// each such letter becomes U+FFFD.
    DoubleByte(DoubleByte),
    /// Anything else (EUC, KOI8...): safe to cut at `]`, not decoded either.
    Other,
}

/// The two-byte sets that hide punctuation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DoubleByte {
    /// Shift_JIS, also Windows-31J.
    ShiftJis,
    /// GBK, also GB2312 and GB18030.
    Gbk,
    /// Big5.
    Big5,
}

impl Charset {
    /// The set of a whole file: UTF-8 if it is that, else what CA says, else Latin-1.
    ///
    /// Files that claim an old set but were saved anew in UTF-8 are common. The other way round,
    /// a short name in an East Asian set can by chance be a few Western letters of UTF-8, two
    /// bytes each, so against such a claim only longer letters are proof.
    pub(super) fn of_file(bytes: &[u8]) -> Self {
        let declared = declared(bytes).map_or(Self::Latin1, Self::named);
        match std::str::from_utf8(bytes) {
            Err(_) => declared,
            Ok(text) => match declared {
                Self::DoubleByte(_) | Self::Other
                    if !text.is_ascii() && text.chars().all(|c| c < '\u{800}') =>
                {
                    declared
                }
                _ => Self::Utf8,
            },
        }
    }

    fn named(name: &[u8]) -> Self {
        let name: String = name
            .iter()
            .filter(|b| b.is_ascii_alphanumeric())
            .map(|b| char::from(b.to_ascii_lowercase()))
            .collect();
        match name.as_str() {
            "utf8" => Self::Utf8,
            "iso88591" | "iso885915" | "latin1" | "windows1252" | "cp1252" | "ascii"
            | "usascii" => Self::Latin1,
            "shiftjis" | "sjis" | "xsjis" | "mskanji" | "windows31j" | "cp932" => {
                Self::DoubleByte(DoubleByte::ShiftJis)
            }
            "gbk" | "gb2312" | "gb18030" | "cp936" => Self::DoubleByte(DoubleByte::Gbk),
            "big5" | "big5hkscs" | "cp950" => Self::DoubleByte(DoubleByte::Big5),
            _ => Self::Other,
        }
    }

    /// Bytes of the letter that `rest` starts with: 1 or 2, at most what is there.
    pub(super) fn letter_len(self, rest: &[u8]) -> usize {
        match (self, rest) {
            (Self::DoubleByte(set), [lead, trail, ..]) if set.is_letter(*lead, *trail) => 2,
            _ => rest.len().min(1),
        }
    }

    /// The text of some bytes; what cannot be decoded becomes U+FFFD.
    pub(super) fn decode(self, bytes: &[u8]) -> String {
        match self {
            Self::Utf8 => String::from_utf8_lossy(bytes).into_owned(),
            Self::Latin1 => bytes.iter().copied().map(char::from).collect(),
            Self::DoubleByte(_) | Self::Other => self.decode_ascii(bytes),
        }
    }

    fn decode_ascii(self, mut rest: &[u8]) -> String {
        let mut text = String::with_capacity(rest.len());
        while !rest.is_empty() {
            let (letter, after) = rest.split_at(self.letter_len(rest));
            text.push(match letter {
                [byte] if byte.is_ascii() => char::from(*byte),
                _ => char::REPLACEMENT_CHARACTER,
            });
            rest = after;
        }
        text
    }

    /// A value's bytes as they were before SGF escaped them.
    ///
    /// `\` makes the next letter plain; before the end of a line it joins the lines.
    pub(super) fn unescape(self, raw: &[u8]) -> Cow<'_, [u8]> {
        if !raw.contains(&b'\\') {
            return Cow::Borrowed(raw);
        }
        let mut plain = Vec::with_capacity(raw.len());
        let mut at = 0;
        while at < raw.len() {
            if raw[at] == b'\\' {
                at += 1;
                let joined = line_break_len(&raw[at..]);
                if joined > 0 {
                    at += joined;
                    continue;
                }
            }
            let end = at + self.letter_len(&raw[at..]);
            plain.extend_from_slice(&raw[at..end]);
            at = end;
        }
        Cow::Owned(plain)
    }
}

impl DoubleByte {
    /// Returns whether two bytes make one letter.
    const fn is_letter(self, lead: u8, trail: u8) -> bool {
        match self {
            Self::ShiftJis => {
                matches!(lead, 0x81..=0x9F | 0xE0..=0xFC)
                    && matches!(trail, 0x40..=0x7E | 0x80..=0xFC)
            }
            Self::Gbk => matches!(lead, 0x81..=0xFE) && matches!(trail, 0x40..=0x7E | 0x80..=0xFE),
            Self::Big5 => matches!(lead, 0x81..=0xFE) && matches!(trail, 0x40..=0x7E | 0xA1..=0xFE),
        }
    }
}

/// Bytes of the line break that `rest` starts with, in the manner of any system; 0 for none.
pub(super) const fn line_break_len(rest: &[u8]) -> usize {
    match rest {
        [b'\r', b'\n', ..] | [b'\n', b'\r', ..] => 2,
        [b'\r' | b'\n', ..] => 1,
        _ => 0,
    }
}

/// The value of CA, wherever it stands: names before it can only be cut once it is known.
///
/// A plain "CA[name]" cannot be part of a well-formed remark, where it would read "CA[name\]".
fn declared(bytes: &[u8]) -> Option<&[u8]> {
    let mut from = 0;
    while let Some(found) = find(&bytes[from..], b"CA[") {
        let value = &bytes[from + found + 3..];
        // A longer property name that ends in CA is not CA.
        let alone = !bytes[..from + found]
            .last()
            .is_some_and(u8::is_ascii_alphabetic);
        let end = value.iter().take(64).position(|b| !is_name_byte(*b));
        if let Some(end) = end.filter(|end| alone && *end > 0 && value[*end] == b']') {
            return Some(&value[..end]);
        }
        from += found + 3;
    }
    None
}

const fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b':' | b'.' | b' ')
}

fn find(bytes: &[u8], needle: &[u8]) -> Option<usize> {
    bytes.windows(needle.len()).position(|w| w == needle)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SJIS: Charset = Charset::DoubleByte(DoubleByte::ShiftJis);

    #[test]
    fn the_set_is_utf8_then_declared_then_latin1() {
        for (bytes, charset) in [
            (&b"(;PB[x])"[..], Charset::Utf8),
            ("(;CA[Shift_JIS]PB[表])".as_bytes(), Charset::Utf8),
            (b"(;PB[\xE9])", Charset::Latin1),
            (b"(;PB[\xE9]CA[iso-8859-1])", Charset::Latin1),
            (b"(;PB[\x95\x5C]CA[Shift_JIS])", SJIS),
            (
                b"(;CA[GB18030]PB[\x81\x5D])",
                Charset::DoubleByte(DoubleByte::Gbk),
            ),
            (
                b"(;CA[Big5]PB[\xA5\x5C])",
                Charset::DoubleByte(DoubleByte::Big5),
            ),
            (b"(;CA[EUC-JP]PB[\xC9\xBD])", Charset::Other),
            (
                b"(;C[see CA[Big5\\]]XCA[Big5]CA[]CA[utf-8]PB[\xE9])",
                Charset::Utf8,
            ),
        ] {
            assert_eq!(Charset::of_file(bytes), charset, "{bytes:?}");
        }
    }

    #[test]
    fn a_hidden_bracket_is_part_of_its_letter() {
        assert_eq!(SJIS.letter_len(b"\x81\x5D]"), 2);
        assert_eq!(
            SJIS.letter_len(b"\xB1\x5D"),
            1,
            "half-width katakana are single"
        );
        assert_eq!(SJIS.letter_len(b"\x81\x1F"), 1, "no such letter");
        assert_eq!(SJIS.letter_len(b"\x81"), 1);
        assert_eq!(SJIS.letter_len(b""), 0);
        assert_eq!(SJIS.decode(b"a\x95\x5C\xB1."), "a\u{FFFD}\u{FFFD}.");
    }

    #[test]
    fn escapes_go_and_joined_lines_join() {
        for (raw, plain) in [
            (&b"a\\]b\\\\c"[..], &b"a]b\\c"[..]),
            (b"one\\\r\ntwo\\\n\\\nthree", b"onetwothree"),
            (b"end\\", b"end"),
        ] {
            assert_eq!(Charset::Utf8.unescape(raw), plain);
        }
        assert_eq!(*SJIS.unescape(b"\x95\x5C\\]"), *b"\x95\x5C]");
    }
}
