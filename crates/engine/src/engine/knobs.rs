//! The engine's parameters by name, with the bounds outside which they make no sense.

use crate::search::UctParams;

/// A parameter of the engine.
#[derive(Debug)]
pub struct Knob {
    /// As files and command lines name it: the path of its field in [`UctParams`].
    pub name: &'static str,
    /// The numbers that it takes, whole or all.
    pub numbers: Numbers,
    /// Its least value, which it may have.
    pub least: f64,
    /// Its greatest value, which it may have.
    pub most: f64,
    get: fn(&UctParams) -> f64,
    set: fn(&mut UctParams, f64),
}

/// The kind of numbers that a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// 0, 1, 2 ...
    Whole,
    /// All numbers between the bounds.
    Real,
}

macro_rules! knob {
    ($numbers:ident $first:ident $(. $rest:ident)*, $least:expr, $most:expr) => {
        Knob {
            name: concat!(stringify!($first) $(, ".", stringify!($rest))*),
            numbers: Numbers::$numbers,
            least: $least,
            most: $most,
            get: |params| f64::from(params.$first $(. $rest)*),
            set: |params, value| params.$first $(. $rest)* = value as _,
        }
    };
}

/// All parameters that can be tuned.
pub const KNOBS: &[Knob] = &[
    knob!(Real rave, 10.0, 1e6),
    knob!(Whole expand_at, 1.0, 1000.0),
    knob!(Whole priors.even, 0.0, 1000.0),
    knob!(Whole priors.learned, 0.0, 10_000.0),
    knob!(Whole priors.learned_large, 0.0, 10_000.0),
    knob!(Real pass_from, 0.0, 1.0),
    knob!(Real end.harmless_within, 0.0, 1.0),
    knob!(Real end.judge_from, 0.0, 1.0),
    knob!(Real end.end_from, 0.0, 1.0),
    knob!(Real end.end_per_point, 0.125, 8.0),
    knob!(Real end.end_base, 0.0, 1000.0),
];

/// Names of parameters that earlier versions had: what they weighed won no games (docs/measurements/).
const REMOVED: &[&str] = &[
    "priors.book",
    "priors.critical",
    "priors.settled",
    "reading.urgent",
    "reading.hopeless",
    "reading.from",
    "reading.decisions",
    "council.weight",
    "council.level",
    "knowledge.least_lines",
    "knowledge.most_lines",
    "critical.weight",
    "critical.from",
    "critical.lines",
];

/// The reason why a parameter is not set.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum KnobError {
    /// Nothing is called so.
    #[error("no parameter is called {name:?}; there are {}", names())]
    Unknown {
        /// The name asked for.
        name: String,
    },
    /// The name of one that there was.
    #[error(
        "the parameter {name} was removed: what it weighed won no games; there are {}",
        names()
    )]
    Removed {
        /// The name asked for.
        name: &'static str,
    },
    /// No name, or no number.
    #[error("{text:?} sets nothing: write NAME=NUMBER, such as rave=3000")]
    NoSetting {
        /// The text as given, without `=` or with another word behind it.
        text: String,
    },
    /// A value outside its bounds.
    #[error("{name} = {value} is out of bounds: {least} to {most}")]
    OutOfBounds {
        /// The parameter's name, as it was given.
        name: &'static str,
        /// The value that was given.
        value: f64,
        /// The least value that the parameter takes.
        least: f64,
        /// The greatest value that the parameter takes.
        most: f64,
    },
    /// A fraction where only whole numbers are taken.
    #[error("{name} = {value}: it takes whole numbers")]
    NotWhole {
        /// The parameter's name, as it was given.
        name: &'static str,
        /// The value that was given.
        value: f64,
    },
    /// One parameter is given twice.
    #[error("{name} is given twice")]
    Twice {
        /// The parameter's name, as it was given.
        name: &'static str,
    },
}

fn names() -> String {
    let names: Vec<&str> = KNOBS.iter().map(|knob| knob.name).collect();
    names.join(", ")
}

impl Knob {
    /// The parameter of a name.
    ///
    /// # Errors
    /// [`KnobError::Unknown`] or [`KnobError::Removed`].
    pub fn named(name: &str) -> Result<&'static Self, KnobError> {
        if let Some(found) = KNOBS.iter().find(|knob| knob.name == name) {
            return Ok(found);
        }
        let removed = REMOVED.iter().find(|removed| **removed == name);
        Err(match removed {
            Some(name) => KnobError::Removed { name },
            None => KnobError::Unknown {
                name: name.chars().take(40).collect(),
            },
        })
    }

    /// The value that it has in these parameters.
    #[must_use]
    pub fn get(&self, params: &UctParams) -> f64 {
        (self.get)(params)
    }

    /// Sets it; what is out of bounds counts as the nearest, and fractions are rounded where it
    /// takes whole numbers.
    pub fn set(&self, params: &mut UctParams, value: f64) {
        let value = value.clamp(self.least, self.most);
        let value = match self.numbers {
            Numbers::Whole => value.round(),
            Numbers::Real => value,
        };
        (self.set)(params, value);
    }

    /// A value that it may have.
    ///
    /// # Errors
    /// One out of bounds.
    pub fn check(&'static self, value: f64) -> Result<f64, KnobError> {
        if (self.least..=self.most).contains(&value) {
            return Ok(value);
        }
        Err(KnobError::OutOfBounds {
            name: self.name,
            value,
            least: self.least,
            most: self.most,
        })
    }

    /// A value for people: five figures, or a whole number.
    #[must_use]
    pub fn show(&self, value: f64) -> String {
        if self.numbers == Numbers::Whole || value == 0.0 {
            return format!("{:.0}", value.abs());
        }
        let places = 10_f64.powi(4 - value.abs().log10().floor() as i32);
        format!("{}", ((value * places).round() / places) as f32)
    }
}

/// A parameter and its value.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The parameter that is set.
    pub knob: &'static Knob,
    /// Its value, within its bounds.
    pub value: f64,
}

/// Reads `rave=3000,priors.learned=150`, with commas or spaces; an empty text sets nothing.
///
/// # Errors
/// The first that makes no sense.
pub fn parse_settings(text: &str) -> Result<Vec<Setting>, KnobError> {
    let mut settings: Vec<Setting> = Vec::new();
    let parts = text.split([',', ' ']).filter(|part| !part.is_empty());
    for part in parts {
        let setting = parse_setting(part)?;
        let name = setting.knob.name;
        if settings.iter().any(|known| known.knob.name == name) {
            return Err(KnobError::Twice { name });
        }
        settings.push(setting);
    }
    Ok(settings)
}

fn parse_setting(text: &str) -> Result<Setting, KnobError> {
    let refusal = || KnobError::NoSetting {
        text: text.chars().take(40).collect(),
    };
    let (name, value) = text.split_once('=').ok_or_else(refusal)?;
    let knob = Knob::named(name)?;
    let value = knob.check(value.parse().map_err(|_| refusal())?)?;
    if knob.numbers == Numbers::Whole && value.fract() != 0.0 {
        let name = knob.name;
        return Err(KnobError::NotWhole { name, value });
    }
    Ok(Setting { knob, value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_of_the_search_has_a_name() {
        let params = UctParams::default();
        let text = format!("{params:?}");
        // Every field has a colon; those that hold others have a brace, too, and so has the whole.
        let fields = text.matches(": ").count() + 1 - text.matches('{').count();
        // Patterns and the policy of playouts have weights of their own.
        let fields = fields - 2;
        assert_eq!(fields, KNOBS.len(), "add what is new to KNOBS: {text}");
    }

    #[test]
    fn a_parameter_keeps_what_it_is_set_to_and_touches_no_other() {
        for knob in KNOBS {
            let default = knob.get(&UctParams::default());
            assert!(knob.check(default).is_ok(), "{knob:?} = {default}");
            for value in [knob.least, knob.most] {
                let mut params = UctParams::default();
                knob.set(&mut params, value);
                assert_eq!(knob.get(&params), value, "{knob:?}");
                knob.set(&mut params, default);
                assert_eq!(params, UctParams::default(), "{knob:?}");
            }
            assert_eq!(Knob::named(knob.name).unwrap().name, knob.name);
        }
    }

    #[test]
    fn settings_are_read_and_nonsense_is_named() {
        let settings = parse_settings("rave=300.5, priors.even=0").unwrap();
        let read: Vec<_> = settings.iter().map(|s| (s.knob.name, s.value)).collect();
        assert_eq!(read, [("rave", 300.5), ("priors.even", 0.0)]);
        assert!(parse_settings("").unwrap().is_empty());
        for (text, culprit) in [
            ("ravel=1", "\"ravel\""),
            (
                "reading.urgent=25",
                "the parameter reading.urgent was removed",
            ),
            ("rave", "\"rave\" sets nothing"),
            ("rave=fast", "\"rave=fast\""),
            ("rave=NaN", "out of bounds"),
            ("pass_from=1.5", "pass_from = 1.5 is out of bounds: 0 to 1"),
            ("priors.even=1.5", "whole numbers"),
            ("rave=30,rave=40", "rave is given twice"),
        ] {
            let error = parse_settings(text).unwrap_err().to_string();
            assert!(error.contains(culprit), "{text}: {error}");
        }
    }

    #[test]
    fn values_are_shown_in_five_figures() {
        let show = |name: &str, value| Knob::named(name).unwrap().show(value);
        assert_eq!(show("rave", 3500.0), "3500");
        assert_eq!(show("rave", 3512.3374), "3512.3");
        assert_eq!(show("pass_from", f64::from(0.4_f32)), "0.4");
        assert_eq!(show("pass_from", 0.0), "0");
        assert_eq!(show("priors.even", 19.6), "20");
    }
}
