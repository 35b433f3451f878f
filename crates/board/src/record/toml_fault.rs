//! Texts in TOML, and their faults in words for whoever wrote them.

use serde::de::DeserializeOwned;

use super::plain_fault::{is_short, plain_fault, wanted};

/// A fault of a text in TOML.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TomlFault {
    /// A value in the place of another.
    #[error("{}{key} = {value}: write {wanted}", .line.map_or_else(String::new, |line| format!("line {line}: ")))]
    Value {
        /// Its line, from 1, where the text is known.
        line: Option<usize>,
        /// The key that the value belongs to.
        key: String,
        /// The value as it stands in the text.
        value: String,
        /// The thing that may stand there.
        wanted: String,
    },
    /// A fault at a known line.
    #[error("line {line}: {told}")]
    Line {
        /// Its line, from 1.
        line: usize,
        /// The message of the parser, in plain words.
        told: String,
    },
    /// Another fault, of which only the key is known, if anything.
    #[error("{}{told}", .key.as_ref().map_or_else(String::new, |key| format!("{key}: ")))]
    Unplaced {
        /// Its key; `None` where the parser names none.
        key: Option<String>,
        /// The message of the parser, in plain words.
        told: String,
    },
}

/// A fault of a text in TOML: its line, its key, and what may stand there.
pub fn toml_fault(text: &str, error: &toml::de::Error) -> TomlFault {
    let message = error.message().replace('\n', ", ");
    let Some(place) = error.span() else {
        let told = error.to_string();
        let key = told
            .lines()
            .find_map(|line| line.strip_prefix("in `")?.strip_suffix('`'));
        return TomlFault::Unplaced {
            key: key.map(str::to_owned),
            told: plain_fault(&message),
        };
    };
    let before = text.get(..place.start).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let key = before.rsplit('\n').next().and_then(key_before);
    let value = text.get(place).filter(|value| is_short(value));
    match (key, value, wanted(&message)) {
        (Some(key), Some(value), Some(wanted)) => TomlFault::Value {
            line: Some(line),
            key: key.to_owned(),
            value: value.to_owned(),
            wanted: wanted.into_owned(),
        },
        _ => TomlFault::Line {
            line,
            told: plain_fault(&message),
        },
    }
}

/// Reads a text in TOML.
///
/// # Errors
/// The fault in plain words: its line, its key, and what may stand there.
pub fn read_toml<T: DeserializeOwned>(text: &str) -> Result<T, TomlFault> {
    toml::from_str(text).map_err(|error| {
        // Where one of some words belongs, the parser names them only if another word stands there.
        let told = error.span().filter(|_| wants_choice(error.message()));
        let told = told.and_then(|place| {
            let (before, value) = (text.get(..place.start)?, text.get(place.clone())?);
            let key = key_before(before.rsplit('\n').next()?)?;
            let other = format!("{before}\"\"{}", text.get(place.end..)?);
            let choice = choice(&toml::from_str::<T>(&other).err()?)?;
            Some(TomlFault::Value {
                line: Some(before.matches('\n').count() + 1),
                key: key.to_owned(),
                value: value.to_owned(),
                wanted: choice,
            })
        });
        told.unwrap_or_else(|| toml_fault(text, &error))
    })
}

/// Reads a table of TOML, as [`read_toml`] does.
///
/// # Errors
/// The fault in plain words: its key, and what may stand there.
pub fn read_toml_table<T: DeserializeOwned>(table: &toml::Table) -> Result<T, TomlFault> {
    table.clone().try_into().map_err(|error: toml::de::Error| {
        let told = error.to_string();
        let key = told
            .lines()
            .find_map(|line| line.strip_prefix("in `")?.strip_suffix('`'))
            .filter(|_| wants_choice(error.message()));
        let told = key.and_then(|key| {
            let mut other = table.clone();
            let (last, sections) = {
                let mut names: Vec<&str> = key.split('.').collect();
                (names.pop()?, names)
            };
            let mut section = &mut other;
            for name in sections {
                section = section.get_mut(name)?.as_table_mut()?;
            }
            let value = section.insert(last.to_owned(), toml::Value::String(String::new()))?;
            let choice = choice(&other.try_into::<T>().err()?)?;
            Some(TomlFault::Value {
                line: None,
                key: key.to_owned(),
                value: value.to_string(),
                wanted: choice,
            })
        });
        told.unwrap_or_else(|| toml_fault("", &error))
    })
}

fn wants_choice(message: &str) -> bool {
    message.ends_with("expected string only")
        || message.contains("expected enum ")
        || message.ends_with("wanted string or table")
}

/// The words of which one belongs somewhere, told by the fault of another.
fn choice(error: &toml::de::Error) -> Option<String> {
    let message = error.message();
    message.starts_with("unknown variant").then(|| {
        let words = message.split('`').skip(3).step_by(2);
        let words: Vec<String> = words.map(|word| format!("{word:?}")).collect();
        format!("one of {}", words.join(", "))
    })
}

/// The word before the "=" behind which a value begins.
fn key_before(line: &str) -> Option<&str> {
    let key = line.trim_end().strip_suffix('=')?.trim();
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    (!key.is_empty() && key.chars().all(is_word)).then_some(key)
}
