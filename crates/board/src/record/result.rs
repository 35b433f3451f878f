//! Results of games.

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use crate::rules::{Color, Margin, read_margin};

/// The result of a game, as in SGF's RE.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// Not known, or not yet: "?".
    #[default]
    Unknown,
    /// The board was counted: "B+10.5".
    Score {
        /// The side with more points.
        winner: Color,
        /// The margin in half points.
        margin: NonZeroU16,
    },
    /// The loser gave up: "B+R".
    Resignation {
        /// The player who did not give up.
        winner: Color,
    },
    /// The loser's time ran out: "W+T".
    Time {
        /// The player with time left.
        winner: Color,
    },
    /// The loser broke a rule or did not appear: "B+F".
    Forfeit {
        /// The player who broke no rule.
        winner: Color,
    },
    /// Won in an unknown way: "B+".
    Win {
        /// The player who won.
        winner: Color,
    },
    /// Nobody won (jigo): "0".
    Draw,
    /// No result, by the rules or the referee: "Void".
    Void,
}

/// A text that names no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not a result: write B+10.5, W+R (resigned), B+T (time), W+F (forfeit), B+ (won), \
     0 (draw), Void or ?"
)]
pub struct ParseResultError(String);

impl GameResult {
    /// The winner, if there is one.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Score { winner, .. }
            | Self::Resignation { winner }
            | Self::Time { winner }
            | Self::Forfeit { winner }
            | Self::Win { winner } => Some(winner),
            Self::Unknown | Self::Draw | Self::Void => None,
        }
    }

    /// Reads the result in an old file: remarks after the result are dropped ("W+0.5 (231 moves)"), an
    /// odd margin still has a winner ("B+3.75"), and anything else is unknown.
    pub(super) fn read_leniently(text: &str) -> Self {
        let first_word = text.split_whitespace().next().unwrap_or_default();
        let before_remark = text.split(['(', ';']).next().unwrap_or_default();
        text.parse()
            .or_else(|_| before_remark.parse())
            .or_else(|_| match text.contains('/') {
                true => Err(ParseResultError(String::new())),
                false => first_word.parse(),
            })
            .unwrap_or_else(|_| match split_winner(text) {
                Some((winner, _)) => Self::Win { winner },
                None => Self::Unknown,
            })
    }
}

impl GameResult {
    /// Returns whether a text that this result was read from says more than the result does, remarks
    /// apart: it was not understood.
    pub(super) fn is_less_than(self, text: &str) -> bool {
        let is_whole = text.parse() == Ok(self);
        match self {
            Self::Unknown | Self::Win { .. } => !is_whole,
            _ => false,
        }
    }
}

impl GameResult {
    /// The margin of a result that was counted.
    #[must_use]
    pub fn margin(self) -> Option<Margin> {
        match self {
            Self::Score { winner, margin } => {
                let margin = i32::from(margin.get());
                Some(Margin::from_half_points(match winner {
                    Color::Black => margin,
                    Color::White => -margin,
                }))
            }
            Self::Draw => Some(Margin::from_half_points(0)),
            _ => None,
        }
    }
}

impl From<Margin> for GameResult {
    /// The result of a count. A margin that no record can hold (16,384 points) is no result.
    fn from(margin: Margin) -> Self {
        let Some(winner) = margin.winner() else {
            return Self::Draw;
        };
        i16::try_from(margin.for_color(winner))
            .ok()
            .and_then(|points| NonZeroU16::new(points.unsigned_abs()))
            .map_or(Self::Unknown, |margin| Self::Score { winner, margin })
    }
}

/// The winner and what follows the plus sign.
fn split_winner(text: &str) -> Option<(Color, &str)> {
    let (winner, how) = text.trim().split_once('+')?;
    Some((winner.trim().parse().ok()?, how.trim()))
}

impl FromStr for GameResult {
    type Err = ParseResultError;

    /// Reads SGF's forms, long or short, in any case: "B+R", "black+resign", "W+Time", "jigo".
    fn from_str(text: &str) -> Result<Self, ParseResultError> {
        let refusal = || ParseResultError(text.chars().take(40).collect());
        let Some((winner, how)) = split_winner(text) else {
            return match text.trim().to_ascii_lowercase().as_str() {
                "" | "?" | "unknown" => Ok(Self::Unknown),
                "0" | "draw" | "jigo" | "tie" => Ok(Self::Draw),
                "void" | "no result" => Ok(Self::Void),
                _ => Err(refusal()),
            };
        };
        match how.to_ascii_lowercase().as_str() {
            "" => Ok(Self::Win { winner }),
            "r" | "res" | "resign" | "resigned" | "resignation" => Ok(Self::Resignation { winner }),
            "t" | "time" | "timeout" => Ok(Self::Time { winner }),
            "f" | "forfeit" => Ok(Self::Forfeit { winner }),
            margin => read_margin(margin)
                .and_then(NonZeroU16::new)
                .map(|margin| Self::Score { winner, margin })
                .ok_or_else(refusal),
        }
    }
}

impl fmt::Display for GameResult {
    /// SGF's short form, the value of RE.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = match *self {
            Self::Unknown => return f.pad("?"),
            Self::Draw => return f.pad("0"),
            Self::Void => return f.pad("Void"),
            Self::Score { margin, .. } => {
                let half = if margin.get() % 2 == 1 { ".5" } else { "" };
                format!("{}{half}", margin.get() / 2)
            }
            Self::Resignation { .. } => "R".to_owned(),
            Self::Time { .. } => "T".to_owned(),
            Self::Forfeit { .. } => "F".to_owned(),
            Self::Win { .. } => String::new(),
        };
        let winner = match self.winner() {
            Some(Color::White) => 'W',
            _ => 'B',
        };
        f.pad(&format!("{winner}+{how}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: [&str; 11] = [
        "?", "B+10.5", "W+0.5", "B+3", "B+R", "W+R", "W+T", "B+F", "B+", "0", "Void",
    ];

    #[test]
    fn short_forms_read_back() {
        for text in SHORT {
            assert_eq!(text.parse::<GameResult>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn long_forms_mean_the_short_ones() {
        for (long, short) in [
            ("B+Resign", "B+R"),
            (" w + resignation ", "W+R"),
            ("W+Time", "W+T"),
            ("black+forfeit", "B+F"),
            ("White+2.50", "W+2.5"),
            ("B+5,5", "B+5.5"),
            ("B+3 1/2", "B+3.5"),
            ("W+2 1/2 points", "W+2.5"),
            ("B+3\u{BD}目", "B+3.5"),
            ("B+1/4子", "B+0.5"),
            ("jigo", "0"),
            ("Draw", "0"),
            ("VOID", "Void"),
            ("", "?"),
        ] {
            assert_eq!(
                long.parse::<GameResult>().unwrap().to_string(),
                short,
                "{long}"
            );
        }
    }

    #[test]
    fn nonsense_is_refused_but_a_file_is_read_as_far_as_possible() {
        for (text, lenient) in [
            ("B+x", "B+"),
            ("B+0", "B+"),
            ("W+-3", "W+"),
            ("B+3.75", "B+"),
            ("W+0.5 (231 moves)", "W+0.5"),
            ("W+3 1/2 (231 moves)", "W+3.5"),
            ("Black wins", "?"),
            ("+", "?"),
            ("G+R", "?"),
        ] {
            let error = text.parse::<GameResult>().unwrap_err();
            assert!(error.to_string().contains("write B+10.5"), "{error}");
            assert_eq!(
                GameResult::read_leniently(text).to_string(),
                lenient,
                "{text}"
            );
        }
    }

    #[test]
    fn a_count_has_a_winner_unless_it_is_even() {
        for (lead, text) in [
            (1, "B+0.5"),
            (-21, "W+10.5"),
            (0, "0"),
            (i32::from(i16::MAX), "B+16383.5"),
            (i32::from(i16::MIN), "?"),
        ] {
            assert_eq!(
                GameResult::from(Margin::from_half_points(lead)).to_string(),
                text
            );
        }
    }
}
