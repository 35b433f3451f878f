//! The fields of a query, and what is said of those that are wrong.

use std::collections::BTreeSet;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// A field that cannot be used, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FieldError {
    pub(super) field: String,
    pub(super) message: String,
}

impl FieldError {
    pub(super) fn new(field: &str, message: impl Into<String>) -> Self {
        Self {
            field: field.to_owned(),
            message: message.into(),
        }
    }

    /// The line that tells the client that its query is refused.
    pub(super) fn error_line(&self, id: Option<&str>) -> String {
        self.line("error", id)
    }

    /// The line that tells it that the query goes on without the field.
    pub(super) fn warning_line(&self, id: &str) -> String {
        self.line("warning", Some(id))
    }

    fn line(&self, kind: &str, id: Option<&str>) -> String {
        let mut line = json!({ kind: self.message, "field": self.field });
        if let Some(id) = id {
            line["id"] = id.into();
        }
        line.to_string()
    }
}

/// The fields of an object; those that nobody has asked for are left over.
pub(super) struct Fields<'a> {
    object: &'a Map<String, Value>,
    left: BTreeSet<&'a str>,
}

impl<'a> Fields<'a> {
    pub(super) fn new(object: &'a Map<String, Value>) -> Self {
        Self {
            object,
            left: object.keys().map(String::as_str).collect(),
        }
    }

    /// A field as it stands; `None` if it is missing or null.
    pub(super) fn value(&mut self, name: &str) -> Option<&'a Value> {
        self.left.remove(name);
        self.object.get(name).filter(|value| !value.is_null())
    }

    /// A field of a type; `expected` says which.
    pub(super) fn read<T: DeserializeOwned>(
        &mut self,
        name: &str,
        expected: &str,
    ) -> Result<Option<T>, FieldError> {
        let read = |value: &Value| serde_json::from_value(value.clone());
        let value = self.value(name).map(read).transpose();
        value.map_err(|_| FieldError::new(name, format!("must be {expected}")))
    }

    /// A number from `least` to `most`.
    pub(super) fn number(
        &mut self,
        name: &str,
        least: f64,
        most: f64,
    ) -> Result<Option<f64>, FieldError> {
        let expected = format!("a number from {least} to {most}");
        let number: Option<f64> = self.read(name, &expected)?;
        match number {
            Some(number) if !(least..=most).contains(&number) => {
                Err(FieldError::new(name, format!("must be {expected}")))
            }
            _ => Ok(number),
        }
    }

    /// A number without a fraction, within these bounds.
    pub(super) fn whole(
        &mut self,
        name: &str,
        least: f64,
        most: f64,
    ) -> Result<Option<f64>, FieldError> {
        match self.number(name, least, most)? {
            Some(number) if number.fract() != 0.0 => {
                Err(FieldError::new(name, "must be a whole number"))
            }
            number => Ok(number),
        }
    }

    /// A whole number of one and more; larger ones than fit are as good as the largest.
    pub(super) fn count(&mut self, name: &str) -> Result<Option<u32>, FieldError> {
        let count = self.whole(name, 1.0, 1e18)?;
        Ok(count.map(|count| count.min(f64::from(u32::MAX)) as u32))
    }

    /// True if the field says so.
    pub(super) fn truth(&mut self, name: &str) -> Result<bool, FieldError> {
        let truth = self.read(name, "true or false")?;
        Ok(truth.unwrap_or_default())
    }

    /// The fields that nobody asked for.
    pub(super) fn left(&self) -> impl Iterator<Item = &'a str> {
        self.left.iter().copied()
    }
}
