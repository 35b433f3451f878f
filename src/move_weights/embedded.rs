//! The weights that the program carries.

use std::sync::OnceLock;

use super::{Group, PatternPriors, PatternWeights};

/// `data/README.md` has the commands that made it.
const BYTES: &[u8] = include_bytes!("../../data/patterns.bin");

/// What is rare in games or mostly a waste there, but vital where it is not: a search has to look.
/// Players leave dead stones in atari, and who is to be caught in a snapback plays elsewhere.
const FLOORS: [(Group, u8, f32); 4] = [
    (Group::Capture, 3, 0.5),
    (Group::Capture, 4, 1.5),
    (Group::SelfAtari, 4, 0.5),
    (Group::Atari, 3, 1.5),
];

/// The priors by the weights that the program carries, read at the first call: some milliseconds.
///
/// # Panics
/// If they are damaged, which a test rules out.
pub fn shipped() -> &'static PatternPriors {
    static PRIORS: OnceLock<PatternPriors> = OnceLock::new();
    PRIORS.get_or_init(|| {
        let weights = PatternWeights::from_bytes(BYTES).expect("weights that a test has read");
        PatternPriors::for_search(&weights)
    })
}

impl PatternPriors {
    /// These weights as a search asks them: what is vital where players seldom play it is raised,
    /// except in groups of which they know nothing.
    #[must_use]
    pub fn for_search(weights: &PatternWeights) -> Self {
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
    use crate::move_weights::Position;
    use crate::rules::{Color, Point, diagram};

    #[test]
    fn nothing_is_raised_in_groups_that_weights_do_not_know() {
        let mut weights = PatternWeights::even(Vec::new());
        weights.levels[Group::Capture as usize][1] = 0.1;
        let priors = PatternPriors::for_search(&weights);
        assert!(priors.weighs(Group::Capture) && !priors.weighs(Group::Atari));
        let mut raised = PatternPriors::from(&weights);
        raised.raise(Group::Capture, 3, 0.5);
        raised.raise(Group::Capture, 4, 1.5);
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
        let position = Position {
            board: &board,
            color: Color::Black,
            last: Point::parse("C4"),
            before: Point::parse("C3"),
        };
        let points: Vec<Point> = position.legal_points().collect();
        let chances = shipped().probabilities(position, &points);
        let best = (0..points.len()).max_by(|a, b| chances[*a].total_cmp(&chances[*b]));
        assert_eq!(best.map(|at| points[at]), Point::parse("D4"));
    }
}
