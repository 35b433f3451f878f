//! The skill of a level of play without search.

use crate::analysis::Effort;
#[cfg(doc)]
use crate::reading::Tactician;

/// Limits of the work on the experts' suggestions, and the weights that depend on the level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skill {
    /// Moves that are tried on the board.
    pub tries: usize,
    /// The level of the analysis that each of them gets.
    pub reading: u8,
    /// Number of the best that get a second look; none at 0.
    pub second_looks: usize,
    /// The level of the analysis for the position itself and for second looks.
    pub careful: u8,
    /// Most reading for a move, by [`Tactician::work`]. Beyond it there are no second looks, and the
    /// best so far is chosen.
    pub max_work: u64,
    /// Most leaves of a move's tree that are counted; none at 0.
    pub leaves: usize,
    /// Points in the order of trying for a move that everybody plays; others get a part by the
    /// logarithm of their probability.
    pub policy_weight: f32,
    /// Random points added to a move's value, at most.
    pub noise: f32,
    /// True if the life of every group in doubt is searched in full, as a reader of explanations expects, and not
    /// that of large ones alone.
    pub describes: bool,
}

impl Skill {
    /// The highest level that plays by knowledge alone.
    pub const MAX_LEVEL: u8 = 6;

    /// Some 50 ms on one core of a machine of 2024, whatever the position: with the look that goes beyond
    /// it the highest level answers within 100 ms but for one move in 500 ("How far it is" in docs/experts.md).
    const MAX_WORK: u64 = 110_000;

    /// The skill by which a move is explained: the highest, and nothing left to chance.
    #[must_use]
    pub const fn teacher() -> Self {
        Self {
            noise: 0.0,
            describes: true,
            ..Self::for_level(Self::MAX_LEVEL)
        }
    }

    /// The skill of a level from 0 to 6; above, that of 6.
    #[must_use]
    pub const fn for_level(level: u8) -> Self {
        let (tries, reading, second_looks, careful, leaves, policy_weight, noise) = match level {
            0 => (1, 0, 0, 0, 0, 0.0, 4.0),
            1 => (2, 0, 0, 0, 0, 1.0, 4.5),
            2 => (3, 0, 0, 0, 0, 5.0, 3.0),
            3 => (6, 1, 0, 1, 0, 12.0, 2.2),
            4 => (10, 1, 2, 4, 1, 20.0, 1.0),
            5 => (17, 2, 5, 6, 2, 27.0, 0.6),
            _ => (24, 2, 7, 8, 1, 30.0, 0.4),
        };
        Self {
            tries,
            reading,
            second_looks,
            careful,
            max_work: Self::MAX_WORK,
            leaves,
            policy_weight,
            noise,
            describes: false,
        }
    }

    /// The effort of an analysis of a level.
    pub(super) const fn effort(&self, level: u8) -> Effort {
        match self.describes {
            true => Effort::for_level(level),
            false => Effort::in_play(level),
        }
    }
}
