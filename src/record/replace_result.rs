//! Writing the result into a record that is waiting for it.

use super::sgf::{FileCharset, Lexer, Transcoded};
use super::{GameResult, SgfError, compare, read_sgf};

/// A reason why a result was not written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplaceError {
    /// The file is no record.
    #[error(transparent)]
    Unreadable(#[from] SgfError),
    /// There is a result already.
    #[error("the record says RE[{0}] already: change it by hand if it is wrong")]
    Stands(String),
    /// The file does not say its encoding, and with a result it would be guessed otherwise.
    #[error(
        "with a result the letters of the file would be read otherwise, for it does not say their encoding: add CA[...] \
         to its first node, such as CA[Shift_JIS], or write the result by hand"
    )]
    EncodingUnsure,
}

/// The bytes of a record with its unknown result replaced; all else is as it was.
///
/// If the root has no RE, one is added behind its last property.
///
/// # Errors
/// Bytes that are no record, or a result other than "?" in it; a guess of the encoding that does not stand.
pub fn replace_result(bytes: &[u8], new: GameResult) -> Result<Vec<u8>, ReplaceError> {
    // A record that is cut off should not look finished.
    let before = read_sgf(bytes)?;
    let replaced = match Transcoded::from_file(bytes) {
        None => replace(bytes, new)?,
        Some(transcoded) => {
            let replaced = replace(transcoded.text.as_bytes(), new)?;
            transcoded.encode(&String::from_utf8_lossy(&replaced))
        }
    };
    let is_as_meant = read_sgf(&replaced)
        .is_ok_and(|after| after.info.result == new && compare(&before, &after).is_none());
    is_as_meant
        .then_some(replaced)
        .ok_or(ReplaceError::EncodingUnsure)
}

fn replace(bytes: &[u8], new: GameResult) -> Result<Vec<u8>, ReplaceError> {
    let charset = FileCharset::of_file(bytes).charset;
    let (_, root) = Lexer::open(bytes, charset).map_err(|located| located.in_file(bytes))?;
    let results = root.properties.iter().filter(|p| p.name() == b"RE");
    let values: Vec<_> = results.flat_map(|p| &p.values).collect();
    let known = |raw: &[u8]| !matches!(raw.trim_ascii(), b"" | b"?");
    if let Some(value) = values.iter().find(|value| known(value.raw)) {
        let shown = String::from_utf8_lossy(value.raw);
        return Err(ReplaceError::Stands(shown.chars().take(40).collect()));
    }
    let text = new.to_string();
    if values.is_empty() {
        let end = root.end();
        let line_break = line_break_in(&bytes[root.start..end]);
        let added = [line_break, b"RE[", text.as_bytes(), b"]"].concat();
        return Ok([&bytes[..end], &added, &bytes[end..]].concat());
    }
    let mut result = Vec::with_capacity(bytes.len() + text.len());
    let mut copied = 0;
    for value in values {
        result.extend_from_slice(&bytes[copied..value.range().start]);
        result.extend_from_slice(text.as_bytes());
        copied = value.range().end;
    }
    result.extend_from_slice(&bytes[copied..]);
    Ok(result)
}

/// The root's line ending; empty if it is a single line.
fn line_break_in(root: &[u8]) -> &'static [u8] {
    match root.iter().position(|b| *b == b'\n') {
        Some(at) if root[..at].ends_with(b"\r") => b"\r\n",
        Some(_) => b"\n",
        None => b"",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replaced(text: &[u8]) -> Result<Vec<u8>, String> {
        replace_result(text, "W+R".parse().unwrap()).map_err(|error| error.to_string())
    }

    #[test]
    fn only_the_result_changes() {
        for (before, after) in [
            (
                &b"junk\xFF(;PB[RE[?\\]]\nRE[ ? ]\r\nEV[x];B[aa]C[RE[?\\]])\n\n"[..],
                &b"junk\xFF(;PB[RE[?\\]]\nRE[W+R]\r\nEV[x];B[aa]C[RE[?\\]])\n\n"[..],
            ),
            (
                b"(;CA[Shift_JIS]PB[\x95\x5C]RE[?];B[aa])",
                b"(;CA[Shift_JIS]PB[\x95\x5C]RE[W+R];B[aa])",
            ),
            (b"(;REsult[];)", b"(;REsult[W+R];)"),
            (b"(;RE[?]RE[][?];)", b"(;RE[W+R]RE[W+R][W+R];)"),
        ] {
            assert_eq!(replaced(before).unwrap(), after);
        }
    }

    #[test]
    fn a_file_of_two_bytes_a_letter_stays_one() {
        let bytes = |text: &str| -> Vec<u8> {
            let units = format!("\u{FEFF}{text}");
            units.encode_utf16().flat_map(u16::to_le_bytes).collect()
        };
        let before = bytes("(;SZ[9]PB[\u{8868}]RE[?];B[ee])");
        assert_eq!(
            replaced(&before).unwrap(),
            bytes("(;SZ[9]PB[\u{8868}]RE[W+R];B[ee])")
        );
    }

    #[test]
    fn a_missing_result_is_added_in_the_manner_of_the_file() {
        for (before, after) in [
            (&b"(;)"[..], &b"(;RE[W+R])"[..]),
            (b"(; SZ[9] ;B[aa])", b"(; SZ[9]RE[W+R] ;B[aa])"),
            (
                b"(;\nSZ[9]\n;RE[B+R]B[aa])",
                b"(;\nSZ[9]\nRE[W+R]\n;RE[B+R]B[aa])",
            ),
            (
                b"(;FF[4]\r\nSZ[9];B[aa])",
                b"(;FF[4]\r\nSZ[9]\r\nRE[W+R];B[aa])",
            ),
        ] {
            assert_eq!(replaced(before).unwrap(), after);
            assert_eq!(read_sgf(after).unwrap().info.result.to_string(), "W+R");
        }
    }

    /// Without the declaration a second byte of Shift_JIS may close a value or not.
    #[test]
    fn a_guess_of_the_encoding_that_would_change_is_told() {
        let text =
            b"(;C[1]FCA[Shift_JIS]SZ[19]\nPB[\x95\\]PW[\x83\\\x81])]\n6.5]EV[\x96\xbc\x90l]\n\
            ;B[pd];W[dp]C[\x95\\];B[pp];W[dd])\n";
        let told = replaced(text).unwrap_err();
        assert!(told.contains("add CA[...]"), "{told}");
    }

    #[test]
    fn a_result_that_stands_is_not_touched() {
        let told = replaced(b"(;RE[?][B+0.5];B[aa])").unwrap_err();
        assert!(
            told.starts_with("the record says RE[B+0.5] already"),
            "{told}"
        );
        let told = replaced(b"(;RE[?];B[aa]").unwrap_err();
        assert!(told.contains("no closing"), "{told}");
    }
}
