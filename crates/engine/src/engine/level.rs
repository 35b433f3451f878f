//! Levels of play.

use std::fmt;
use std::str::FromStr;

use super::NetSkill;
use sgmp_knowledge::experts::Skill;

/// Strength of play: from 0, which answers at once, to 20, which searches as long as it may.
///
/// Levels 0 to 6 are played by the experts alone ([`Self::skill`]). From 7 to 19 a level asks the net
/// ([`Self::net_skill`]): up to 13 its policy alone, at a temperature that falls and with lapses that grow
/// rare, from 14 on in a search of few evaluations, each time twice as many. Without a net they search with a
/// cap of playouts for a move, each nearly twice the one before: 75 at level 7, 470 at 10, 10,000 at 15, and
/// 120,000 at 19.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// Ratio of a level's playouts to those of the level before.
const STEP: f64 = 1.85;

impl Level {
    /// The strongest of all levels.
    pub const MAX: Self = Self(20);

    /// The weakest of all levels.
    pub const MIN: Self = Self(0);

    /// The level of games where nobody says another: one for a first game.
    pub const USUAL: Self = Self(1);

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (Self::MIN.0..=Self::MAX.0).map(Self)
    }

    /// A level from 0 to 20; `None` for others.
    #[must_use]
    pub const fn new(level: u8) -> Option<Self> {
        if level <= Self::MAX.0 {
            Some(Self(level))
        } else {
            None
        }
    }

    /// Its number, 0 to 20.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
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

    /// The way a level from 7 to 19 plays with a net; `None` for others.
    #[must_use]
    pub const fn net_skill(self) -> Option<NetSkill> {
        let (evaluations, temperature, lapses) = match self.0 {
            7 => (1, 0.86, 0.06),
            8 => (1, 0.8, 0.055),
            9 => (1, 0.75, 0.05),
            10 => (1, 0.62, 0.035),
            11 => (1, 0.45, 0.02),
            12 => (1, 0.3, 0.01),
            13 => (1, 0.2, 0.0),
            14 => (4, 0.4, 0.0),
            15 => (8, 0.3, 0.0),
            16 => (16, 0.25, 0.0),
            17 => (32, 0.2, 0.0),
            18 => (64, 0.2, 0.0),
            19 => (128, 0.2, 0.0),
            _ => return None,
        };
        Some(NetSkill {
            evaluations,
            temperature,
            lapses,
        })
    }

    /// Its rank, roughly, on the scale of the KGS server, as `docs/measurements/levels.md` derives it from games against
    /// GNU Go. The pages that name ranks are held against it.
    #[must_use]
    pub const fn rank(self) -> &'static str {
        match self.0 {
            0 => "22 kyu",
            1 => "21 kyu",
            2 => "20 kyu",
            3 => "19 kyu",
            4 => "18 kyu",
            5 => "15 to 16 kyu",
            6 => "13 kyu",
            7 => "8 kyu",
            8 => "7 to 8 kyu",
            9 => "7 kyu",
            10 => "6 kyu",
            11 => "5 kyu",
            12 => "4 to 5 kyu",
            13 => "4 kyu",
            14 => "3 kyu",
            15 => "2 to 3 kyu",
            16 => "2 kyu",
            17 => "1 kyu",
            18 => "1 dan",
            19 => "1 to 2 dan",
            _ => "2 dan and above",
        }
    }

    /// The level as a person reads it, with its rank: "level 6, about 13 kyu", "level 5, 15 to 16 kyu".
    #[must_use]
    pub fn in_words(self) -> String {
        format!("level {self}, {}", self.about())
    }

    /// Its rank as a phrase: "about 13 kyu", and a range as it is.
    #[must_use]
    pub fn about(self) -> String {
        let rank = self.rank();
        let is_vague = rank.contains(" to ") || rank.contains("above");
        let about = if is_vague { "" } else { "about " };
        format!("{about}{rank}")
    }

    /// Greatest number of playouts for a move of a search without a net; `None` at full strength, where only
    /// time counts.
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

/// The text that is not a level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a level: write 0 to 20")]
pub struct LevelError(pub String);

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Self, LevelError> {
        let level = text.parse().ok().and_then(Self::new);
        level.ok_or_else(|| LevelError(text.to_owned()))
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
    fn with_a_net_each_level_is_stronger_than_the_one_before() {
        let skills: Vec<NetSkill> = (0..=20)
            .filter_map(|n| Level::new(n).unwrap().net_skill())
            .collect();
        assert_eq!(skills.len(), 13, "levels 7 to 19");
        for pair in skills.windows(2) {
            let [less, more] = [pair[0], pair[1]];
            assert!(less.lapses >= more.lapses, "{pair:?}");
            let is_colder = less.temperature > more.temperature;
            assert!(
                less.evaluations < more.evaluations
                    || less.evaluations == more.evaluations && is_colder,
                "{pair:?}"
            );
        }
        assert!(skills[..7].iter().all(|skill| skill.evaluations == 1));
        assert!(skills[12].evaluations >= 100);
    }

    #[test]
    fn a_level_is_told_with_its_rank() {
        let told = |level| Level::new(level).unwrap().in_words();
        assert_eq!(told(6), "level 6, about 13 kyu");
        assert_eq!(told(3), "level 3, about 19 kyu");
        assert_eq!(told(20), "level 20, 2 dan and above");
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
