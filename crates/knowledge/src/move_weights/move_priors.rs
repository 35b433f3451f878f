//! The probability of each move by the learned weights.

use std::fmt;
use std::sync::OnceLock;

use super::feature_family::FeatureFamily;
use super::move_context::MoveContext;
use super::shape_dictionary::ShapeDictionary;
use super::shape_hash::ShapeView;
use super::tactical_features::{NetReading, TacticalFeatures};
use super::weights_file::MoveWeights;
use sgmp_board::rules::Point;

/// `data/README.md` has the commands that made it.
const BYTES: &[u8] = include_bytes!("../../data/patterns.bin");

/// Least weights of features that are rare in games or mostly a waste there, but vital where they are
/// not: a search has to look. Players leave dead stones in atari, and a string to be caught in a snapback is left alone.
const FLOORS: [(FeatureFamily, u8, f32); 4] = [
    (FeatureFamily::Capture, 3, 0.5),
    (FeatureFamily::Capture, 4, 1.5),
    (FeatureFamily::SelfAtari, 4, 0.5),
    (FeatureFamily::Atari, 3, 1.5),
];

/// Learned move weights, ready for look-ups.
///
/// # Examples
///
/// ```
/// use sgmp_knowledge::move_weights::{MoveContext, MovePriors};
/// use sgmp_board::rules::{BoardSize, Color, Game, Komi, Point};
///
/// let game = Game::new(BoardSize::NINETEEN, Komi::default());
/// let context = MoveContext::from_game(&game, Color::Black);
/// let points = ["Q16", "K10"].map(|name| Point::parse(name).unwrap());
/// let chances = MovePriors::embedded().probabilities(context, &points);
/// assert!(chances[0] > chances[1], "a game begins in a corner");
/// ```
#[derive(Clone, PartialEq)]
pub struct MovePriors {
    dictionary: ShapeDictionary,
    shape_weights: Vec<f32>,
    levels: [[f32; FeatureFamily::MAX_LEVELS]; FeatureFamily::COUNT],
    pass: f32,
}

impl From<&MoveWeights> for MovePriors {
    fn from(weights: &MoveWeights) -> Self {
        Self {
            dictionary: ShapeDictionary::new(&weights.shapes),
            shape_weights: weights.shape_weights.clone(),
            levels: weights.levels,
            pass: weights.pass,
        }
    }
}

impl fmt::Debug for MovePriors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MovePriors")
    }
}

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

    /// A number that stands for its weights.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let weights = self.levels.iter().flatten().chain(&self.shape_weights);
        weights
            .chain([&self.pass])
            .fold(0xcbf2_9ce4_8422_2325, |hash, weight| {
                (hash ^ u64::from(weight.to_bits())).wrapping_mul(0x0000_0100_0000_01b3)
            })
    }

    /// Gives a tactical feature at least this weight (a natural logarithm): what is rare in games
    /// may be vital in a search.
    ///
    /// # Panics
    /// If the family has no such level; level 0 is none.
    pub(crate) fn raise(&mut self, group: FeatureFamily, level: u8, least: f32) {
        assert!(
            (1..=group.levels()).contains(&level),
            "{group:?} has no level {level}"
        );
        let weight = &mut self.levels[group as usize][usize::from(level)];
        *weight = weight.max(least);
    }

    /// Returns whether any level of a family weighs something.
    pub(super) fn weighs(&self, group: FeatureFamily) -> bool {
        self.levels[group as usize]
            .iter()
            .any(|weight| *weight != 0.0)
    }

    /// The probability of each of these moves, if one of them is made or a pass, which has what is
    /// left to 1. All have to be legal.
    #[must_use]
    pub fn probabilities(&self, position: MoveContext<'_>, points: &[Point]) -> Vec<f32> {
        let mut shares = self.strengths(position, points);
        let most = shares.iter().copied().fold(self.pass, f32::max);
        for share in &mut shares {
            *share = (*share - most).exp();
        }
        let sum: f32 = shares.iter().sum::<f32>() + (self.pass - most).exp();
        for share in &mut shares {
            *share /= sum;
        }
        shares
    }

    /// The natural logarithm of the strength of each of these moves, up to a constant of the
    /// position. All have to be legal.
    #[must_use]
    pub fn strengths(&self, position: MoveContext<'_>, points: &[Point]) -> Vec<f32> {
        let view = ShapeView::new(&position);
        let nets = if self.weighs(FeatureFamily::Net) {
            NetReading::Read
        } else {
            NetReading::Skipped
        };
        let mut features = TacticalFeatures::new(position, nets);
        let strength = |point: &Point| {
            let shape = self.dictionary.largest(view.around(*point)) as usize;
            let levels = features.levels(*point);
            let weights = self.levels.iter().zip(levels.all());
            let tactics: f32 = weights
                .map(|(group, level)| group[usize::from(*level)])
                .sum();
            self.shape_weights[shape] + tactics
        };
        points.iter().map(strength).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::move_weights::ShapeId;
    use sgmp_board::rng::Rng;
    use sgmp_board::rules::{Board, BoardSize, Color, Move, diagram};

    /// Some of the shapes of a position, the smaller ones of each included.
    fn some_shapes(position: MoveContext<'_>, rng: &mut Rng) -> Vec<ShapeId> {
        let view = ShapeView::new(&position);
        let points: Vec<Point> = position.legal_points().collect();
        let shapes = points.iter().flat_map(|point| {
            let count = rng.below(9) as usize;
            view.around(*point).take(count).collect::<Vec<_>>()
        });
        shapes.collect()
    }

    #[test]
    fn probabilities_are_those_of_a_slow_twin() {
        let mut rng = Rng::from_seed(3);
        let mut board = Board::new(BoardSize::new(13).unwrap());
        let (mut color, mut last) = (Color::Black, None);
        for _ in 0..90 {
            let points = board.empty_points();
            let point = points[rng.below(points.len() as u32) as usize];
            if board.play(color, Move::Play(point)).is_err() {
                continue;
            }
            let before = last;
            (last, color) = (Some(point), !color);
            let position = MoveContext {
                board: &board,
                color,
                last,
                before,
            };
            let mut shapes = some_shapes(position, &mut rng);
            shapes.sort();
            shapes.dedup();
            let mut weights = MoveWeights::even(shapes);
            weights.pass = rng.below(1000) as f32 / 200.0 - 2.5;
            for weight in &mut weights.shape_weights {
                *weight = rng.below(1000) as f32 / 200.0 - 2.5;
            }
            for levels in &mut weights.levels {
                for weight in &mut levels[1..] {
                    *weight = rng.below(1000) as f32 / 500.0 - 1.0;
                }
            }
            let points: Vec<Point> = position.legal_points().collect();
            let fast = MovePriors::from(&weights).probabilities(position, &points);
            for (fast, slow) in fast.iter().zip(slow_twin(&weights, position, &points)) {
                assert!((f64::from(*fast) - slow).abs() < 1e-5);
            }
        }
    }

    #[test]
    fn a_raised_feature_is_the_likelier() {
        let board = diagram::parse(". . . .\n. . X .\n. X O .\n. . X .").unwrap();
        let position = MoveContext {
            board: &board,
            color: Color::Black,
            last: None,
            before: None,
        };
        let points: Vec<Point> = position.legal_points().collect();
        let mut priors = MovePriors::from(&MoveWeights::even(Vec::new()));
        let even = priors.probabilities(position, &points);
        assert!(even.iter().all(|chance| (chance - even[0]).abs() < 1e-6));
        priors.raise(FeatureFamily::Capture, 2, 3.0);
        priors.raise(FeatureFamily::Capture, 2, 1.0);
        let raised = priors.probabilities(position, &points);
        let capture = points
            .iter()
            .position(|point| *point == Point::parse("D2").unwrap());
        let ratio = raised[capture.unwrap()] / raised.iter().copied().fold(1.0, f32::min);
        assert!((ratio.ln() - 3.0).abs() < 1e-4, "{ratio}");
        let mut other = priors.clone();
        assert_eq!(other.digest(), priors.digest());
        other.raise(FeatureFamily::Net, 1, 0.1);
        assert_ne!(other.digest(), priors.digest());
    }

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

    /// Products of weights over a map of shapes, every radius tried.
    fn slow_twin(weights: &MoveWeights, position: MoveContext<'_>, points: &[Point]) -> Vec<f64> {
        let known: HashMap<ShapeId, f32> = weights
            .shapes
            .iter()
            .copied()
            .zip(weights.shape_weights[1..].iter().copied())
            .collect();
        let gammas = points.iter().map(|point| {
            let shapes: Vec<ShapeId> = ShapeView::new(&position).around(*point).collect();
            let largest = shapes.iter().rev().find_map(|shape| known.get(shape));
            let mut gamma = f64::from(*largest.unwrap_or(&weights.shape_weights[0])).exp();
            // Alone, so that nothing read for another move helps or harms.
            let levels = TacticalFeatures::new(position, NetReading::Read).levels(*point);
            for group in FeatureFamily::ALL {
                let weight = weights.levels[group as usize][usize::from(levels.level(group))];
                gamma *= f64::from(weight).exp();
            }
            gamma
        });
        let gammas: Vec<f64> = gammas.collect();
        let sum: f64 = gammas.iter().sum::<f64>() + f64::from(weights.pass).exp();
        gammas.into_iter().map(|gamma| gamma / sum).collect()
    }
}
