//! The rounds of learning.

use super::described_position::{GroupSample, PointSample, Sample, samples};
use super::logistic_regression::{Example, Schedule, maximize};
use crate::learning::parallel_map::Tick;
use crate::learning::playouts::{LabeledPosition, PositionSampler};
use sgmp_knowledge::analysis::{GroupFeatures, OutcomeModel, PointFeatures};

/// Settings of the fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BeliefsSettings {
    /// Rounds: in each the beliefs of groups are fitted, and then, with these in force, those of
    /// points.
    pub rounds: u32,
    /// Steps of each fit.
    pub steps: u32,
    /// Maximum change of a weight in the first step of a fit.
    pub rate: f32,
    /// Threads; they do not change the outcome.
    pub jobs: usize,
}

impl BeliefsSettings {
    /// Number of times each position is described.
    #[must_use]
    pub const fn looks(&self) -> u32 {
        self.rounds + 1
    }
}

impl Example<{ GroupFeatures::COUNT }> for GroupSample {
    fn features(&self) -> &[f32; GroupFeatures::COUNT] {
        self.features.values()
    }

    fn weight(&self) -> f32 {
        self.weight
    }

    /// Of the cross entropy.
    fn slope(&self, sum: f32) -> f32 {
        self.lived - 1.0 / (1.0 + (-sum).exp())
    }
}

impl Example<{ PointFeatures::COUNT }> for PointSample {
    fn features(&self) -> &[f32; PointFeatures::COUNT] {
        self.features.values()
    }

    fn weight(&self) -> f32 {
        1.0
    }

    /// Of the squared error.
    fn slope(&self, sum: f32) -> f32 {
        let told = sum.tanh();
        (self.owner - told) * (1.0 - told * told)
    }
}

/// Settings of the sampling: positions from the first moves on, so that open ones are among them.
#[must_use]
pub const fn draw(each: usize, searched: u32) -> PositionSampler {
    PositionSampler {
        each,
        span: 0.01..0.92,
        searched,
    }
}

/// Learns from positions of games; `tick` is called whenever one is described.
#[must_use]
pub fn learn(
    positions: &[LabeledPosition],
    settings: &BeliefsSettings,
    tick: Tick<'_>,
) -> OutcomeModel {
    let schedule = Schedule {
        steps: settings.steps,
        rate: settings.rate,
        jobs: settings.jobs,
    };
    let look = |beliefs: &OutcomeModel| samples(positions, beliefs, settings.jobs, tick);
    let mut beliefs = OutcomeModel::default();
    let mut seen = look(&beliefs);
    for _ in 0..settings.rounds {
        beliefs.life = maximize(beliefs.life, &groups(seen), schedule);
        seen = look(&beliefs);
        let points = points(&mut seen);
        beliefs.owner = maximize(beliefs.owner, &points, schedule);
    }
    beliefs
}

fn groups(samples: Vec<Sample>) -> Vec<GroupSample> {
    let groups = samples.into_iter().flat_map(|sample| sample.groups);
    groups.collect()
}

fn points(samples: &mut [Sample]) -> Vec<PointSample> {
    let points = samples.iter_mut();
    let points = points.flat_map(|sample| std::mem::take(&mut sample.points));
    points.collect()
}
