//! Which rules a game is played by.

use std::fmt;
use std::str::FromStr;

/// The rules of a game: what may not be repeated, and how it is counted. Suicide is forbidden by
/// both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rules {
    /// Territory and prisoners; a simple ko is the only repetition forbidden, and a cycle that
    /// both sides insist on ends the game without result ([`super::Cycle`]).
    #[default]
    Japanese,
    /// Area; no position of the game may come back, whoever is to move (positional superko).
    Chinese,
}

impl Rules {
    /// The name that SGF has for them.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Japanese => "Japanese",
            Self::Chinese => "Chinese",
        }
    }
}

impl fmt::Display for Rules {
    /// As the command line takes it: "japanese".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Japanese => "japanese",
            Self::Chinese => "chinese",
        })
    }
}

/// A text that names no rules we play by.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("these are rules we do not play by: use japanese or chinese")]
pub struct UnknownRules;

impl FromStr for Rules {
    type Err = UnknownRules;

    /// Reads a name in any case. AGA rules count by area too and differ in passes only.
    fn from_str(text: &str) -> Result<Self, UnknownRules> {
        match text.to_ascii_lowercase().as_str() {
            "japanese" | "korean" | "territory" => Ok(Self::Japanese),
            "chinese" | "aga" | "area" => Ok(Self::Chinese),
            _ => Err(UnknownRules),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for rules in [Rules::Japanese, Rules::Chinese] {
            assert_eq!(rules.to_string().parse(), Ok(rules));
            assert_eq!(rules.name().parse(), Ok(rules));
        }
        assert_eq!("Ing".parse::<Rules>(), Err(UnknownRules));
    }
}
