//! Faults that parsers find in files and requests, in words for whoever wrote them.

use std::borrow::Cow;
use std::fmt;

use serde::Deserializer;
use serde::de::{Unexpected, Visitor};

/// The longest value that is repeated, in characters.
const MAX_SHOWN: usize = 60;

/// A fault of a text in JSON.
pub fn json_fault(error: &serde_json::Error) -> String {
    let told = error.to_string();
    let message = told
        .rsplit_once(" at line ")
        .map_or(&*told, |(what, _)| what);
    match error.is_data() {
        true => plain_fault(message),
        false => format!("no JSON: {}", json_form_fault(message)),
    }
}

/// The message of a parser on a text that is no JSON.
pub fn json_form_fault(message: &str) -> String {
    let plain = match message {
        _ if message.starts_with("EOF while parsing") => "it ends too early",
        "trailing characters" => "something follows its end",
        "expected value" | "expected ident" => "a word that is no value",
        "control character (\\u0000-\\u001F) found while parsing a string" => {
            "a character that may not stand in a text"
        }
        _ => message,
    };
    plain.to_owned()
}

/// Reads the lines of a board.
///
/// # Errors
/// Another number than from the least to 19.
pub fn read_lines<'de, const LEAST: u8, D: Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
    struct Lines<const LEAST: u8>;
    impl<const LEAST: u8> Visitor<'_> for Lines<LEAST> {
        type Value = u8;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "a whole number from {LEAST} to 19")
        }

        fn visit_u64<E: serde::de::Error>(self, lines: u64) -> Result<u8, E> {
            let known = u8::try_from(lines)
                .ok()
                .filter(|lines| (LEAST..=19).contains(lines));
            known.ok_or_else(|| E::invalid_value(Unexpected::Unsigned(lines), &self))
        }

        fn visit_i64<E: serde::de::Error>(self, lines: i64) -> Result<u8, E> {
            match u64::try_from(lines) {
                Ok(lines) => self.visit_u64(lines),
                Err(_) => Err(E::invalid_value(Unexpected::Signed(lines), &self)),
            }
        }
    }
    from.deserialize_u64(Lines::<LEAST>)
}

/// Reads the lines of a board, where they are said.
///
/// # Errors
/// As [`read_lines`].
pub fn read_lines_if_any<'de, const LEAST: u8, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<u8>, D::Error> {
    read_lines::<LEAST, D>(from).map(Some)
}

/// The message of a parser without the names of types.
pub fn plain_fault(message: &str) -> String {
    if let Some(wanted) = wanted(message) {
        return match got(message) {
            Some(got) => format!("write {wanted}, not {got}"),
            None => format!("write {wanted}"),
        };
    }
    let name = || message.split('`').nth(1).unwrap_or_default();
    let others = || {
        message
            .split('`')
            .skip(3)
            .step_by(2)
            .collect::<Vec<_>>()
            .join(", ")
    };
    if message.starts_with("unknown field") {
        return match others().as_str() {
            "" => format!("{} is not known here", name()),
            others => format!("{} is not known here; there are {others}", name()),
        };
    }
    if message.starts_with("unknown variant") {
        return format!("write one of {}, not {}", others(), name());
    }
    if message.starts_with("missing field") {
        return format!("{} is missing", name());
    }
    if message.starts_with("duplicate field") {
        return format!("{} stands there twice", name());
    }
    if message.starts_with("string values must be quoted") {
        return "write a value; a text stands in quotation marks".to_owned();
    }
    message.to_owned()
}

pub(super) fn is_short(value: &str) -> bool {
    !value.is_empty() && !value.contains('\n') && value.chars().count() <= MAX_SHOWN
}

/// The thing that belongs where another stands; `None` for faults of other kinds.
pub(super) fn wanted(message: &str) -> Option<Cow<'static, str>> {
    match message {
        "invalid digit found in string" | "cannot parse integer from empty string" => {
            return Some("a whole number".into());
        }
        "invalid float literal" | "cannot parse float from empty string" => {
            return Some("a number".into());
        }
        "provided string was not `true` or `false`" => return Some("true or false".into()),
        _ if message.starts_with("number too ") => return Some("a smaller number".into()),
        _ => {}
    }
    let is_of_value = ["invalid type: ", "invalid value: ", "invalid length "];
    if !is_of_value.iter().any(|kind| message.starts_with(kind)) {
        return None;
    }
    let (_, expected) = message.rsplit_once(", expected ")?;
    Some(match expected {
        "u8" => "a whole number from 0 to 255".into(),
        "u16" => "a whole number from 0 to 65535".into(),
        "u32" | "u64" | "usize" => "a whole number of 0 or more".into(),
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number".into(),
        "f32" | "f64" => "a number".into(),
        "a string" | "string" | "a borrowed string" => "a text, in quotation marks".into(),
        "a boolean" => "true or false".into(),
        "a sequence" => "a list".into(),
        "a map" => GROUP.into(),
        _ if expected.starts_with("struct ") || expected.starts_with("internally tagged") => {
            GROUP.into()
        }
        _ if expected.starts_with("tuple struct ") || expected.starts_with("an array of") => {
            "a list".into()
        }
        _ if expected.ends_with("identifier") => "a name".into(),
        _ => expected.replace('`', "").into(),
    })
}

/// Names with values: a section of TOML, an object of JSON.
const GROUP: &str = "a group of names with values";

/// The thing that stands there; `None` where the parser does not say it.
fn got(message: &str) -> Option<String> {
    let (_, found) = message.split_once(": ")?;
    let (found, _) = found.rsplit_once(", expected ")?;
    let shown = |text: &str| {
        let text = text.trim_matches('`');
        is_short(text).then(|| text.to_owned())
    };
    match found {
        "map" => Some(GROUP.to_owned()),
        "sequence" => Some("a list".to_owned()),
        "null" | "unit value" => Some("nothing".to_owned()),
        _ => {
            let kinds = [
                "string ",
                "integer ",
                "floating point ",
                "boolean ",
                "character ",
            ];
            let mut values = kinds.iter().filter_map(|kind| found.strip_prefix(kind));
            values.next().and_then(shown)
        }
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;
    use crate::record::{read_toml, read_toml_table};

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Settings {
        #[expect(dead_code, reason = "only what is wrong is looked at")]
        name: Option<String>,
        #[expect(dead_code, reason = "only what is wrong is looked at")]
        rounds: Option<u32>,
        #[expect(dead_code, reason = "only what is wrong is looked at")]
        share: Option<f64>,
        #[expect(dead_code, reason = "only what is wrong is looked at")]
        form: Option<Form>,
        #[expect(dead_code, reason = "only what is wrong is looked at")]
        is_open: Option<bool>,
        #[expect(dead_code, reason = "only what is wrong is looked at")]
        #[serde(default)]
        player: Vec<Player>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Form {
        Swiss,
        Knockout,
    }

    #[derive(Debug, Deserialize)]
    struct Player {
        #[expect(dead_code, reason = "only what is wrong is looked at")]
        name: String,
    }

    #[test]
    fn faults_in_toml_are_told_with_the_key_and_what_may_stand_there() {
        for (text, told) in [
            (
                "rounds = \"x\"",
                "line 1: rounds = \"x\": write a whole number of 0 or more",
            ),
            (
                "name = \"a\"\nrounds = -1",
                "line 2: rounds = -1: write a whole number of 0 or more",
            ),
            (
                "rounds = { a = 1 }",
                "line 1: rounds = { a = 1 }: write a whole number of 0 or more",
            ),
            (
                "name = 2024-01-01",
                "line 1: name = 2024-01-01: write a text, in quotation marks",
            ),
            ("share = true", "line 1: share = true: write a number"),
            ("is_open = 1", "line 1: is_open = 1: write true or false"),
            ("player = 3", "line 1: player = 3: write a list"),
            (
                "form = \"x\"",
                "line 1: write one of swiss, knockout, not x",
            ),
            (
                "nope = 1",
                "line 1: nope is not known here; there are name, rounds, share, form, is_open, player",
            ),
            ("[[player]]\n", "line 1: name is missing"),
            (
                "name = ",
                "line 1: write a value; a text stands in quotation marks",
            ),
        ] {
            assert_eq!(read_toml::<Settings>(text).unwrap_err().to_string(), told);
        }
    }

    #[test]
    fn words_to_choose_from_are_named_whatever_stands_there() {
        #[derive(Debug, Deserialize)]
        struct Outer {
            #[expect(dead_code, reason = "only what is wrong is looked at")]
            inner: Settings,
        }
        for value in ["1", "true", "[1]"] {
            let text = format!("name = \"a\"\nform = {value} # so\n");
            assert_eq!(
                read_toml::<Settings>(&text).unwrap_err().to_string(),
                format!("line 2: form = {value}: write one of \"swiss\", \"knockout\"")
            );
            let table = toml::from_str(&format!("[inner]\nform = {value}")).unwrap();
            assert_eq!(
                read_toml_table::<Outer>(&table).unwrap_err().to_string(),
                format!("inner.form = {value}: write one of \"swiss\", \"knockout\"")
            );
        }
    }

    #[test]
    fn the_lines_of_a_board_are_named_by_their_range() {
        #[derive(Debug, Deserialize)]
        struct Board {
            #[serde(deserialize_with = "read_lines::<2, _>")]
            size: u8,
        }
        let read = |text: &str| serde_json::from_str::<Board>(text);
        assert_eq!(read(r#"{"size": 19}"#).unwrap().size, 19);
        for value in ["20", "1", "-3", "300", "\"x\""] {
            let error = read(&format!("{{\"size\": {value}}}")).unwrap_err();
            let told = json_fault(&error);
            assert_eq!(
                told,
                format!("write a whole number from 2 to 19, not {value}")
            );
        }
        assert_eq!(
            json_fault(&read(r#"{"size":"#).unwrap_err()),
            "no JSON: it ends too early"
        );
    }

    #[test]
    fn faults_in_json_are_told_in_the_same_words() {
        for (text, told) in [
            (
                r#"{"rounds": "x"}"#,
                "write a whole number of 0 or more, not \"x\"",
            ),
            (
                r#"{"name": {}}"#,
                "write a text, in quotation marks, not a group of names with values",
            ),
            (r#"{"player": [{}]}"#, "name is missing"),
            ("[]", "write a group of names with values"),
            (r#"{"name": }"#, "no JSON: a word that is no value"),
        ] {
            let error = serde_json::from_str::<Settings>(text).unwrap_err();
            assert_eq!(json_fault(&error), told, "{error}");
        }
        assert_eq!(
            plain_fault("invalid digit found in string"),
            "write a whole number"
        );
    }
}
