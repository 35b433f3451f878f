//! The text of a configuration file, taken apart: settings with the lines that they stand in.
//!
//! Nothing here knows which commands and options there are.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// One line of a configuration file: an option and what it is set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Setting {
    /// Words of the command whose section it stands in; none above the first section.
    pub(super) section: Vec<String>,
    /// Name of the option, without the dashes.
    pub(super) key: String,
    pub(super) value: WrittenValue,
    /// Its line, from 1.
    pub(super) line: usize,
    /// The place of its value in the text, in bytes.
    pub(super) place: Range<usize>,
}

/// The header of a section, whatever stands below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Section {
    /// Words of a command.
    pub(super) path: Vec<String>,
    /// Its line, from 1.
    pub(super) line: usize,
}

/// A value as it is written, not yet that of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum WrittenValue {
    /// `true` or `false`.
    Switch(bool),
    /// A text, a number or a date, in the words of a command line.
    Word(String),
    List(Vec<String>),
    /// A list that holds something else than words.
    Nested,
}

/// A configuration file that is TOML.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ConfigText {
    /// The settings in the order of the file.
    pub(super) settings: Vec<Setting>,
    /// The sections in the order of the file.
    pub(super) sections: Vec<Section>,
}

/// A text that is no TOML.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub(super) struct SyntaxError {
    /// Its line, from 1.
    pub(super) line: usize,
    pub(super) message: String,
}

impl ConfigText {
    /// Takes a text apart.
    ///
    /// # Errors
    /// [`SyntaxError`] where it is no TOML; the first one if there are several.
    pub(super) fn read(text: &str) -> Result<Self, SyntaxError> {
        let table = DeTable::parse(text).map_err(|error| SyntaxError {
            line: line_of(text, error.span().unwrap_or_default()),
            message: error.message().replace('\n', ", "),
        })?;
        let mut config = Self::default();
        config.take_table(text, &[], table.get_ref());
        config.settings.sort_by_key(|setting| setting.line);
        config.sections.sort_by_key(|section| section.line);
        Ok(config)
    }

    /// Takes what stands in one section; the parser bounds how deep sections lie in each other.
    fn take_table(&mut self, text: &str, path: &[String], table: &DeTable<'_>) {
        for (key, value) in table {
            let line = line_of(text, key.span());
            let name = key.get_ref().to_string();
            if let DeValue::Table(inner) = value.get_ref() {
                let path = [path, &[name]].concat();
                self.take_table(text, &path, inner);
                self.sections.push(Section { path, line });
            } else {
                self.settings.push(Setting {
                    section: path.to_vec(),
                    key: name,
                    value: written(value),
                    line,
                    place: value.span(),
                });
            }
        }
    }
}

/// The line that a place in a text lies in, from 1.
fn line_of(text: &str, place: Range<usize>) -> usize {
    let before = text.as_bytes().get(..place.start).unwrap_or_default();
    1 + before.iter().filter(|byte| **byte == b'\n').count()
}

fn written(value: &Spanned<DeValue<'_>>) -> WrittenValue {
    match value.get_ref() {
        DeValue::Boolean(switch) => WrittenValue::Switch(*switch),
        DeValue::Array(values) => {
            let words: Option<Vec<String>> = values.iter().map(word).collect();
            words.map_or(WrittenValue::Nested, WrittenValue::List)
        }
        _ => word(value).map_or(WrittenValue::Nested, WrittenValue::Word),
    }
}

/// The word of a command line that a value stands for.
fn word(value: &Spanned<DeValue<'_>>) -> Option<String> {
    match value.get_ref() {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => {
            // Numbers in other bases become the decimal ones that options take.
            let decimal = i128::from_str_radix(number.as_str(), number.radix());
            Some(decimal.map_or_else(|_| number.to_string(), |number| number.to_string()))
        }
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        DeValue::Datetime(date) => Some(date.to_string()),
        DeValue::Boolean(_) | DeValue::Array(_) | DeValue::Table(_) => None,
    }
}
