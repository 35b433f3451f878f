//! Writing the result into a record that is waiting for it, or has another.

use std::ops::Range;

use jiff::Timestamp;

use super::sgf::{FileCharset, Node, Transcoded, WrittenCharset, open_game};
use super::{GameInfo, GameResult, SgfError, SgfReading, SgfRemark, compare, read_game};

/// The way in which a result is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultEntry<'a> {
    /// Where no result stands, without a word.
    Plain,
    /// Where no result stands, with a line in the game's comment.
    Noted(ResultNote<'a>),
    /// Whatever stands there: a judge's ruling. The line in the game's comment keeps the result that stood.
    Ruling(ResultNote<'a>),
}

/// The reason for a result, for the game's comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResultNote<'a> {
    /// The reason, in one line.
    pub why: &'a str,
    /// The time at which it was entered.
    pub at: Timestamp,
}

/// A reason why a result was not written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplaceError {
    /// The file is no record.
    #[error(transparent)]
    Unreadable(#[from] SgfError),
    /// There is a result already.
    #[error(
        "the record says RE[{0}] already: a judge's ruling replaces it with --force --why REASON, and both stay in \
         the record"
    )]
    Stands(String),
    /// The file does not say its encoding, and with a result it would be guessed otherwise.
    #[error(
        "with a result the letters of the file would be read otherwise, for it does not say their encoding: add CA[...] \
         to its first node, such as CA[Shift_JIS], or write the result by hand"
    )]
    EncodingUnsure,
    /// The form of the file is broken in such a way that with a result the rest would be read otherwise.
    #[error(
        "with a result the rest of the file would be read otherwise ({0}): mend that by an editor first, or write \
         RE[...] into its first node by hand"
    )]
    FormUnsure(SgfRemark),
    /// The reason has letters that the file's encoding has not.
    #[error(
        "the file is written in {0}, which has not all letters of the reason: say it in others"
    )]
    Letters(&'static str),
}

/// The bytes of a file with the result of a game entered, which is numbered from 1; all else is as it was, also where
/// the file's form is broken but for [`read_game`].
///
/// If the root has no RE, one is added behind its last property, and so is a comment (C, or GC where the root
/// has a move) where there is none for a line to go to.
///
/// # Errors
/// Bytes that are no record, or a result other than "?" in it, unless it is a ruling; a guess of the encoding
/// that does not stand, and letters that the encoding has not.
pub fn replace_result(
    bytes: &[u8],
    number: usize,
    new: GameResult,
    entry: ResultEntry<'_>,
) -> Result<Vec<u8>, ReplaceError> {
    let before = read_game(bytes, number)?;
    let place = |text| RootPlace { text, number };
    let (replaced, line) = match Transcoded::from_file(bytes) {
        None => replace(place(bytes), WrittenCharset::of_file(bytes), new, entry)?,
        Some(transcoded) => {
            let text = place(transcoded.text.as_bytes());
            let (replaced, line) = replace(text, WrittenCharset::UTF_8, new, entry)?;
            (transcoded.encode(&String::from_utf8_lossy(&replaced)), line)
        }
    };
    let is_as_meant = read_game(&replaced, number).is_ok_and(|after| {
        compare(&before.record, &after.record).is_none()
            && faults_of_form(&before).eq(faults_of_form(&after))
            && is_entered(
                &before.record.info,
                &after.record.info,
                new,
                line.as_deref(),
            )
    });
    match faults_of_form(&before).next() {
        _ if is_as_meant => Ok(replaced),
        Some(fault) => Err(ReplaceError::FormUnsure(fault.clone())),
        None => Err(ReplaceError::EncodingUnsure),
    }
}

/// The remarks on what the reader passed over.
fn faults_of_form(reading: &SgfReading) -> impl Iterator<Item = &SgfRemark> {
    reading.remarks.iter().filter(|remark| {
        matches!(
            remark,
            SgfRemark::Unclosed | SgfRemark::Stray { .. } | SgfRemark::Brackets(_)
        )
    })
}

/// A file's text, and which of its games is meant.
#[derive(Clone, Copy)]
struct RootPlace<'a> {
    text: &'a [u8],
    number: usize,
}

/// Returns whether the facts of a game are as before, with this result and this line in the comment.
fn is_entered(before: &GameInfo, after: &GameInfo, new: GameResult, line: Option<&str>) -> bool {
    let meant = GameInfo {
        result: new,
        comment: after.comment.clone(),
        ..before.clone()
    };
    let comment = after.comment.as_deref().unwrap_or_default();
    *after == meant
        && match line {
            None => after.comment == before.comment,
            Some(line) => comment.lines().any(|told| told == line),
        }
}

/// A part of a file, and what comes in its place.
type Edit = (Range<usize>, Vec<u8>);

/// The bytes with the result, and the line that the comment was given.
fn replace(
    RootPlace {
        text: bytes,
        number,
    }: RootPlace<'_>,
    written: WrittenCharset,
    new: GameResult,
    entry: ResultEntry<'_>,
) -> Result<(Vec<u8>, Option<String>), ReplaceError> {
    let charset = FileCharset::of_file(bytes).charset;
    let opened = open_game(bytes, charset, number);
    let (_, root) = opened.map_err(|located| located.in_file(bytes))?;
    let stood = standing_result(&root);
    let note = match (entry, &stood) {
        (ResultEntry::Ruling(note), _) => Some(note),
        (_, Some(stood)) => return Err(ReplaceError::Stands(stood.clone())),
        (ResultEntry::Noted(note), None) => Some(note),
        (ResultEntry::Plain, None) => None,
    };
    let mut edits = result_edits(bytes, &root, new);
    let mut told = None;
    if let Some(note) = note {
        let (line, edit) = comment_edit(bytes, &root, written, &note.line(stood.as_deref(), new))?;
        edits.push(edit);
        told = Some(line);
    }
    edits.sort_by_key(|(range, _)| range.start);
    Ok((edited(bytes, &edits), told))
}

impl ResultNote<'_> {
    /// The line of the comment: "result W+1.5 replaced by B+3.5: WHY (2000-11-03T17:45:00Z)".
    fn line(&self, stood: Option<&str>, new: GameResult) -> String {
        let why = self.why.replace(char::is_control, " ");
        let (why, at) = (why.trim(), self.at);
        match stood {
            Some(stood) => format!("result {stood} replaced by {new}: {why} ({at})"),
            None => format!("result {new}: {why} ({at})"),
        }
    }
}

/// The result in a root, as it is written; `None` where it is not known.
fn standing_result(root: &Node<'_>) -> Option<String> {
    let known = |raw: &[u8]| !matches!(raw.trim_ascii(), b"" | b"?");
    let value = root.values(b"RE").find(|value| known(value.raw))?;
    let shown = String::from_utf8_lossy(value.raw);
    Some(shown.trim().chars().take(40).collect())
}

/// The new result in place of all that RE says, or as a new property.
fn result_edits(bytes: &[u8], root: &Node<'_>, new: GameResult) -> Vec<Edit> {
    let text = new.to_string();
    let edits: Vec<Edit> = root
        .values(b"RE")
        .map(|value| (value.range(), text.clone().into_bytes()))
        .collect();
    match edits.is_empty() {
        true => vec![added(bytes, root, b"RE", text.as_bytes())],
        false => edits,
    }
}

/// A line at the end of the game's comment, and how it is written there.
fn comment_edit(
    bytes: &[u8],
    root: &Node<'_>,
    charset: WrittenCharset,
    line: &str,
) -> Result<(String, Edit), ReplaceError> {
    let line = charset
        .spelled(line)
        .ok_or(ReplaceError::Letters(charset.name()))?;
    let escaped = line.replace('\\', "\\\\").replace(']', "\\]");
    let text = charset
        .encode(&escaped)
        .ok_or(ReplaceError::Letters(charset.name()))?;
    let has_move = root.values(b"B").chain(root.values(b"W")).next().is_some();
    let own: &[u8] = if has_move { b"GC" } else { b"C" };
    let Some(comment) = root.values(own).last() else {
        return Ok((line.into_owned(), added(bytes, root, own, &text)));
    };
    let end = comment.range().end;
    let gap: &[u8] = match line_break_in(&bytes[root.start..root.end()]) {
        _ if comment.raw.trim_ascii().is_empty() => b"",
        b"" => b"\n",
        line_break => line_break,
    };
    Ok((line.into_owned(), (end..end, [gap, &text].concat())))
}

/// A new property behind the root's last.
fn added(bytes: &[u8], root: &Node<'_>, name: &[u8], value: &[u8]) -> Edit {
    let end = root.end();
    let line_break = line_break_in(&bytes[root.start..end]);
    (end..end, [line_break, name, b"[", value, b"]"].concat())
}

/// The bytes with some parts replaced, which stand in their order.
fn edited(bytes: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut result = Vec::with_capacity(bytes.len());
    let mut copied = 0;
    for (range, text) in edits {
        result.extend_from_slice(&bytes[copied..range.start]);
        result.extend_from_slice(text);
        copied = range.end;
    }
    result.extend_from_slice(&bytes[copied..]);
    result
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
        let new = "W+R".parse().unwrap();
        replace_result(text, 1, new, ResultEntry::Plain).map_err(|error| error.to_string())
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
            let after = read_game(after, 1).unwrap().record;
            assert_eq!(after.info.result.to_string(), "W+R");
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
    }

    /// A file that every command reads takes a result, and stays as it is but for that.
    #[test]
    fn a_broken_form_stays_as_it_is() {
        for (before, after) in [
            (
                &b"(;FF[4]SZ[9]RE[?];B[ee]"[..],
                &b"(;FF[4]SZ[9]RE[W+R];B[ee]"[..],
            ),
            (b"(;SZ[9]", b"(;SZ[9]RE[W+R]"),
            (
                b"(;FF[4]SZ[9];B[ed]C[x \\[\\] y \\\\\\[\\\\]\n]\n;W[gd])",
                b"(;FF[4]SZ[9]RE[W+R];B[ed]C[x \\[\\] y \\\\\\[\\\\]\n]\n;W[gd])",
            ),
            (
                b"(;SZ[9]\n---\nUS[Matsuyama[3d]]\n;B[ee])",
                b"(;SZ[9]\n---\nUS[Matsuyama[3d]]\nRE[W+R]\n;B[ee])",
            ),
        ] {
            assert_eq!(replaced(before).unwrap(), after);
        }
        let told = ruled(b"(;SZ[9]C[left] text open [here];B[ee])", "[1").unwrap_err();
        assert!(told.contains("mend that by an editor first"), "{told}");
    }

    #[test]
    fn a_further_game_takes_a_result_too() {
        let text = b"(;SZ[9];B[ee])\n(;SZ[9]RE[?];B[cc])";
        let new = "B+R".parse().unwrap();
        let after = replace_result(text, 2, new, ResultEntry::Plain).unwrap();
        assert_eq!(after, b"(;SZ[9];B[ee])\n(;SZ[9]RE[B+R];B[cc])");
        assert!(replace_result(text, 3, new, ResultEntry::Plain).is_err());
    }

    fn ruled(text: &[u8], why: &str) -> Result<Vec<u8>, String> {
        let note = ResultNote {
            why,
            at: "2000-11-03T17:45:00Z".parse().unwrap(),
        };
        let entry = ResultEntry::Ruling(note);
        replace_result(text, 1, "B+3.5".parse().unwrap(), entry).map_err(|error| error.to_string())
    }

    #[test]
    fn a_ruling_keeps_what_it_replaces() {
        for (before, after) in [
            (
                "(;RE[W+1.5]C[two passes];B[aa]C[W+1.5])",
                "(;RE[B+3.5]C[two passes\nresult W+1.5 replaced by B+3.5: judge [1\\] (2000-11-03T17:45:00Z)];B[aa]C[W+1.5])",
            ),
            (
                "(;\r\nRE[ W+1.5 ]\r\n;B[aa])",
                "(;\r\nRE[B+3.5]\r\nC[result W+1.5 replaced by B+3.5: judge [1\\] (2000-11-03T17:45:00Z)]\r\n;B[aa])",
            ),
            (
                "(;C[]RE[?])",
                "(;C[result B+3.5: judge [1\\] (2000-11-03T17:45:00Z)]RE[B+3.5])",
            ),
            (
                "(;)",
                "(;RE[B+3.5]C[result B+3.5: judge [1\\] (2000-11-03T17:45:00Z)])",
            ),
            (
                "(;RE[W+R]B[aa]C[good])",
                "(;RE[B+3.5]B[aa]C[good]GC[result W+R replaced by B+3.5: judge [1\\] (2000-11-03T17:45:00Z)])",
            ),
        ] {
            let told = ruled(before.as_bytes(), " judge\n[1]").unwrap();
            assert_eq!(String::from_utf8(told).unwrap(), after);
        }
    }

    #[test]
    fn a_note_replaces_nothing() {
        let note = ResultNote {
            why: "counted",
            at: Timestamp::UNIX_EPOCH,
        };
        let new = "B+3.5".parse().unwrap();
        let told = replace_result(b"(;RE[?])", 1, new, ResultEntry::Noted(note)).unwrap();
        let told = String::from_utf8(told).unwrap();
        assert_eq!(
            told,
            "(;RE[B+3.5]C[result B+3.5: counted (1970-01-01T00:00:00Z)])"
        );
        let error = replace_result(told.as_bytes(), 1, new, ResultEntry::Noted(note)).unwrap_err();
        assert!(error.to_string().contains("--force --why"), "{error}");
    }

    /// The reason is written as the file is.
    #[test]
    fn a_reason_is_written_in_the_letters_of_the_file() {
        let sjis = b"(;CA[Shift_JIS]PB[\x95\x5C]RE[W+R];B[aa])";
        let told = ruled(sjis, "\u{8868}]").unwrap();
        let line = b"C[result W+R replaced by B+3.5: \x95\x5C\\] (";
        assert!(
            told.windows(line.len()).any(|bytes| bytes == line),
            "{told:?}"
        );
        let ascii = ruled(b"(;RE[W+R])", "J\u{FC}rgen").unwrap();
        assert!(String::from_utf8(ascii).unwrap().contains(": Jurgen ("));
        for (text, why, set) in [
            (&b"(;RE[W+R])"[..], "\u{8868}", "ASCII"),
            (b"(;CA[ISO-8859-1]RE[W+R])", "\u{8868}", "windows-1252"),
            (sjis, "\u{1F600}", "Shift_JIS"),
        ] {
            let error = ruled(text, why).unwrap_err();
            assert!(
                error.contains(set) && error.contains("letters of the reason"),
                "{error}"
            );
        }
        let utf8 = ruled("(;CA[UTF-8]RE[W+R])".as_bytes(), "\u{8868}").unwrap();
        assert!(String::from_utf8(utf8).unwrap().contains('\u{8868}'));
    }
}
