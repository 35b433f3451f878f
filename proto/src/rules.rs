//! The rules that a game is played by.

use core::error::Error;
use core::fmt;
use core::str::FromStr;

/// Rules of Go: which repetitions they forbid, and how a game is counted. Suicide is forbidden by
/// both. QUERY(7) asks for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rules {
    /// Territory and prisoners; a simple ko is the only repetition forbidden, and a cycle that
    /// both sides insist on ends the game without result. On the wire: 1.
    #[default]
    Japanese,
    /// Area; no position of the game may come back, whoever is to move (positional superko). On
    /// the wire: 2, with SST rules.
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

    pub(crate) const fn new(answer: u16) -> Option<Self> {
        match answer {
            1 => Some(Self::Japanese),
            2 => Some(Self::Chinese),
            _ => None,
        }
    }

    pub(crate) const fn answer(self) -> u16 {
        match self {
            Self::Japanese => 1,
            Self::Chinese => 2,
        }
    }
}

impl fmt::Display for Rules {
    /// As a command line takes it: "japanese".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Japanese => "japanese",
            Self::Chinese => "chinese",
        })
    }
}

/// A text that names no rules known here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRules;

impl fmt::Display for UnknownRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("these are rules we do not play by: use japanese or chinese")
    }
}

impl Error for UnknownRules {}

impl FromStr for Rules {
    type Err = UnknownRules;

    /// Reads a name in any case. AGA rules count by area too and differ in passes only.
    fn from_str(text: &str) -> Result<Self, UnknownRules> {
        let is_one_of = |names: &[&str]| names.iter().any(|name| text.eq_ignore_ascii_case(name));
        if is_one_of(&["japanese", "korean", "territory"]) {
            Ok(Self::Japanese)
        } else if is_one_of(&["chinese", "aga", "area"]) {
            Ok(Self::Chinese)
        } else {
            Err(UnknownRules)
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::string::ToString;

    use super::*;

    #[test]
    fn names_read_back() {
        for rules in [Rules::Japanese, Rules::Chinese] {
            assert_eq!(rules.to_string().parse(), Ok(rules));
            assert_eq!(rules.name().parse(), Ok(rules));
        }
        assert_eq!("AGA".parse(), Ok(Rules::Chinese));
        assert_eq!("Ing".parse::<Rules>(), Err(UnknownRules));
    }
}
