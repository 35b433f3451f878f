//! The ladder: four named levels, each with fewer and fewer stones ahead.

use std::fmt;
use std::str::FromStr;

use sgmp_board::rules::BoardSize;
use sgmp_engine::engine::Level;

/// Wins in a row from which on a win goes up two rungs.
const STREAK: usize = 3;

/// A named level: how the computer plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum IgoLevel {
    /// It knows the rules and little more.
    Beginner,
    /// It sees what is captured at once.
    Novice,
    /// It plays as somebody who has played for some years.
    Player,
    /// It plays well, and fast.
    Expert,
}

impl IgoLevel {
    /// All, the weakest first.
    pub const ALL: [Self; 4] = [Self::Beginner, Self::Novice, Self::Player, Self::Expert];

    /// Number of the computer's level.
    #[must_use]
    pub const fn engine_level(self) -> u8 {
        match self {
            Self::Beginner => 0,
            Self::Novice => 3,
            Self::Player => 7,
            Self::Expert => 12,
        }
    }

    /// The computer's level.
    #[must_use]
    pub fn level(self) -> Level {
        Level::new(self.engine_level()).unwrap_or(Level::MAX)
    }

    /// Its name, in small letters.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Beginner => "beginner",
            Self::Novice => "novice",
            Self::Player => "player",
            Self::Expert => "expert",
        }
    }
}

impl fmt::Display for IgoLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text that names no level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no level: write beginner, novice, player or expert")]
pub struct IgoLevelError(pub String);

impl FromStr for IgoLevel {
    type Err = IgoLevelError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut all = Self::ALL.into_iter();
        let found = all.find(|level| level.name() == text);
        found.ok_or_else(|| IgoLevelError(text.to_owned()))
    }
}

/// A rung: a named level, and the stones that the learner has ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rung {
    /// The level that the computer plays at.
    pub level: IgoLevel,
    /// Stones that the learner has ahead; 0 in an even game.
    pub handicap: u8,
}

impl Rung {
    /// Stones ahead within a level on a board, the most first.
    const fn handicaps(size: BoardSize) -> &'static [u8] {
        match size.lines() {
            0..=10 => &[4, 3, 2, 0],
            11..=15 => &[5, 4, 3, 2, 0],
            _ => &[9, 7, 5, 3, 2, 0],
        }
    }

    /// The rungs of a board, the easiest first.
    fn all(size: BoardSize) -> impl Iterator<Item = Self> {
        IgoLevel::ALL.into_iter().flat_map(move |level| {
            let handicaps = Self::handicaps(size).iter();
            handicaps.map(move |handicap| Self {
                level,
                handicap: *handicap,
            })
        })
    }

    /// The easiest rung of a named level.
    #[must_use]
    pub const fn first_of(level: IgoLevel, size: BoardSize) -> Self {
        Self {
            level,
            handicap: Self::handicaps(size)[0],
        }
    }

    /// The rung of the game after one on this rung, which was won or lost; `wins` counts the wins in a row
    /// that it ended with.
    #[must_use]
    pub fn after(self, size: BoardSize, wins: usize) -> Self {
        let rungs: Vec<Self> = Self::all(size).collect();
        let here = rungs.iter().position(|rung| *rung == self).unwrap_or(0);
        let next = match wins {
            0 => here.saturating_sub(1),
            wins if wins >= STREAK => here + 2,
            _ => here + 1,
        };
        rungs[next.min(rungs.len() - 1)]
    }
}

impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}), ", self.level, self.level.level().in_words())?;
        match self.handicap {
            0 => f.write_str("even"),
            stones => write!(f, "you have {stones} stones ahead"),
        }
    }
}
