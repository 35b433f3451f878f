//! The weights that the program carries.

use std::sync::OnceLock;

use super::{FeatureFamily, MovePriors, MoveWeights};

/// `data/README.md` has the commands that made it.
const BYTES: &[u8] = include_bytes!("../../data/patterns.bin");

/// Least weights of features that are rare in games or mostly a waste there, but vital where they are
/// not: a search has to look.
/// Players leave dead stones in atari, and a string to be caught in a snapback is left alone.
const FLOORS: [(FeatureFamily, u8, f32); 4] = [
    (FeatureFamily::Capture, 3, 0.5),
    (FeatureFamily::Capture, 4, 1.5),
    (FeatureFamily::SelfAtari, 4, 0.5),
    (FeatureFamily::Atari, 3, 1.5),
];

impl MovePriors {
    /// The priors by the weights that the program carries, read at the first call: some milliseconds.
    ///
    /// # Panics
    /// If they are damaged, which a test rules out.
    #[must_use]
    pub fn embedded() -> &'static Self {
        static PRIORS: OnceLock<MovePriors> = OnceLock::new();
        PRIORS.get_or_init(|| {
            let weights = MoveWeights::from_bytes(BYTES).expect("weights that a test has read");
            Self::for_search(&weights)
        })
    }

    /// Priors for a search: features that are vital though players seldom play them are raised, except
    /// in families without weights.
    #[must_use]
    pub fn for_search(weights: &MoveWeights) -> Self {
        let mut priors = Self::from(weights);
        for (group, level, least) in FLOORS {
            if priors.weighs(group) {
                priors.raise(group, level, least);
            }
        }
        priors
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::move_weights::MoveContext;
    use crate::rules::{Color, Point, diagram};

    #[test]
    fn nothing_is_raised_in_groups_that_weights_do_not_know() {
        let mut weights = MoveWeights::even(Vec::new());
        weights.levels[FeatureFamily::Capture as usize][1] = 0.1;
        let priors = MovePriors::for_search(&weights);
        assert!(priors.weighs(FeatureFamily::Capture) && !priors.weighs(FeatureFamily::Atari));
        let mut raised = MovePriors::from(&weights);
        raised.raise(FeatureFamily::Capture, 3, 0.5);
        raised.raise(FeatureFamily::Capture, 4, 1.5);
        assert_eq!(priors, raised);
    }

    #[test]
    fn players_take_what_is_in_atari() {
        let text = "
            . . . . . . .
            . . . . . . .
            . . X . . . .
            . X O . . . .
            . . X . . . .
            . . . . . . .
            . . . . . . .";
        let board = diagram::parse(text).unwrap();
        let position = MoveContext {
            board: &board,
            color: Color::Black,
            last: Point::parse("C4"),
            before: Point::parse("C3"),
        };
        let points: Vec<Point> = position.legal_points().collect();
        let chances = MovePriors::embedded().probabilities(position, &points);
        let best = (0..points.len()).max_by(|a, b| chances[*a].total_cmp(&chances[*b]));
        assert_eq!(best.map(|at| points[at]), Point::parse("D4"));
    }
}
