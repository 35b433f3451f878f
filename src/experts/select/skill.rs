//! What a level of play without search tries.

#[cfg(doc)]
use crate::reading::Tactician;

/// How well the experts' suggestions are looked into.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skill {
    /// Moves that are tried on the board.
    pub tries: usize,
    /// The level of the analysis that each of them gets.
    pub reading: u8,
    /// How many of the best get a second look; none at 0. With second looks the tactician tells lines of play,
    /// for no one but as a part of the work by which these come to an end, as when their strength was measured.
    pub again: usize,
    /// The level of the analysis for the position itself and for second looks.
    pub careful: u8,
    /// What may be read for a move, by [`Tactician::work`], before second looks come to an end: the best
    /// so far is chosen then.
    pub work: u64,
    /// Ends of the lines of one move's tree that are looked at; none at 0.
    pub leaves: usize,
    /// Points by which a move that everybody plays is ahead in the order of trying; others by the
    /// logarithm of their chance.
    pub habit: f32,
    /// Points by which chance may prefer one move to another.
    pub noise: f32,
}

impl Skill {
    /// The highest level that plays by knowledge alone.
    pub const MOST: u8 = 6;

    /// Some 50 ms on one core of a machine of 2024, whatever the position: with the look that goes beyond
    /// it the highest level answers within 100 ms but for one move in 500 ("How far it is" in docs/experts.md).
    const WORK: u64 = 110_000;

    /// The skill by which a move is explained: the highest, and nothing left to chance.
    #[must_use]
    pub const fn teacher() -> Self {
        Self {
            noise: 0.0,
            ..Self::for_level(Self::MOST)
        }
    }

    /// The skill of a level from 0 to 6; above, that of 6.
    #[must_use]
    pub const fn for_level(level: u8) -> Self {
        let (tries, reading, again, careful, leaves, habit, noise) = match level {
            0 => (1, 0, 0, 0, 0, 0.0, 4.0),
            1 => (3, 0, 0, 0, 0, 5.0, 3.0),
            2 => (5, 0, 0, 0, 0, 10.0, 2.0),
            3 => (8, 1, 0, 1, 0, 15.0, 1.5),
            4 => (10, 1, 2, 4, 1, 20.0, 1.0),
            5 => (14, 2, 4, 5, 2, 25.0, 0.7),
            _ => (24, 2, 7, 8, 1, 30.0, 0.4),
        };
        Self {
            tries,
            reading,
            again,
            careful,
            work: Self::WORK,
            leaves,
            habit,
            noise,
        }
    }
}
