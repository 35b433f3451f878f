//! Simulations won by the game's komi, beside those that the tree was told of.

use crate::rules::Color;

/// Half wins of the side that searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    simulations: u32,
    /// By the game's komi.
    won: u32,
    /// As the tree was told.
    told: u32,
}

impl Tally {
    /// Adds a simulation: each sign is 1 if Black has won, -1 if White has, 0 for a drawn game.
    pub(super) fn add(&mut self, color: Color, won: i32, told: i32) {
        let half_wins = |sign: i32| match color {
            Color::Black => (1 + sign) as u32,
            Color::White => (1 - sign) as u32,
        };
        self.simulations += 1;
        self.won += half_wins(won);
        self.told += half_wins(told);
    }

    /// Both as one.
    #[must_use]
    pub fn merged(self, other: Self) -> Self {
        Self {
            simulations: self.simulations + other.simulations,
            won: self.won + other.won,
            told: self.told + other.told,
        }
    }

    /// What has to be added to a share of simulations won as the tree was told, to have it by the
    /// game's komi: -1 to 1.
    #[must_use]
    pub fn correction(&self) -> f32 {
        let all = 2.0 * self.simulations.max(1) as f32;
        (self.won as f32 - self.told as f32) / all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_tree_was_told_is_set_right() {
        let mut tally = Tally::default();
        for (won, told) in [(1, 1), (1, -1), (1, 0), (-1, -1)] {
            tally.add(Color::Black, won, told);
        }
        assert!((tally.correction() - 0.375).abs() < 1e-6);
        let mut theirs = Tally::default();
        theirs.add(Color::White, 1, -1);
        assert!((theirs.correction() + 1.0).abs() < 1e-6);
        assert!((tally.merged(theirs).correction() - 0.1).abs() < 1e-6);
    }
}
