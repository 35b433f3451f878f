//! Logistic regression and its like: weights of a sum of features, fitted by gradient ascent.

use crate::learning::adam::Adam;
use crate::learning::parallel_map::{map_parts, part_of};

/// Pull of the weights to 0, for what is seldom met.
const PULL: f32 = 1e-5;

/// An example that weights are fitted to.
pub(super) trait Example<const COUNT: usize>: Sync {
    fn features(&self) -> &[f32; COUNT];

    /// Its weight among the examples.
    fn weight(&self) -> f32;

    /// Derivative of its score by the weighted sum of its features, at `sum`.
    fn slope(&self, sum: f32) -> f32;
}

/// Number and rate of the steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schedule {
    pub(super) steps: u32,
    /// Maximum change of a weight in the first step; it falls to 0 linearly.
    pub(super) rate: f32,
    pub(super) jobs: usize,
}

/// Returns the weights after all steps from `start`. Threads do not change them.
pub(super) fn maximize<const COUNT: usize, E: Example<COUNT>>(
    start: [f32; COUNT],
    examples: &[E],
    schedule: Schedule,
) -> [f32; COUNT] {
    let mut weights = start;
    let all: f32 = examples.iter().map(Example::weight).sum();
    let share = 1.0 / all.max(1.0);
    let mut adam = Adam::new(COUNT);
    for step in 0..schedule.steps {
        let parts = map_parts(schedule.jobs, |part| part_slopes(&weights, examples, part));
        let mut slopes = weights.map(|weight| -PULL * weight);
        for part in parts {
            for (slope, part) in slopes.iter_mut().zip(part) {
                *slope += share * part;
            }
        }
        let left = 1.0 - step as f32 / schedule.steps as f32;
        adam.follow(&mut weights, &slopes, schedule.rate * left);
    }
    weights
}

fn part_slopes<const COUNT: usize, E: Example<COUNT>>(
    weights: &[f32; COUNT],
    examples: &[E],
    part: usize,
) -> [f32; COUNT] {
    let mut slopes = [0.0; COUNT];
    for example in part_of(examples, part) {
        let values = example.features();
        let sum: f32 = weights.iter().zip(values).map(|(w, v)| w * v).sum();
        let slope = example.weight() * example.slope(sum);
        for (all, value) in slopes.iter_mut().zip(values) {
            *all += slope * value;
        }
    }
    slopes
}
