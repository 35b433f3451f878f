//! The character set of a whole file: by its bytes, by its CA, or by a guess.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

use super::charset::{Charset, declared};
use super::lexer::Lexer;

/// A file's set, and whether it had to be guessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::record) struct FileCharset {
    pub(in crate::record) charset: Charset,
    /// True if neither the bytes nor CA say it.
    pub(super) is_guess: bool,
}

impl FileCharset {
    /// UTF-8, for certain.
    pub(super) const UTF_8: Self = Self {
        charset: Charset::UTF_8,
        is_guess: false,
    };

    /// The set of a file: UTF-8 if it is that, else what CA says, else a guess.
    ///
    /// Files that claim an old set but were saved anew in UTF-8 are common. The other way round,
    /// a short name in an East Asian set can by chance be a few Western letters of UTF-8, two
    /// bytes each, so against such a claim only longer letters are proof.
    pub(in crate::record) fn of_file(bytes: &[u8]) -> Self {
        let said = |charset| Self {
            charset,
            is_guess: false,
        };
        let declared = declared(bytes).and_then(Charset::named);
        match (std::str::from_utf8(bytes), declared) {
            (Ok(text), Some(declared))
                if declared.has_wide_letters()
                    && !text.is_ascii()
                    && text.chars().all(|c| c < '\u{800}') =>
            {
                said(declared)
            }
            (Ok(_), _) => said(Charset::UTF_8),
            (Err(_), Some(declared)) if declared != Charset::UTF_8 => said(declared),
            (Err(_), _) if is_mostly_utf8(bytes) => said(Charset::UTF_8),
            (Err(_), _) => Self {
                charset: guess(bytes),
                is_guess: true,
            },
        }
    }
}

/// A text of UTF-8 with a few broken letters, as one that was cut at a number of bytes.
fn is_mostly_utf8(bytes: &[u8]) -> bool {
    let (mut sound, mut broken) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        sound += chunk.valid().chars().filter(|c| *c >= '\u{80}').count();
        broken += usize::from(!chunk.invalid().is_empty());
    }
    sound > 8 * broken
}

/// The set in which the file has most properties, of those in which all its values are sound; where
/// some have as many, the one that the frequency of its letters speaks for.
///
/// A set that cuts letters wrongly loses the end of a value and with it what follows, so the right
/// one never has fewer properties than another; but most names end in no such letter, and then
/// only the letters tell.
fn guess(bytes: &[u8]) -> Charset {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let by_letters = Charset::new(detector.guess(None, Utf8Detection::Deny));
    // Where no set can cut the file by the letter, it has faults of form besides.
    for is_lenient in [false, true] {
        let properties = |charset| sound_properties(bytes, charset, is_lenient);
        let mut best = (by_letters, properties(by_letters));
        for charset in Charset::LIKELY {
            let properties = properties(charset);
            if properties > best.1 {
                best = (charset, properties);
            }
        }
        if best.1.is_some() {
            return best.0;
        }
    }
    by_letters
}

/// Properties of the first game's main line; `None` if it cannot be cut in this set, or has values
/// that are none of its letters.
fn sound_properties(bytes: &[u8], charset: Charset, is_lenient: bool) -> Option<usize> {
    let mut lexer = Lexer::new(bytes, charset).ok()?;
    if is_lenient {
        lexer = lexer.lenient();
    }
    let (mut node, mut count) = (lexer.first_root().ok()?, 0);
    loop {
        let values = node.properties.iter().flat_map(|property| &property.values);
        if !values.into_iter().all(|value| charset.is_sound(value.raw)) {
            return None;
        }
        count += node.properties.len();
        match lexer.next_node().ok()? {
            Some(next) => node = next,
            None => return Some(count),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_set_is_utf8_then_declared_then_guessed() {
        for (bytes, name, is_guess) in [
            (&b"(;PB[x])"[..], "UTF-8", false),
            ("(;CA[Shift_JIS]PB[表])".as_bytes(), "UTF-8", false),
            (b"(;PB[\xE9]CA[iso-8859-1])", "windows-1252", false),
            (b"(;PB[\x95\x5C]CA[Shift_JIS])", "Shift_JIS", false),
            (b"(;CA[GB18030]PB[\x81\x5D])", "gb18030", false),
            (b"(;CA[Big5]PB[\xA5\x5C])", "Big5", false),
            (b"(;CA[EUC-JP]PB[\xC9\xBD])", "EUC-JP", false),
            (b"(;PB[Andr\xE9];B[aa])", "windows-1252", true),
            (b"(;PB[M\xFCller & S\xF8n];B[aa])", "windows-1252", true),
            (
                b"(;C[see CA[Big5\\]]XCA[Big5]CA[]CA[utf-8]PB[\xE9t\xE9])",
                "windows-1252",
                true,
            ),
        ] {
            let found = FileCharset::of_file(bytes);
            assert_eq!(
                (found.charset.name(), found.is_guess),
                (name, is_guess),
                "{bytes:?}"
            );
        }
        let cut = ["(;PB[".as_bytes(), "表".repeat(20).as_bytes(), b"\xE8])"].concat();
        assert_eq!(FileCharset::of_file(&cut).charset, Charset::UTF_8);
    }

    #[test]
    fn a_hidden_bracket_tells_the_set() {
        for bytes in [
            &b"(;SZ[9]PB[\x95\x5C]PW[x];B[ee];W[cc])"[..],
            b"(;SZ[9]PB[\xB3\x5C]PW[x];B[ee];W[cc])",
        ] {
            let charset = FileCharset::of_file(bytes).charset;
            assert!(charset.hides_punctuation(), "{bytes:?}: {}", charset.name());
        }
    }
}
