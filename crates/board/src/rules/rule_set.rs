//! Rules of Go with the fate of dead stones, by the names that records and other programs use, and in KataGo's form in JSON.
//!
//! Source: KataGo's supported Go rules (lightvector.github.io/KataGo/rules.html).

use std::fmt;
use std::str::FromStr;

use serde_json::Value;

use super::{Removal, Rules};

/// How a game is counted, what may be repeated, and what becomes of dead stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RuleSet {
    /// The way of counting, and the repetitions that are forbidden.
    pub rules: Rules,
    /// The fate of dead stones.
    pub removal: Removal,
}

impl RuleSet {
    /// Area is counted, and dead stones stay on the board.
    pub const TROMP_TAYLOR: Self = Self {
        rules: Rules::Chinese,
        removal: Removal::Never,
    };

    /// The name that SGF has for them.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match (self.rules, self.removal) {
            (Rules::Chinese, Removal::Never) => "Tromp-Taylor",
            (rules, _) => rules.name(),
        }
    }
}

impl From<Rules> for RuleSet {
    /// Dead stones are taken off, as is usual.
    fn from(rules: Rules) -> Self {
        let removal = Removal::Agreed;
        Self { rules, removal }
    }
}

impl fmt::Display for RuleSet {
    /// As a command line takes it: "tromp-taylor".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name().to_ascii_lowercase())
    }
}

impl FromStr for RuleSet {
    type Err = UnknownName;

    /// Reads a name in any case as the nearest rules here, or the form in JSON.
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        NearestRules::from_str(text).map(|nearest| nearest.set)
    }
}

/// The nearest rules here to rules that were named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NearestRules {
    /// The rules of this program that come nearest.
    pub set: RuleSet,
    /// The difference from those that were meant, if there is one.
    pub difference: Option<&'static str>,
}

/// A name that no rules have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown rules: use japanese, korean, chinese, chinese-ogs, chinese-kgs, aga, bga, new-zealand or tromp-taylor"
)]
pub struct UnknownName;

const SUICIDE: &str = "suicide is forbidden";
const BUTTON: &str = "there is no button";
const TAX: &str = "no eyes are taxed";

const CHINESE: NearestRules = NearestRules {
    set: RuleSet {
        rules: Rules::Chinese,
        removal: Removal::Agreed,
    },
    difference: None,
};

impl NearestRules {
    const fn but(self, difference: &'static str) -> Self {
        let difference = Some(difference);
        Self { difference, ..self }
    }

    /// Reads KataGo's form: an object with `scoring`, `tax`, `suicide`, `hasButton` and `friendlyPassOk`, which says
    /// whether a side may pass before what is dead is captured. As there it may not where nothing is said of it and
    /// counting is by area.
    #[must_use]
    pub fn from_json(described: &Value) -> Option<Self> {
        let says = |key: &str, word: &str| {
            let value = described.get(key).and_then(Value::as_str);
            value.is_some_and(|value| value.eq_ignore_ascii_case(word))
        };
        let is_true = |key: &str| described.get(key).and_then(Value::as_bool) == Some(true);
        let rules = if says("scoring", "territory") {
            Rules::Japanese
        } else if says("scoring", "area") {
            Rules::Chinese
        } else {
            return None;
        };
        let difference = if is_true("suicide") {
            Some(SUICIDE)
        } else if is_true("hasButton") || is_true("hasbutton") {
            Some(BUTTON)
        } else if says("tax", "all") {
            Some(TAX)
        } else {
            None
        };
        let removal = match rules {
            Rules::Chinese if !is_true("friendlyPassOk") => Removal::Never,
            Rules::Chinese | Rules::Japanese => Removal::Agreed,
        };
        let set = RuleSet { rules, removal };
        Some(Self { set, difference })
    }
}

impl FromStr for NearestRules {
    type Err = UnknownName;

    /// Reads a name in any case, or the form in JSON.
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let text = text.trim();
        if text.starts_with('{') {
            let described = serde_json::from_str(text).ok();
            let read = described.and_then(|described| Self::from_json(&described));
            return read.ok_or(UnknownName);
        }
        let name = text.to_ascii_lowercase().replace(['_', ' '], "-");
        Ok(match name.as_str() {
            "chinese-ogs" | "chinese-kgs" | "bga" | "french" | "china" | "cn" | "中国" | "中國" => {
                CHINESE
            }
            "japan" | "jp" | "korea" | "kr" | "日本" => Self {
                set: Rules::Japanese.into(),
                difference: None,
            },
            "tromp-taylor" | "tromp" | "tt" => Self {
                set: RuleSet::TROMP_TAYLOR,
                difference: Some(SUICIDE),
            },
            "new-zealand" | "nz" | "ing" | "goe" => CHINESE.but(SUICIDE),
            "stone-scoring" | "ancient-chinese" | "ancient-area" => CHINESE.but(TAX),
            "aga-button" => CHINESE.but(BUTTON),
            name => {
                let rules: Rules = name.parse().map_err(|_| UnknownName)?;
                let set = rules.into();
                let difference = None;
                Self { set, difference }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_other_programs_are_read() {
        for (name, rules, removal) in [
            ("tromp-taylor", Rules::Chinese, Removal::Never),
            ("Tromp_Taylor", Rules::Chinese, Removal::Never),
            ("new-zealand", Rules::Chinese, Removal::Agreed),
            ("chinese-kgs", Rules::Chinese, Removal::Agreed),
            ("aga", Rules::Chinese, Removal::Agreed),
            ("korean", Rules::Japanese, Removal::Agreed),
            ("JAPANESE", Rules::Japanese, Removal::Agreed),
        ] {
            let read: NearestRules = name.parse().unwrap();
            assert_eq!(read.set, RuleSet { rules, removal }, "{name}");
        }
        assert_eq!("chess".parse::<NearestRules>(), Err(UnknownName));
    }

    #[test]
    fn the_form_in_json_says_whether_stones_are_removed() {
        let read = |text: &str| text.parse::<RuleSet>().unwrap();
        let area = r#"{"ko":"POSITIONAL","scoring":"AREA","tax":"NONE","suicide":false"#;
        assert_eq!(read(&format!("{area}}}")).removal, Removal::Never);
        let friendly = read(&format!("{area},\"friendlyPassOk\":true}}"));
        assert_eq!(friendly, CHINESE.set);
        let territory = read(r#"{"scoring":"TERRITORY","tax":"SEKI","friendlyPassOk":false}"#);
        assert_eq!(
            territory.removal,
            Removal::Agreed,
            "nothing is captured at a cost"
        );
        assert!("{\"scoring\":\"BEAUTY\"}".parse::<NearestRules>().is_err());
    }
}
