//! Levels of play.

use std::fmt;
use std::str::FromStr;

use crate::experts::Skill;

/// Strength of play: from 0, which answers at once, to 20, which searches as long as it may.
///
/// Levels 0 to 6 are played by the experts alone ([`Self::skill`]). From 7 on a level searches, below
/// 20 with a cap of playouts for a move, each nearly twice the one before: 75 at level 7, 470 at 10,
/// 10,000 at 15, and 120,000 at 19.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// Ratio of a level's playouts to those of the level before.
const STEP: f64 = 1.85;

impl Level {
    /// Full strength.
    pub const MAX: Self = Self(20);

    /// A level from 0 to 20; `None` for others.
    #[must_use]
    pub const fn new(level: u8) -> Option<Self> {
        if level <= Self::MAX.0 {
            Some(Self(level))
        } else {
            None
        }
    }

    /// Skill of the experts at this level; `None` from 7 on.
    #[must_use]
    pub const fn skill(self) -> Option<Skill> {
        if self.0 <= Skill::MAX_LEVEL {
            Some(Skill::for_level(self.0))
        } else {
            None
        }
    }

    /// Greatest number of playouts for a move of a search; `None` at full strength, where only time
    /// counts.
    #[must_use]
    pub fn playouts(self) -> Option<u32> {
        (self < Self::MAX).then(|| STEP.powi(i32::from(self.0)).ceil() as u32)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let level = text.parse().ok().and_then(Self::new);
        level.ok_or_else(|| format!("{text:?} is not a level: write 0 to 20"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_thinks_longer_than_the_one_before() {
        let playouts: Vec<_> = (0..20)
            .map(|n| Level::new(n).unwrap().playouts().unwrap())
            .collect();
        assert_eq!(playouts[..3], [1, 2, 4]);
        for pair in playouts.windows(2) {
            let times = f64::from(pair[1]) / f64::from(pair[0]);
            assert!((1.5..=2.0).contains(&times), "{pair:?}");
        }
        assert!((100_000..150_000).contains(&playouts[19]));
        assert_eq!(Level::MAX.playouts(), None);
    }

    #[test]
    fn levels_are_read() {
        assert_eq!("0".parse(), Ok(Level(0)));
        assert_eq!("20".parse(), Ok(Level::MAX));
        for text in ["", "21", "-1", "300", "x"] {
            assert!(text.parse::<Level>().is_err(), "{text:?}");
        }
    }
}
