//! Points of score, counted in halves.

use std::fmt;

use crate::rules::Komi;

/// Points in halves: 11 is 5.5 points. Exact where a float would not be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HalfPoints(i16);

impl HalfPoints {
    /// A number of half points.
    #[must_use]
    pub const fn new(halves: i16) -> Self {
        Self(halves)
    }

    /// The number of half points.
    #[must_use]
    pub const fn get(self) -> i16 {
        self.0
    }

    /// Reads "5.5", "5,5" (old European files), "-0.5", "6", "6.50".
    ///
    /// `None` for anything else, for quarters ("3.75"), and beyond 16,383 points.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let komi: Komi = text.replace(',', ".").parse().ok()?;
        Some(Self(komi.half_points()))
    }
}

impl fmt::Display for HalfPoints {
    /// "5.5", "6", "-0.5".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Komi::from_half_points(self.0).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_but_the_lowest_reads_back() {
        for halves in -i16::MAX..=i16::MAX {
            let points = HalfPoints::new(halves);
            assert_eq!(HalfPoints::parse(&points.to_string()), Some(points));
        }
    }

    #[test]
    fn reads_commas_signs_and_trailing_zeros() {
        for (text, halves) in [
            ("5,5", 11),
            (" 6.50 ", 13),
            ("+0.5", 1),
            (".5", 1),
            ("7.", 14),
        ] {
            assert_eq!(
                HalfPoints::parse(text),
                Some(HalfPoints::new(halves)),
                "{text}"
            );
        }
    }

    #[test]
    fn odd_texts_are_no_points() {
        for text in [
            "", ".", "-", "3.75", "5.5.5", "--1", "5 1/2", "16384", "99999999", "x",
        ] {
            assert_eq!(HalfPoints::parse(text), None, "{text:?}");
        }
    }
}
