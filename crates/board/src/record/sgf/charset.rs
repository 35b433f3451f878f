//! Character sets of old files.
//!
//! In Shift_JIS, GBK, Big5 and EUC-KR the second byte of a letter may be 0x5C or 0x5D, in ASCII `\`
//! and `]`. Who does not know loses the end of a name, and with it moves.

use std::borrow::Cow;

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, REPLACEMENT, SHIFT_JIS, UTF_8, UTF_16BE,
    UTF_16LE, WINDOWS_1252,
};

/// A file's character set, in which ASCII stands for itself outside of letters of two bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::record) struct Charset(&'static Encoding);

impl Charset {
    /// UTF-8, as we write it.
    pub(in crate::record) const UTF_8: Self = Self(UTF_8);

    /// SGF's own default: ISO-8859-1, with the letters that Windows adds.
    pub(super) const LATIN_1: Self = Self(WINDOWS_1252);

    /// Sets of which a file without CA may be, where the guess by its letters does not fit.
    pub(super) const LIKELY: [Self; 5] = [
        Self(SHIFT_JIS),
        Self(GBK),
        Self(BIG5),
        Self(EUC_KR),
        Self::LATIN_1,
    ];

    /// A set of the Encoding Standard.
    pub(super) const fn new(encoding: &'static Encoding) -> Self {
        Self(encoding)
    }

    /// The set that CA names; `None` for names of no set, and for those in which ASCII does not
    /// stand for itself.
    pub(super) fn named(name: &[u8]) -> Option<Self> {
        let plain: String = name
            .iter()
            .filter(|b| b.is_ascii_alphanumeric())
            .map(|b| char::from(b.to_ascii_lowercase()))
            .collect();
        let encoding = match plain.as_str() {
            "utf8" => UTF_8,
            "latin1" | "ascii" | "usascii" => WINDOWS_1252,
            "shiftjis" | "sjis" | "xsjis" | "mskanji" | "windows31j" | "cp932" => SHIFT_JIS,
            "gb" | "gbk" | "gb2312" | "cp936" | "euccn" => GBK,
            "big5" | "big5hkscs" | "cp950" => BIG5,
            "euckr" | "cp949" | "uhc" | "ksc5601" | "johab" => EUC_KR,
            _ => Encoding::for_label(name)?,
        };
        let is_ascii_compatible = encoding != UTF_16LE
            && encoding != UTF_16BE
            && encoding != REPLACEMENT
            && encoding.is_ascii_compatible();
        is_ascii_compatible.then_some(Self(encoding))
    }

    /// The set's name in the Encoding Standard.
    pub(super) fn name(self) -> &'static str {
        self.0.name()
    }

    /// True if the set has letters of two bytes whose second byte may look like punctuation.
    pub(super) fn hides_punctuation(self) -> bool {
        [SHIFT_JIS, GBK, GB18030, BIG5, EUC_KR].contains(&self.0)
    }

    /// True if the set has letters of two bytes.
    pub(super) fn has_wide_letters(self) -> bool {
        self.0 == EUC_JP || self.hides_punctuation()
    }

    /// Bytes of the letter that `rest` starts with: 1 or 2, at most what is there.
    pub(super) fn letter_len(self, rest: &[u8]) -> usize {
        match rest {
            [lead @ 0x81..=0xFE, trail, ..] if self.is_letter(*lead, *trail) => 2,
            _ => rest.len().min(1),
        }
    }

    /// Returns whether two bytes make one letter.
    fn is_letter(self, lead: u8, trail: u8) -> bool {
        if !self.hides_punctuation() || (self.0 == SHIFT_JIS && matches!(lead, 0xA0..=0xDF)) {
            return false;
        }
        match trail {
            // A pair that is no letter must not swallow what ends the value.
            b'\\' | b']' => {
                let pair = [lead, trail];
                let letter = self
                    .0
                    .decode_without_bom_handling_and_without_replacement(&pair);
                letter.is_some_and(|text| text.chars().count() == 1)
            }
            0x40..=0x7E | 0x80..=0xFE => true,
            _ => false,
        }
    }

    /// The text of some bytes; what cannot be decoded becomes U+FFFD.
    pub(super) fn decode(self, bytes: &[u8]) -> String {
        self.0.decode_without_bom_handling(bytes).0.into_owned()
    }

    /// The bytes of a text; `None` where it has letters that the set has not.
    pub(super) fn encode(self, text: &str) -> Option<Vec<u8>> {
        let (bytes, _, has_others) = self.0.encode(text);
        (!has_others).then(|| bytes.into_owned())
    }

    /// Returns whether all of these bytes are letters of the set.
    pub(super) fn is_sound(self, bytes: &[u8]) -> bool {
        let decoded = self
            .0
            .decode_without_bom_handling_and_without_replacement(bytes);
        decoded.is_some()
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
pub(super) fn declared(bytes: &[u8]) -> Option<&[u8]> {
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

    const SJIS: Charset = Charset(SHIFT_JIS);

    #[test]
    fn sets_are_known_by_many_names() {
        for (name, set) in [
            ("UTF-8", Some("UTF-8")),
            ("Shift_JIS", Some("Shift_JIS")),
            ("cp932", Some("Shift_JIS")),
            ("EUC-JP", Some("EUC-JP")),
            ("GB2312", Some("GBK")),
            ("gb18030", Some("gb18030")),
            ("Big5", Some("Big5")),
            ("EUC-KR", Some("EUC-KR")),
            ("ks_c_5601-1987", Some("EUC-KR")),
            ("ISO-8859-1", Some("windows-1252")),
            ("iso-8859-2", Some("ISO-8859-2")),
            ("windows-1251", Some("windows-1251")),
            ("KOI8-R", Some("KOI8-R")),
            ("UTF-16", None),
            ("klingon", None),
        ] {
            assert_eq!(
                Charset::named(name.as_bytes()).map(Charset::name),
                set,
                "{name}"
            );
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
        assert_eq!(SJIS.decode(b"a\x95\x5C\xB1."), "a\u{8868}\u{FF71}.");
    }

    #[test]
    fn escapes_go_and_joined_lines_join() {
        for (raw, plain) in [
            (&b"a\\]b\\\\c"[..], &b"a]b\\c"[..]),
            (b"one\\\r\ntwo\\\n\\\nthree", b"onetwothree"),
            (b"end\\", b"end"),
        ] {
            assert_eq!(Charset::UTF_8.unescape(raw), plain);
        }
        assert_eq!(*SJIS.unescape(b"\x95\x5C\\]"), *b"\x95\x5C]");
    }
}
