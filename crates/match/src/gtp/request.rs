//! The parser of a command line.

use super::arguments::Arguments;

/// A command as it was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Request<'a> {
    /// The number it is to be answered under.
    pub(super) id: Option<&'a str>,
    pub(super) verb: &'a str,
    pub(super) args: Arguments<'a>,
}

/// Most digits of a command's number: a longer one is taken for a word.
const MAX_ID_DIGITS: usize = 10;

/// Cleans a line as the draft says: tabs become spaces, other control characters vanish, and a
/// number sign begins a remark.
pub(super) fn clean(line: &str) -> String {
    let text = line.split('#').next().unwrap_or_default();
    let text: String = text
        .chars()
        .map(|c| if c == '\t' { ' ' } else { c })
        .filter(|c| !c.is_control())
        .collect();
    text.trim().to_owned()
}

impl<'a> Request<'a> {
    /// Reads a cleaned line; `None` if there is nothing in it.
    pub(super) fn read(line: &'a str) -> Option<Self> {
        let (first, rest) = cut(line);
        let is_id = first.len() <= MAX_ID_DIGITS
            && !first.is_empty()
            && first.bytes().all(|b| b.is_ascii_digit());
        let (id, (verb, rest)) = if is_id {
            (Some(first), cut(rest))
        } else {
            (None, (first, rest))
        };
        (id.is_some() || !verb.is_empty()).then(|| Self {
            id,
            verb,
            args: Arguments::new(rest),
        })
    }
}

fn cut(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_once(' ').unwrap_or((text, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Option<(Option<String>, String, Vec<String>)> {
        let clean = clean(line);
        let request = Request::read(&clean)?;
        let words = request.args.iter().map(str::to_owned).collect();
        Some((
            request.id.map(str::to_owned),
            request.verb.to_owned(),
            words,
        ))
    }

    #[test]
    fn ids_remarks_and_control_characters_are_as_in_the_draft() {
        let owned = |id: Option<&str>, verb: &str, words: &[&str]| {
            let words = words.iter().map(|w| (*w).to_owned()).collect();
            Some((id.map(str::to_owned), verb.to_owned(), words))
        };
        assert_eq!(read("name\r"), owned(None, "name", &[]));
        assert_eq!(
            read(" 12\tplay  b\t D4 # a remark"),
            owned(Some("12"), "play", &["b", "D4"])
        );
        assert_eq!(read("na\u{7}me\u{0}"), owned(None, "name", &[]));
        assert_eq!(read("007 quit"), owned(Some("007"), "quit", &[]));
        assert_eq!(read("12"), owned(Some("12"), "", &[]));
        assert_eq!(
            read("99999999999 name"),
            owned(None, "99999999999", &["name"])
        );
        for nothing in ["", "  \t\r", "# interrupt", "#"] {
            assert_eq!(read(nothing), None, "{nothing:?}");
        }
    }
}
