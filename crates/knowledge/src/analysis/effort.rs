//! Limits of the reading for an analysis.

use crate::reading::Budget;

/// Limits of reading strings, connections and groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// For one question about one string.
    pub strings: Budget,
    /// For one question about one connection: much smaller, since what is not cut quickly is solid
    /// only if that is proved quickly.
    pub connections: Budget,
    /// Loose connections that are read at most.
    pub links: usize,
    /// Groups whose life is read to the end at most.
    pub lives: usize,
    /// Groups whose life is searched at most.
    pub life_problems: usize,
    /// Stones of such a group at least.
    pub life_stones: usize,
    /// For one question about the life of a group.
    pub life_problem: Budget,
}

impl Effort {
    /// The limits of a level of play, 0 to 20 (and above): at level 0 strings of at most three
    /// liberties and only the nearest connections; the life of groups is searched from level 3 on.
    #[must_use]
    pub const fn for_level(level: u8) -> Self {
        let level = if level > 20 { 20 } else { level };
        let decisions = (4 + 2 * level as u32) << (level / 4);
        Self {
            strings: Budget {
                decisions,
                liberties: if level < 5 { 3 } else { Budget::LIBERTIES },
                depth: Budget::DEPTH,
                is_deep: false,
            },
            connections: Budget {
                decisions: 2 + level as u32,
                liberties: 3,
                depth: 8 + level as u16,
                is_deep: false,
            },
            links: 8 + 4 * level as usize,
            lives: (level as usize).saturating_sub(7),
            life_problems: 2 * (level as usize).saturating_sub(2),
            life_stones: 1,
            life_problem: Budget {
                decisions,
                liberties: Budget::LIBERTIES,
                depth: Budget::DEPTH,
                is_deep: false,
            },
        }
    }

    /// The same for the choice of a move, where time is short: the life of large groups alone is searched, and
    /// not for long. Small ones take half of the time of all searches, and what a search does not settle soon it
    /// seldom settles (docs/reading.md, "In play").
    #[must_use]
    pub const fn in_play(level: u8) -> Self {
        let mut effort = Self::for_level(level);
        effort.life_stones = 4;
        effort.life_problem.decisions /= 4;
        effort
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_higher_level_reads_further() {
        let pairs = (0..20).map(|level| (Effort::for_level(level), Effort::for_level(level + 1)));
        for (less, more) in pairs {
            assert!(less.strings.decisions < more.strings.decisions);
            assert!(less.connections.decisions < more.connections.decisions);
            assert!(less.links < more.links && less.lives <= more.lives);
            assert!(less.life_problems <= more.life_problems);
        }
        assert_eq!(Effort::for_level(255), Effort::for_level(20));
    }
}
