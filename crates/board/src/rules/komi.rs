//! Komi.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Points White receives for moving second, counted in half points; may be negative.
///
/// # Examples
///
/// ```
/// use sgmp_board::rules::Komi;
///
/// let komi: Komi = "5.5".parse()?;
/// assert_eq!(komi, Komi::FIVE_AND_A_HALF);
/// assert_eq!(komi.half_points(), 11);
/// assert_eq!(komi.to_string(), "5.5");
/// assert!("5.25".parse::<Komi>().is_err());
/// # Ok::<(), sgmp_board::rules::KomiError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Komi(i16);

impl Komi {
    /// The tournament's komi: 5 1/2 points.
    pub const FIVE_AND_A_HALF: Self = Self(11);

    /// A komi of `half_points` half points.
    #[must_use]
    pub const fn from_half_points(half_points: i16) -> Self {
        Self(half_points)
    }

    /// Half points White receives.
    #[must_use]
    pub const fn half_points(self) -> i16 {
        self.0
    }
}

impl fmt::Display for Komi {
    /// "5.5", "6", "-0.5".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&in_points(self.0.into()))
    }
}

/// Half points as points: "5.5", "6", "-0.5".
pub(super) fn in_points(half_points: i32) -> String {
    let sign = if half_points < 0 { "-" } else { "" };
    let size = half_points.unsigned_abs();
    let fraction = if size % 2 == 1 { ".5" } else { "" };
    format!("{sign}{}{fraction}", size / 2)
}

/// A text that is no komi.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no komi; write whole or half points such as 5.5, 6 or -3.5")]
pub struct KomiError(String);

impl FromStr for Komi {
    type Err = KomiError;

    /// Reads whole or half points: "5.5", "6", "+6.0", "-.5", "5.50".
    fn from_str(text: &str) -> Result<Self, KomiError> {
        // An error repeats the text: a file's must not make it long.
        parse(text.trim()).ok_or_else(|| KomiError(text.chars().take(20).collect()))
    }
}

fn parse(text: &str) -> Option<Komi> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let half = match fraction.trim_end_matches('0') {
        "" => 0,
        "5" => 1,
        _ => return None,
    };
    let some_digit = digits.bytes().any(|b| b.is_ascii_digit());
    if !some_digit || !whole.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let whole: i16 = if whole.is_empty() {
        0
    } else {
        whole.parse().ok()?
    };
    let half_points = whole.checked_mul(2)?.checked_add(half)?;
    Some(Komi(sign * half_points))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_half_points_agree() {
        for (text, half_points) in [("5.5", 11), ("6", 12), ("0", 0), ("-0.5", -1), ("-7", -14)] {
            let komi: Komi = text.parse().unwrap();
            assert_eq!(komi, Komi::from_half_points(half_points));
            assert_eq!(komi.to_string(), text);
        }
        for (text, half_points) in [("5.50", 11), ("+6.0", 12), (" 6. ", 12), ("-.5", -1)] {
            assert_eq!(
                text.parse(),
                Ok(Komi::from_half_points(half_points)),
                "{text}"
            );
        }
        assert_eq!(Komi::from_half_points(i16::MIN).to_string(), "-16384");
    }

    #[test]
    fn odd_texts_are_no_komi() {
        for text in [
            "", ".", "-", "+", "5.25", "5,5", "5.5.5", "--1", "1e3", "20000", "٥",
        ] {
            assert!(text.parse::<Komi>().is_err(), "{text:?}");
        }
        let long = "9".repeat(1000).parse::<Komi>().unwrap_err();
        assert!(long.to_string().len() < 120);
    }
}
