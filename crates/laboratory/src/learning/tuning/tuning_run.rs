//! A run of tuning: iterations of games, one after another.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::conditions::GameScore;
use super::spsa::{Axis, Spsa};
use super::tuning_plan::TuningPlan;
use sgmp_board::rng::Rng;
use sgmp_board::shared_work::share_in_order;
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::Numbers;

/// The outcome of an iteration, as the journal keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TuningStep {
    /// Its number, from 0.
    pub iteration: u32,
    /// Half points of the plus side: two for a game won, one for a draw.
    pub plus: u32,
    /// The parameters after it: for people; the other fields suffice to continue.
    pub values: BTreeMap<String, f64>,
}

/// Two settings of a pair, whole numbers where the engine takes no others.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidates {
    /// The values of one side, in the order of the plan.
    pub plus: Vec<f64>,
    /// Those of the other.
    pub minus: Vec<f64>,
}

/// A run of tuning.
#[derive(Clone, Debug)]
pub struct Tuning {
    plan: TuningPlan,
    spsa: Spsa,
    /// The parameters before each iteration, and at last those now.
    path: Vec<Vec<f64>>,
    /// The share of the plus side in each iteration, 0 to 1.
    shares: Vec<f64>,
}

impl Tuning {
    /// Before the first iteration.
    #[must_use]
    pub fn new(plan: TuningPlan) -> Self {
        let gain = plan.gain * f64::from(plan.batch);
        let spsa = Spsa::new(&plan.axes, plan.iterations(), gain, plan.conditions.seed);
        Self {
            path: vec![spsa.values()],
            shares: Vec::new(),
            spsa,
            plan,
        }
    }

    /// Goes through iterations of an earlier run; `false` if they are none of this plan, with
    /// those before the first such gone through.
    pub fn recall(&mut self, steps: &[TuningStep]) -> bool {
        steps.iter().all(|step| {
            let fits = step.iteration == self.spsa.done()
                && !self.is_done()
                && step.plus <= 4 * self.plan.batch;
            if fits {
                self.learn(step.plus);
            }
            fits
        })
    }

    /// Plays the next iteration with so many games at a time, first the pairs that `is_first` names, the
    /// others from the last one on; `tick` hears of every game. `None` if `halt` was requested: the
    /// iteration is to be played anew.
    pub fn iterate(
        &mut self,
        jobs: usize,
        halt: &StopFlag,
        is_first: impl Fn(u32) -> bool,
        play: impl Fn(u32, &Candidates) -> Option<GameScore> + Sync,
        mut tick: impl FnMut(),
    ) -> Option<TuningStep> {
        let first = 2 * self.plan.batch * self.spsa.done();
        let games = first..first + 2 * self.plan.batch;
        let (mut order, others): (Vec<u32>, Vec<u32>) = games.partition(|game| is_first(game / 2));
        order.extend(others.into_iter().rev());
        let (mut plus, mut played) = (0, 0);
        let this = &*self;
        share_in_order(
            jobs,
            &order,
            halt,
            || |game: &u32| play(*game, &this.candidates(game / 2)),
            |score: GameScore| {
                plus += score.half_points();
                played += 1;
                tick();
                ControlFlow::Continue(())
            },
        );
        (played == order.len()).then(|| self.learn(plus))
    }

    /// The settings of a pair of this iteration. Where a whole number is wanted, fractions are
    /// rounded up or down by the pair's lot, the same for both sides: so small steps count.
    fn candidates(&self, pair: u32) -> Candidates {
        let probe = self.spsa.probe();
        let mut lot = Rng::from_seed(self.plan.conditions.seed).split(&format!("pair {pair}"));
        let lots = self.plan.axes.iter().map(|_| share_of_one(&mut lot));
        let lots: Vec<f64> = lots.collect();
        let round = |values: Vec<f64>| {
            let axes = self.plan.axes.iter().zip(&lots);
            let values = values.into_iter().zip(axes);
            let rounded = values.map(|(value, (axis, lot))| rounded(axis, value, *lot));
            rounded.collect()
        };
        Candidates {
            plus: round(probe.plus),
            minus: round(probe.minus),
        }
    }

    fn learn(&mut self, plus: u32) -> TuningStep {
        let iteration = self.spsa.done();
        let share = f64::from(plus) / f64::from(4 * self.plan.batch);
        self.spsa.learn(2.0 * share - 1.0);
        let values = self.spsa.values();
        self.path.push(values.clone());
        self.shares.push(share);
        let names = self.plan.axes.iter().map(|axis| axis.knob.name.to_owned());
        TuningStep {
            iteration,
            plus,
            values: names.zip(values).collect(),
        }
    }

    /// The plan that the run was begun with.
    #[must_use]
    pub const fn plan(&self) -> &TuningPlan {
        &self.plan
    }

    /// Iterations that were done.
    #[must_use]
    pub const fn done(&self) -> u32 {
        self.spsa.done()
    }

    /// Returns whether all iterations are done.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.spsa.done() >= self.plan.iterations()
    }

    /// The values to be had from it so far, in the order of the plan.
    #[must_use]
    pub fn proposal(&self) -> Vec<f64> {
        self.spsa.proposal()
    }

    /// The parameters before each iteration, and at last those now.
    #[must_use]
    pub fn path(&self) -> &[Vec<f64>] {
        &self.path
    }

    /// The share of the plus side in each iteration, 0 to 1.
    #[must_use]
    pub(crate) fn shares(&self) -> &[f64] {
        &self.shares
    }
}

fn rounded(axis: &Axis, value: f64, lot: f64) -> f64 {
    match axis.knob.numbers {
        Numbers::Whole => (value + lot).floor().clamp(axis.from, axis.to),
        Numbers::Real => value,
    }
}

/// A number from 0 up to but not including 1.
fn share_of_one(lot: &mut Rng) -> f64 {
    (lot.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}
