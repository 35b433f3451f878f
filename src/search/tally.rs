//! Simulations won by the game's komi, beside those that the tree was told of.

use crate::rules::Color;

/// Results of the side that searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    simulations: u32,
    /// Half wins by the game's komi.
    won: u32,
    /// Half wins as the tree was told.
    told: u32,
    /// Half points, komi counted in.
    lead: i64,
}

impl Tally {
    /// Adds a simulation: Black's margin in half points, and what the tree was told: 1 if Black has
    /// won, -1 if White has, 0 for a drawn game.
    pub(super) fn add(&mut self, color: Color, margin: i32, told: i32) {
        let sign = match color {
            Color::Black => 1,
            Color::White => -1,
        };
        self.simulations += 1;
        self.won += (1 + sign * margin.signum()) as u32;
        self.told += (1 + sign * told) as u32;
        self.lead += i64::from(sign * margin);
    }

    /// Both as one.
    #[must_use]
    pub fn merged(self, other: Self) -> Self {
        Self {
            simulations: self.simulations + other.simulations,
            won: self.won + other.won,
            told: self.told + other.told,
            lead: self.lead + other.lead,
        }
    }

    /// What has to be added to a share of simulations won as the tree was told, to have it by the
    /// game's komi: -1 to 1.
    #[must_use]
    pub fn correction(&self) -> f32 {
        let all = 2.0 * self.simulations.max(1) as f32;
        (self.won as f32 - self.told as f32) / all
    }

    /// Half points that this side may be asked for besides komi, of a lead that is certain, or
    /// given of a lag: `part` of what the simulations come to on average, less where they do not
    /// agree on the winner.
    pub(super) fn held(&self, part: f32) -> i32 {
        /// How far from even the share won is where a part of the lead is held, and all of the part.
        const FROM: f32 = 0.15;
        const TO: f32 = 0.4;
        let all = self.simulations.max(1) as f32;
        let tilt = (self.won as f32 / (2.0 * all) - 0.5).abs();
        let certain = ((tilt - FROM) / (TO - FROM)).clamp(0.0, 1.0);
        (part * certain * self.lead as f32 / all).round() as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_tree_was_told_is_set_right() {
        let mut tally = Tally::default();
        for (margin, told) in [(9, 1), (3, -1), (1, 0), (-5, -1)] {
            tally.add(Color::Black, margin, told);
        }
        assert!((tally.correction() - 0.375).abs() < 1e-6);
        let mut theirs = Tally::default();
        theirs.add(Color::White, 1, -1);
        assert!((theirs.correction() + 1.0).abs() < 1e-6);
        assert!((tally.merged(theirs).correction() - 0.1).abs() < 1e-6);
    }

    #[test]
    fn a_part_of_a_certain_lead_is_held() {
        let held = |margins: &[i32]| {
            let mut tally = Tally::default();
            for margin in margins {
                tally.add(Color::White, *margin, margin.signum());
            }
            tally.held(0.5)
        };
        assert_eq!(held(&[-20, -20, -20]), 10, "all are won by ten points");
        assert_eq!(held(&[20, 20, 20]), -10);
        assert_eq!(held(&[-60, 5, -60, 5]), 0, "who wins is open");
        assert_eq!(held(&[]), 0);
    }
}
