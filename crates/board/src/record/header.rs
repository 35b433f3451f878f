//! Contradictions of two records about a game, its moves apart.

use std::fmt;

use super::{ByColor, GameRecord, GameResult};
use crate::rules::{Color, Komi};

/// The name of a player without a name.
pub const UNNAMED: &str = "opponent";

/// A fact of the header in which two records differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeaderDifference {
    /// Black in one is White in the other.
    NamesSwapped {
        /// Black and White of the first record.
        a: ByColor<String>,
    },
    /// A player is called differently; operators often do that.
    Name {
        /// The color of the player with two names.
        color: Color,
        /// In the first record.
        a: String,
        /// In the second record.
        b: String,
    },
    /// Komi that differs, or that one record leaves out.
    Komi {
        /// In the first record; `None` where it says nothing.
        a: Option<Komi>,
        /// In the second record; `None` where it says nothing.
        b: Option<Komi>,
    },
    /// Numbers of handicap stones that differ.
    Handicap {
        /// In the first record.
        a: u8,
        /// In the second record.
        b: u8,
    },
    /// The rules, where both name them.
    Rules {
        /// In the first record.
        a: String,
        /// In the second record.
        b: String,
    },
    /// Results of the game that differ.
    Result {
        /// In the first record.
        a: GameResult,
        /// In the second record.
        b: GameResult,
    },
}

impl HeaderDifference {
    /// Returns whether the two records cannot both be right. A name can be written in many ways.
    #[must_use]
    pub const fn is_contradiction(&self) -> bool {
        !matches!(self, Self::Name { .. })
    }

    /// The name of the fact, and its value in each record.
    #[must_use]
    pub fn told(&self) -> (&'static str, String, String) {
        let komi = |komi: &Option<Komi>| {
            komi.map_or_else(|| "not given".to_owned(), |komi| komi.to_string())
        };
        let names = |black: &str, white: &str| format!("{black} - {white}");
        match self {
            Self::NamesSwapped { a } => {
                let (black, white) = (&a[Color::Black], &a[Color::White]);
                ("names", names(black, white), names(white, black))
            }
            Self::Name { color, a, b } => {
                let fact = match color {
                    Color::Black => "Black",
                    Color::White => "White",
                };
                (fact, a.clone(), b.clone())
            }
            Self::Komi { a, b } => ("komi", komi(a), komi(b)),
            Self::Handicap { a, b } => ("handicap", a.to_string(), b.to_string()),
            Self::Rules { a, b } => ("rules", a.clone(), b.clone()),
            Self::Result { a, b } => ("result", a.to_string(), b.to_string()),
        }
    }
}

impl fmt::Display for HeaderDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (fact, a, b) = self.told();
        match self {
            Self::NamesSwapped { .. } => {
                write!(f, "the names are swapped: {a} here, {b} there")
            }
            _ => write!(f, "{fact}: {a} here, {b} there"),
        }
    }
}

/// Every fact in which two headers differ. Dates, places and remarks do not count.
#[must_use]
pub fn compare_headers(a: &GameRecord, b: &GameRecord) -> Vec<HeaderDifference> {
    let mut found = names(a, b);
    let (a, b) = (&a.info, &b.info);
    if a.komi != b.komi {
        let (a, b) = (a.komi, b.komi);
        found.push(HeaderDifference::Komi { a, b });
    }
    if a.handicap != b.handicap {
        let (a, b) = (a.handicap, b.handicap);
        found.push(HeaderDifference::Handicap { a, b });
    }
    if let (Some(rules), Some(other)) = (&a.rules, &b.rules)
        && !rules.eq_ignore_ascii_case(other)
    {
        let (a, b) = (rules.clone(), other.clone());
        found.push(HeaderDifference::Rules { a, b });
    }
    if a.result != b.result {
        let (a, b) = (a.result, b.result);
        found.push(HeaderDifference::Result { a, b });
    }
    found
}

/// Names that one of the records lacks are no difference: on the records of two sides that were
/// told no names, each knows itself alone.
fn names(a: &GameRecord, b: &GameRecord) -> Vec<HeaderDifference> {
    let name = |record: &GameRecord, color: Color| {
        let name = record.info.players[color].name.clone();
        name.filter(|name| name != UNNAMED && *name != color.to_string())
    };
    let of = |record: &GameRecord| Color::BOTH.map(|color| name(record, color));
    if let ([Some(black), Some(white)], [Some(other_black), Some(other_white)]) = (of(a), of(b))
        && black == other_white
        && white == other_black
        && black != white
    {
        let a = ByColor::new(black, white);
        return vec![HeaderDifference::NamesSwapped { a }];
    }
    let differ = |color: Color| {
        let (a, b) = (name(a, color)?, name(b, color)?);
        (a != b).then_some(HeaderDifference::Name { color, a, b })
    };
    Color::BOTH.into_iter().filter_map(differ).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::read_sgf;

    fn told(a: &str, b: &str) -> Vec<String> {
        let [a, b] = [a, b].map(|text| read_sgf(text.as_bytes()).unwrap());
        let found = compare_headers(&a, &b);
        found.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn who_was_told_no_names_contradicts_nobody() {
        let black = "(;SZ[9]PB[sgmp-go]PW[opponent])";
        let white = "(;SZ[9]PB[opponent]PW[sgmp-go])";
        let judge = "(;SZ[9]PB[Black]PW[White])";
        let named = "(;SZ[9]PB[Hoshi]PW[Tengen])";
        for (a, b) in [(black, white), (black, judge), (judge, named)] {
            assert_eq!(told(a, b), [""; 0], "{a} {b}");
        }
        assert_eq!(told(white, named), ["White: sgmp-go here, Tengen there"]);
        // A name in the other color's place is none of ours.
        let swapped = "(;SZ[9]PB[White]PW[Black])";
        assert_eq!(told(swapped, named).len(), 2);
    }

    #[test]
    fn every_fact_is_named_with_both_sides() {
        let a = "(;SZ[9]PB[one]PW[two]KM[5.5]RU[Japanese]RE[B+R]DT[2000-06-01])";
        for (b, expected) in [
            (
                "(;SZ[9]PB[one]PW[two]KM[5.5]RU[japanese]RE[B+R]DT[2000-06-02])",
                &[][..],
            ),
            ("(;SZ[9]KM[5.5]RE[B+R])", &[]),
            (
                "(;SZ[9]PB[two]PW[one]KM[5.5]RE[B+R])",
                &["the names are swapped: one - two here, two - one there"],
            ),
            (
                "(;SZ[9]PB[One]PW[two]KM[6.5]RU[Chinese]RE[W+R])",
                &[
                    "Black: one here, One there",
                    "komi: 5.5 here, 6.5 there",
                    "rules: Japanese here, Chinese there",
                    "result: B+R here, W+R there",
                ],
            ),
            (
                "(;SZ[9]HA[2])",
                &[
                    "komi: 5.5 here, not given there",
                    "handicap: 0 here, 2 there",
                    "result: B+R here, ? there",
                ],
            ),
        ] {
            assert_eq!(told(a, b), expected, "{b}");
        }
    }
}
