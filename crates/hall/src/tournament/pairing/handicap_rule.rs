//! Stones that the stronger of two players gives.

use serde::Deserialize;

use super::super::event::Rank;
use super::super::standings::Points;

/// Most stones of a handicap.
pub const MAX_HANDICAP: u8 = 9;

/// The difference that a handicap is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HandicapBasis {
    /// The ranks, whatever has happened so far.
    Rank,
    /// The scores before the round, with what the players began with.
    Mms,
}

/// The rule by which games have a handicap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandicapRule {
    /// The difference that counts.
    pub basis: HandicapBasis,
    /// Stones more than the difference; negative for fewer.
    pub correction: i8,
    /// Most stones.
    pub maximum: u8,
    /// The rank above which all count as it does, and play each other even.
    pub bar: Option<Rank>,
}

impl HandicapRule {
    /// A player's rank or score as it counts for handicaps: above the bar all count as it does.
    #[must_use]
    pub fn counted(self, strength: Points) -> Points {
        self.bar.map_or(strength, |bar| strength.min(bar.points()))
    }

    /// The handicap of a game by the difference between its players. A handicap of 1 is Black without the komi of an
    /// even game; 0 is an even game. Half points of the difference are dropped, and equal players play even.
    #[must_use]
    pub fn stones(self, difference: Points) -> u8 {
        let whole = difference.whole_part();
        if whole < 1 {
            return 0;
        }
        let stones = whole + i64::from(self.correction);
        stones.clamp(0, i64::from(self.maximum.min(MAX_HANDICAP))) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_difference_is_corrected_and_bounded() {
        let rule = |correction, maximum| HandicapRule {
            basis: HandicapBasis::Rank,
            correction,
            maximum,
            bar: None,
        };
        let stones = |rule: HandicapRule, halves: i64| {
            let half = if halves % 2 == 0 {
                Points::ZERO
            } else {
                Points::HALF
            };
            rule.stones(Points::whole(halves / 2) + half)
        };
        let cases = [
            (rule(0, 9), 0, 0),
            (rule(0, 9), 1, 0),
            (rule(0, 9), 2, 1),
            (rule(0, 9), 7, 3),
            (rule(0, 9), 40, 9),
            (rule(-1, 9), 2, 0),
            (rule(-1, 9), 6, 2),
            (rule(-2, 4), 6, 1),
            (rule(-2, 4), 40, 4),
            (rule(1, 9), 0, 0),
            (rule(1, 9), 2, 2),
            (rule(0, 0), 10, 0),
        ];
        for (rule, halves, right) in cases {
            assert_eq!(stones(rule, halves), right, "{rule:?} {halves}");
        }
    }

    #[test]
    fn above_the_bar_all_are_equal() {
        let rule = |bar| HandicapRule {
            basis: HandicapBasis::Mms,
            correction: 0,
            maximum: 9,
            bar,
        };
        let points = [24, 30, 34].map(Points::whole);
        let barred = rule("1d".parse().ok());
        assert_eq!(
            points.map(|own| barred.counted(own)),
            [points[0], points[1], points[1]]
        );
        assert_eq!(points.map(|own| rule(None).counted(own)), points);
    }
}
