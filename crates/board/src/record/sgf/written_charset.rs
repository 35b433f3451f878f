//! The letters in which something may be added to a file.

use std::borrow::Cow;

use super::ascii;
use super::charset::{Charset, declared};
use super::charset_guess::FileCharset;

/// The set in which a file is written on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::record) enum WrittenCharset {
    /// A file of ASCII that names no set: other letters would be read by each program in its own way.
    Ascii,
    /// The set that the file names, or is in.
    Set(Charset),
}

impl WrittenCharset {
    /// UTF-8.
    pub(in crate::record) const UTF_8: Self = Self::Set(Charset::UTF_8);

    /// The set of a file.
    pub(in crate::record) fn of_file(bytes: &[u8]) -> Self {
        match declared(bytes).and_then(Charset::named) {
            Some(declared) if bytes.is_ascii() => Self::Set(declared),
            None if bytes.is_ascii() => Self::Ascii,
            _ => Self::Set(FileCharset::of_file(bytes).charset),
        }
    }

    pub(in crate::record) fn name(self) -> &'static str {
        match self {
            Self::Ascii => "ASCII",
            Self::Set(charset) => charset.name(),
        }
    }

    /// A text as it is spelled in the set, by the nearest letters of ASCII; `None` where one has no like there.
    pub(in crate::record) fn spelled(self, text: &str) -> Option<Cow<'_, str>> {
        match self {
            Self::Ascii => ascii::can_fold(text).then(|| ascii::fold(text).into()),
            Self::Set(_) => Some(text.into()),
        }
    }

    /// The bytes of a text; `None` where it has letters that the set has not.
    pub(in crate::record) fn encode(self, text: &str) -> Option<Vec<u8>> {
        match self {
            Self::Ascii => text.is_ascii().then(|| text.as_bytes().to_vec()),
            Self::Set(charset) => charset.encode(text),
        }
    }
}
