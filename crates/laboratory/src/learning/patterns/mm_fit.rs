//! Minorization-maximization: weights that make the played moves likely.
//!
//! A move's strength is the product of its features' weights; a game is played among the moves of
//! each position and the played one has won. A feature that won W times and whose moves were
//! expected to win E times gets its weight times W / E; all features of a group at once, as a team
//! has one of them at most (Hunter, "MM algorithms for generalized Bradley-Terry models", 2004;
//! Coulom 2007). Every feature has won and lost a few games more against a move of weight 1, so
//! that one that never won has a weight, too.

// Why it converges: the logarithm of a position's total strength is concave, so a tangent bounds it
// from above; with that bound in its place the log-likelihood has no term with two weights of one
// group, and its maximum in each weight is W / E times the old weight. Each step raises the bound and
// so the likelihood itself, with no step size to choose. The virtual games are the Beta prior that
// Coulom (2007) adds: without them a feature that never won would go to weight 0.

use crc_any::CRCu32;

use super::corpus::{Columns, Corpus};
use sgmp_board::shared_work::map_each;
use sgmp_knowledge::move_weights::{FeatureFamily, MoveWeights, ShapeId};

/// Games that every feature has won and lost besides. Moves held out were foretold better with two
/// than with one, and as well as with two and a half.
const VIRTUAL_GAMES: f64 = 2.0;

/// Version of the fit; a fit interrupted in another version is not continued.
const VERSION: u64 = 3;

/// Beyond this a weight's logarithm is not believed.
const MAX_WEIGHT: f64 = 12.0;

/// The groups of features, and the shapes as one more.
const COLUMNS: usize = FeatureFamily::COUNT + 1;

/// The reason why a fit cannot be continued.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FitError {
    /// They are none, or damaged.
    #[error("this is no fit that was broken off, or it is damaged")]
    Damaged,
    /// It was fitted to other games, or with other words.
    #[error("the fit that was broken off was of other games or other words")]
    Other,
}

/// Weights on their way.
#[derive(Clone, Debug)]
pub struct Fit {
    /// Natural logarithms, by column (the shapes first) and feature; what a shape has besides those
    /// in it.
    weights: [Vec<f32>; COLUMNS],
    /// The weights of whole shapes: together with those in them.
    wholes: Vec<f32>,
    /// Number of times each feature was played.
    wins: [Vec<f64>; COLUMNS],
    /// Of every move: the logarithm of its strength.
    strengths: Vec<Vec<f32>>,
    sweeps: u32,
    jobs: usize,
}

/// A column of a part of the corpus.
enum Column<'a> {
    Shapes(&'a [u32]),
    Levels(&'a [u8]),
}

impl Column<'_> {
    const fn at(&self, place: usize) -> usize {
        match self {
            Self::Shapes(shapes) => shapes[place] as usize,
            Self::Levels(levels) => levels[place] as usize,
        }
    }
}

fn column(part: &Columns, column: usize) -> Column<'_> {
    match column.checked_sub(1) {
        None => Column::Shapes(&part.shapes),
        Some(group) => Column::Levels(&part.levels[group]),
    }
}

/// The outcome of a pass over a part.
struct Pass {
    /// Expected number of wins of each feature.
    expected: Vec<f64>,
    /// Sum of the logarithms of the played moves' probabilities.
    evidence: f64,
}

impl Fit {
    /// Even weights for so many shapes.
    #[must_use]
    pub fn new(corpus: &Corpus, shapes: u32, jobs: usize) -> Self {
        let sizes: [usize; COLUMNS] = std::array::from_fn(|at| match at.checked_sub(1) {
            None => shapes as usize + 1,
            Some(group) => usize::from(FeatureFamily::ALL[group].levels()) + 1,
        });
        let mut wins = sizes.map(|size| vec![0.0; size]);
        for part in &corpus.parts {
            for (at, wins) in wins.iter_mut().enumerate() {
                let column = column(part, at);
                for position in part.positions() {
                    wins[column.at(position.start)] += 1.0;
                }
            }
        }
        corpus.inclusion.add_to_smaller(&mut wins[0]);
        Self {
            weights: sizes.map(|size| vec![0.0; size]),
            wholes: vec![0.0; sizes[0]],
            wins,
            strengths: corpus
                .parts
                .iter()
                .map(|part| vec![0.0; part.shapes.len()])
                .collect(),
            sweeps: 0,
            jobs,
        }
    }

    /// Sweeps that were done so far.
    #[must_use]
    pub const fn sweeps(&self) -> u32 {
        self.sweeps
    }

    /// Fits every group once, the others as they are; the mean log-evidence of a played move before
    /// that.
    pub fn sweep(&mut self, corpus: &Corpus) -> f64 {
        let mut evidence = None;
        for depth in 0..corpus.inclusion.depths() {
            let mut found = self.pass(corpus, 0);
            evidence.get_or_insert(found.evidence);
            corpus.inclusion.add_to_smaller(&mut found.expected);
            self.update_shapes(corpus, depth, &found.expected);
        }
        for at in 1..COLUMNS {
            let found = self.pass(corpus, at);
            self.update(corpus, at, &found.expected);
        }
        self.sweeps += 1;
        // Sums of changes drift, and who goes on later has none.
        self.strengthen(corpus);
        evidence.unwrap_or_default() / corpus.positions().max(1) as f64
    }

    fn pass(&mut self, corpus: &Corpus, at: usize) -> Pass {
        let size = self.weights[at].len();
        let items = corpus.parts.iter().zip(&self.strengths);
        let passes = map_each(self.jobs, items, |(part, strengths)| {
            expect(part, strengths, &column(part, at), size)
        });
        let none = Pass {
            expected: vec![0.0; size],
            evidence: 0.0,
        };
        passes.into_iter().fold(none, |mut sum, pass| {
            for (sum, part) in sum.expected.iter_mut().zip(pass.expected) {
                *sum += part;
            }
            sum.evidence += pass.evidence;
            sum
        })
    }

    /// New weights of the shapes in which so many others lie, and the strengths that follow.
    fn update_shapes(&mut self, corpus: &Corpus, depth: u8, expected: &[f64]) {
        let inclusion = &corpus.inclusion;
        let mut changes = vec![0.0_f32; expected.len()];
        for (shape, expected) in expected.iter().enumerate() {
            // "None" has a weight, too: it is one of the smallest.
            if inclusion.is_at_depth(depth, shape) {
                changes[shape] = self.refit(0, shape, *expected);
            }
        }
        inclusion.add_from_smaller(&mut changes);
        self.change(corpus, 0, &changes);
    }

    /// New weights of a group of tactical features, and the strengths that follow.
    fn update(&mut self, corpus: &Corpus, at: usize, expected: &[f64]) {
        let mut changes = vec![0.0_f32; expected.len()];
        // To have none of them is the measure of the others.
        for (feature, expected) in expected.iter().enumerate().skip(1) {
            changes[feature] = self.refit(at, feature, *expected);
        }
        self.change(corpus, at, &changes);
    }

    /// Gives a feature that was expected to win so often its new weight; by how much that changed.
    fn refit(&mut self, at: usize, feature: usize, expected: f64) -> f32 {
        let weight = &mut self.weights[at][feature];
        let old = f64::from(*weight).exp();
        let games = expected / old + 2.0 * VIRTUAL_GAMES / (old + 1.0);
        let new = ((self.wins[at][feature] + VIRTUAL_GAMES) / games).ln();
        let new = new.clamp(-MAX_WEIGHT, MAX_WEIGHT) as f32;
        let change = new - *weight;
        *weight = new;
        change
    }

    /// Applies changes of a column's weights to the strengths.
    fn change(&mut self, corpus: &Corpus, at: usize, changes: &[f32]) {
        let items = corpus.parts.iter().zip(&mut self.strengths);
        map_each(self.jobs, items, |(part, strengths)| {
            let column = column(part, at);
            for (place, strength) in strengths.iter_mut().enumerate() {
                *strength += changes[column.at(place)];
            }
        });
    }

    /// The weights as they are.
    #[must_use]
    pub fn weights(&self, shapes: Vec<ShapeId>) -> MoveWeights {
        let mut weights = MoveWeights::even(shapes);
        weights.shape_weights.clone_from(&self.wholes);
        for (levels, fitted) in weights.levels.iter_mut().zip(&self.weights[1..]) {
            levels[..fitted.len()].copy_from_slice(fitted);
        }
        weights
    }

    /// All that is needed to go on later; `digest` stands for the games and the words.
    #[must_use]
    pub fn to_bytes(&self, digest: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend_from_slice(&(digest ^ VERSION).to_le_bytes());
        bytes.extend_from_slice(&self.sweeps.to_le_bytes());
        for weight in self.weights.iter().flatten() {
            bytes.extend_from_slice(&weight.to_le_bytes());
        }
        let mut crc = CRCu32::crc32();
        crc.digest(&bytes);
        bytes.extend_from_slice(&crc.get_crc().to_le_bytes());
        bytes
    }

    /// Takes over what [`Self::to_bytes`] gave for the same corpus.
    ///
    /// # Errors
    /// `FitError`; the fit is as it was then.
    pub fn go_on(&mut self, corpus: &Corpus, bytes: &[u8], digest: u64) -> Result<(), FitError> {
        let (body, crc) = bytes.split_last_chunk::<4>().ok_or(FitError::Damaged)?;
        let mut sum = CRCu32::crc32();
        sum.digest(body);
        if sum.get_crc() != u32::from_le_bytes(*crc) {
            return Err(FitError::Damaged);
        }
        let (found, rest) = body.split_first_chunk::<8>().ok_or(FitError::Damaged)?;
        let (sweeps, rest) = rest.split_first_chunk::<4>().ok_or(FitError::Damaged)?;
        let all: usize = self.weights.iter().map(Vec::len).sum();
        if u64::from_le_bytes(*found) != digest ^ VERSION || rest.len() != 4 * all {
            return Err(FitError::Other);
        }
        let mut numbers = rest
            .as_chunks::<4>()
            .0
            .iter()
            .map(|bytes| f32::from_le_bytes(*bytes));
        for weight in self.weights.iter_mut().flatten() {
            *weight = numbers.next().unwrap_or_default();
        }
        self.sweeps = u32::from_le_bytes(*sweeps);
        self.strengthen(corpus);
        Ok(())
    }

    /// The strengths of all moves by the weights, summed as the sweeps would.
    fn strengthen(&mut self, corpus: &Corpus) {
        self.wholes.clone_from(&self.weights[0]);
        corpus.inclusion.add_from_smaller(&mut self.wholes);
        let (weights, wholes) = (&self.weights, &self.wholes);
        let items = corpus.parts.iter().zip(&mut self.strengths);
        map_each(self.jobs, items, |(part, strengths)| {
            for (place, strength) in strengths.iter_mut().enumerate() {
                let groups = (1..COLUMNS).map(|at| weights[at][column(part, at).at(place)]);
                *strength = wholes[part.shapes[place] as usize] + groups.sum::<f32>();
            }
        });
    }
}

/// Expected number of wins of each feature of a column.
fn expect(part: &Columns, strengths: &[f32], column: &Column<'_>, size: usize) -> Pass {
    let mut expected = vec![0.0; size];
    let mut evidence = 0.0;
    let mut shares = Vec::new();
    for position in part.positions() {
        let moves = &strengths[position.clone()];
        let most = moves.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        shares.clear();
        shares.extend(moves.iter().map(|strength| (strength - most).exp()));
        let sum: f32 = shares.iter().sum();
        for (place, share) in position.clone().zip(&shares) {
            expected[column.at(place)] += f64::from(share / sum);
        }
        evidence += f64::from(moves[0] - most - sum.ln());
    }
    Pass { expected, evidence }
}
