//! Nodes, properties and values as they stand in a file.

use std::ops::Range;

/// A node: properties in the file's order.
#[derive(Debug, Default)]
pub(in crate::record) struct Node<'a> {
    /// Just after the node's ";".
    pub(in crate::record) start: usize,
    pub(in crate::record) properties: Vec<Property<'a>>,
}

/// A property with at least one value.
#[derive(Debug)]
pub(in crate::record) struct Property<'a> {
    /// Its name as written, long or short.
    pub(super) written: &'a [u8],
    pub(super) name: Name,
    pub(in crate::record) values: Vec<Value<'a>>,
}

/// A value as it stands in the file, escapes and all.
#[derive(Clone, Copy, Debug)]
pub(in crate::record) struct Value<'a> {
    /// Bytes before it, from the start of the file; its "[" is one before that.
    pub(in crate::record) start: usize,
    pub(in crate::record) raw: &'a [u8],
}

/// Up to two capitals or digits; longer names are nothing we know, and stay empty.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Name {
    letters: [u8; 2],
    len: usize,
}

impl Name {
    /// Drops the small letters of old files: "FileFormat" is FF. A name of small letters alone is
    /// the same in capitals.
    pub(super) fn from_written(written: &[u8]) -> Self {
        let is_small = written.iter().all(u8::is_ascii_lowercase);
        let mut name = Self::default();
        for letter in written
            .iter()
            .filter(|b| is_small || !b.is_ascii_lowercase())
        {
            if name.len == 2 {
                return Self::default();
            }
            name.letters[name.len] = letter.to_ascii_uppercase();
            name.len += 1;
        }
        name
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.letters[..self.len]
    }
}

impl Property<'_> {
    /// The short name: "B", "FF"; empty for names of no version of SGF.
    pub(in crate::record) fn name(&self) -> &[u8] {
        self.name.as_bytes()
    }

    /// The name as written, whole.
    pub(super) fn shown_whole(&self) -> String {
        self.written.iter().copied().map(char::from).collect()
    }

    /// The name as written, for messages.
    pub(super) fn shown(&self) -> String {
        excerpt(self.written)
    }
}

impl Value<'_> {
    /// The bytes it takes in the file, without the brackets.
    pub(in crate::record) fn range(&self) -> Range<usize> {
        self.start..self.start + self.raw.len()
    }
}

impl<'a> Node<'a> {
    /// The first value of its first property of a name.
    pub(super) fn first(&self, name: &[u8]) -> Option<&Value<'a>> {
        let property = self.properties.iter().find(|p| p.name() == name)?;
        property.values.first()
    }

    /// All values of the properties of a name.
    pub(in crate::record) fn values(&self, name: &[u8]) -> impl Iterator<Item = &Value<'a>> {
        let properties = self.properties.iter();
        let named = properties.filter(move |property| property.name() == name);
        named.flat_map(|property| &property.values)
    }

    /// Offset at which the node's last property ends, or the node starts if it has none.
    pub(in crate::record) fn end(&self) -> usize {
        let last = self.properties.last().and_then(|p| p.values.last());
        last.map_or(self.start, |value| value.range().end + 1)
    }
}

/// The start of some bytes, short enough for a message.
pub(super) fn excerpt(bytes: &[u8]) -> String {
    let start = &bytes[..bytes.len().min(20)];
    let mut text: String = start.iter().copied().map(char::from).collect();
    if bytes.len() > 20 {
        text.push_str("...");
    }
    text
}
