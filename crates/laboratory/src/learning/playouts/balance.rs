//! Simulation balancing: playout weights that leave each point to its final owner.
//
// The error of a position is the mean square of V - owner, where V is the mean of the playouts'
// outcomes. Its gradient is a product of two means, (V - owner) and the mean of outcome times gradient
// of the log-probability of the choices (REINFORCE, Williams 1992). The product is unbiased only if
// the two means come from separate playouts: hence twice `playouts` for the one and `playouts` for
// the other (Silver and Tesauro, "Monte-Carlo simulation balancing", 2009).

use super::gradient_trace::GradientTrace;
use super::labeled_position::LabeledPosition;
use super::mogo_shapes;
use crate::learning::adam::Adam;
use sgmp_board::rng::Rng;
use sgmp_board::rules::{Board, Color, Point};
use sgmp_board::shared_work::map_each;
use sgmp_engine::search::{PlayoutPolicy, RootPlayouts};

/// The first weights of the shapes that playouts liked before any were learned, and of others.
const LIKED: f32 = 3.0;
const OTHERS: f32 = -3.0;
/// Those of replies, in their order.
const REPLIES: [f32; 8] = [8.0, 8.0, 8.0, 6.0, -2.0, 6.0, 6.0, 8.0];

/// Lines around a choice whose points are its outcome.
const REACH: u8 = 3;

/// Pull towards the first weights, for what is seldom met.
const PULL: f32 = 1e-3;
/// Weights stay within this of 0.
const MAX_WEIGHT: f32 = 9.0;

/// Settings of the fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BalanceSettings {
    /// Positions that a step looks at.
    pub positions: u32,
    /// Playouts that make a gradient; twice as many make the means.
    pub playouts: u32,
    /// Approximate maximum change of a weight in a step.
    pub rate: f32,
    /// Of whatever is drawn by lot.
    pub seed: u64,
    /// Threads; they do not change the outcome.
    pub jobs: usize,
}

/// The reason why a state is not continued.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BalanceError {
    /// It was begun by other words, games or features, or is damaged.
    #[error("it was begun with other games or words, or is damaged")]
    Other,
}

/// Weights, and what is known of the way they go.
#[derive(Clone, Debug, PartialEq)]
pub struct Balance {
    weights: Vec<f32>,
    first: Vec<f32>,
    adam: Adam,
}

impl Default for Balance {
    fn default() -> Self {
        Self::new()
    }
}

impl Balance {
    /// The fit before its first step.
    #[must_use]
    pub fn new() -> Self {
        let first = PlayoutPolicy::first_weights(mogo_shapes::fits, LIKED, OTHERS, REPLIES);
        Self {
            weights: first.clone(),
            adam: Adam::new(first.len()),
            first,
        }
    }

    /// The weights after the steps so far.
    #[must_use]
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Number of steps made.
    #[must_use]
    pub const fn steps(&self) -> u32 {
        self.adam.steps
    }

    /// The policy of playouts with these weights.
    ///
    /// # Panics
    /// Never: there are as many weights as features.
    #[must_use]
    pub(crate) fn policy(&self) -> PlayoutPolicy {
        PlayoutPolicy::new(&self.weights).expect("a weight for each feature")
    }

    /// Makes a step, and gives the error before it: the mean square of what the owners' means are
    /// off, over points and positions.
    ///
    /// # Panics
    /// Without positions.
    pub fn step(&mut self, positions: &[LabeledPosition], settings: &BalanceSettings) -> f32 {
        let mut rng = Rng::from_seed(settings.seed).split(&format!("step {}", self.steps()));
        let drawn: Vec<(&LabeledPosition, Rng)> = (0..settings.positions)
            .map(|n| {
                let position = &positions[rng.below(positions.len() as u32) as usize];
                (position, rng.split(&format!("scene {n}")))
            })
            .collect();
        let policy = self.policy();
        let studied = map_each(settings.jobs, drawn, |(position, mut rng)| {
            self.study(position, &policy, settings.playouts, &mut rng)
        });
        let share = 1.0 / studied.len().max(1) as f32;
        let mut gradient = vec![0.0; self.weights.len()];
        for (_, part) in &studied {
            for (sum, part) in gradient.iter_mut().zip(part) {
                *sum += share * part;
            }
        }
        self.follow(&gradient, settings.rate);
        share * studied.iter().map(|(error, _)| error).sum::<f32>()
    }

    /// The error of a position, and where it falls.
    fn study(
        &self,
        position: &LabeledPosition,
        policy: &PlayoutPolicy,
        playouts: u32,
        rng: &mut Rng,
    ) -> (f32, Vec<f32>) {
        let means = Means::new(position, policy, 2 * playouts, rng);
        let mut root_playouts = RootPlayouts::new(position.game());
        let mut trace = GradientTrace::new(&self.weights);
        let mut gradient = vec![0.0; self.weights.len()];
        let share = 1.0 / playouts.max(1) as f32;
        for _ in 0..playouts {
            trace.clear();
            root_playouts.play(policy, rng, &mut trace);
            let worth = BoxSums::new(position, |point| {
                means.missing(position, point)
                    * (owner(root_playouts.board(), point) - means.at(point))
            });
            trace.add_to(&mut gradient, |at| share * worth.around(at));
        }
        (means.error(position), gradient)
    }

    fn follow(&mut self, gradient: &[f32], rate: f32) {
        let known = self.weights.iter().zip(&self.first);
        let slopes: Vec<f32> = gradient
            .iter()
            .zip(known)
            .map(|(slope, (weight, first))| slope - PULL * (weight - first))
            .collect();
        self.adam.follow(&mut self.weights, &slopes, rate);
        for weight in &mut self.weights {
            *weight = weight.clamp(-MAX_WEIGHT, MAX_WEIGHT);
        }
    }

    /// The error over positions that were not learned from.
    #[must_use]
    pub fn error(&self, positions: &[LabeledPosition], playouts: u32, jobs: usize) -> f32 {
        let policy = self.policy();
        let numbered = positions.iter().enumerate();
        let errors = map_each(jobs, numbered, |(number, position)| {
            let mut rng = Rng::from_seed(number as u64);
            Means::new(position, &policy, playouts, &mut rng).error(position)
        });
        errors.iter().sum::<f32>() / errors.len().max(1) as f32
    }

    /// The state as bytes; `digest` stands for the words and games.
    #[must_use]
    pub fn to_bytes(&self, digest: u64) -> Vec<u8> {
        let numbers = [&self.weights, &self.adam.means, &self.adam.squares];
        let numbers = numbers.into_iter().flatten();
        let mut bytes = digest.to_le_bytes().to_vec();
        bytes.extend(self.steps().to_le_bytes());
        bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
        bytes
    }

    /// Goes on from such bytes.
    ///
    /// # Errors
    /// `BalanceError`; nothing is changed then.
    pub fn go_on(&mut self, bytes: &[u8], digest: u64) -> Result<(), BalanceError> {
        let (known, rest) = bytes.split_first_chunk::<8>().ok_or(BalanceError::Other)?;
        let (steps, rest) = rest.split_first_chunk::<4>().ok_or(BalanceError::Other)?;
        let (chunks, odd) = rest.as_chunks::<4>();
        let numbers: Vec<f32> = chunks.iter().map(|n| f32::from_le_bytes(*n)).collect();
        let count = self.weights.len();
        let is_whole = odd.is_empty() && numbers.len() == 3 * count;
        if u64::from_le_bytes(*known) != digest
            || !is_whole
            || numbers.iter().any(|number| !number.is_finite())
        {
            return Err(BalanceError::Other);
        }
        self.adam.steps = u32::from_le_bytes(*steps);
        self.weights.copy_from_slice(&numbers[..count]);
        self.adam.means.copy_from_slice(&numbers[count..2 * count]);
        self.adam.squares.copy_from_slice(&numbers[2 * count..]);
        Ok(())
    }
}

/// Owner of a point of a board played out: 1 Black, -1 White, 0 nobody.
fn owner(end: &Board, point: Point) -> f32 {
    let sign = |color: Color| if color == Color::Black { 1.0 } else { -1.0 };
    if let Some(color) = end.color_at(point) {
        return sign(color);
    }
    let mut around = end.neighbors(point).map(|n| end.color_at(n));
    let first = around.next().flatten();
    match first {
        Some(color) if around.all(|other| other == first) => sign(color),
        _ => 0.0,
    }
}

/// The means of the owners of a position's points.
struct Means(Vec<f32>);

impl Means {
    fn new(
        position: &LabeledPosition,
        policy: &PlayoutPolicy,
        playouts: u32,
        rng: &mut Rng,
    ) -> Self {
        let mut root_playouts = RootPlayouts::new(position.game());
        let mut means = vec![0.0; Point::AREA];
        let share = 1.0 / playouts.max(1) as f32;
        for _ in 0..playouts {
            root_playouts.play(policy, rng, &mut ());
            for point in Point::all(position.size()) {
                means[point.index()] += share * owner(root_playouts.board(), point);
            }
        }
        Self(means)
    }

    fn at(&self, point: Point) -> f32 {
        self.0[point.index()]
    }

    /// Difference of a point's owner and its mean; 0 if nobody owns it in the end.
    fn missing(&self, position: &LabeledPosition, point: Point) -> f32 {
        let owner = position.owner(point);
        if owner == 0.0 {
            0.0
        } else {
            owner - self.at(point)
        }
    }

    fn error(&self, position: &LabeledPosition) -> f32 {
        let points = Point::all(position.size());
        let sum: f32 = points
            .map(|point| self.missing(position, point).powi(2))
            .sum();
        sum / f32::from(position.size().points())
    }
}

/// Sums over the squares around points.
struct BoxSums {
    lines: u8,
    /// Over all points below and to the left of a corner, row by row.
    sums: Vec<f32>,
}

impl BoxSums {
    fn new(position: &LabeledPosition, worth: impl Fn(Point) -> f32) -> Self {
        let lines = position.size().lines();
        let width = usize::from(lines) + 1;
        let mut sums = vec![0.0; width * width];
        for point in Point::all(position.size()) {
            let corner = (usize::from(point.row()) + 1) * width + usize::from(point.column()) + 1;
            sums[corner] =
                worth(point) + sums[corner - 1] + sums[corner - width] - sums[corner - width - 1];
        }
        Self { lines, sums }
    }

    /// The sum over what lies within [`REACH`] of a point.
    fn around(&self, point: Point) -> f32 {
        let ends = |at: u8| {
            let to = (at + REACH + 1).min(self.lines);
            (usize::from(at.saturating_sub(REACH)), usize::from(to))
        };
        let ((left, right), (low, high)) = (ends(point.column()), ends(point.row()));
        let sum =
            |row: usize, column: usize| self.sums[row * (usize::from(self.lines) + 1) + column];
        sum(high, right) - sum(high, left) - sum(low, right) + sum(low, left)
    }
}
