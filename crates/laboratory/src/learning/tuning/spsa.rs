//! Simultaneous perturbation stochastic approximation (Spall 1992, gains of Spall 1998).
//!
//! All parameters are moved at once by their steps, each up or down by lot; the difference that
//! this makes in games moves each of them along. A comparison costs the same however many
//! parameters there are, and games of one setting against the other tell far more than games of
//! each against a third. Positions are parts of a parameter's range, so that gains have no unit.

use sgmp_board::rng::Rng;
use sgmp_engine::engine::{Knob, Numbers};

/// Exponent of the decrease of the perturbations (Spall's gamma).
const SHRINKING: f64 = 0.101;
/// Exponent of the decrease of the gains (Spall's alpha).
const CALMING: f64 = 0.602;
/// Spall's A: the part of all iterations in which gains hardly fall.
const STEADY: f64 = 0.1;

/// The scale of a parameter's range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// Steps are differences of the value.
    #[default]
    Linear,
    /// Steps are ratios of the value.
    Log,
}

/// A parameter on its way.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    /// The parameter of the engine that is moved.
    pub knob: &'static Knob,
    /// Its least value here.
    pub from: f64,
    /// Its greatest value here, more than `from`.
    pub to: f64,
    /// The value that it begins with.
    pub start: f64,
    /// Its perturbation in the last iteration: a difference, or by
    /// [`Scale::Log`] a ratio above 1.
    pub step: f64,
    /// The scale of its range.
    pub scale: Scale,
}

impl Axis {
    fn measure(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear => value,
            Scale::Log => value.ln(),
        }
    }

    /// A value as a part of the range.
    pub(super) fn part(&self, value: f64) -> f64 {
        let [from, to, value] = [self.from, self.to, value].map(|v| self.measure(v));
        ((value - from) / (to - from)).clamp(0.0, 1.0)
    }

    /// The value at a part of the range.
    pub(super) fn value(&self, part: f64) -> f64 {
        let [from, to] = [self.from, self.to].map(|v| self.measure(v));
        let value = from + (to - from) * part.clamp(0.0, 1.0);
        let value = match self.scale {
            Scale::Linear => value,
            Scale::Log => value.exp(),
        };
        value.clamp(self.from, self.to)
    }

    /// The step as a part of the range.
    fn step_part(&self) -> f64 {
        let [from, to] = [self.from, self.to].map(|v| self.measure(v));
        self.measure(self.step) / (to - from)
    }
}

/// The two places of an iteration that are compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Probe {
    /// Values above where the lot said up, below where it said down.
    pub plus: Vec<f64>,
    /// The other way round.
    pub minus: Vec<f64>,
}

/// The state of the optimization.
///
/// # Examples
///
/// ```
/// use sgmp_engine::engine::KNOBS;
/// use sgmp_laboratory::learning::tuning::{Axis, Scale, Spsa};
///
/// let axis = Axis {
///     knob: &KNOBS[0],
///     from: 0.0,
///     to: 1.0,
///     start: 0.2,
///     step: 0.05,
///     scale: Scale::Linear,
/// };
/// let mut spsa = Spsa::new(&[axis], 200, 1.0, 1);
/// while spsa.done() < 200 {
///     let probe = spsa.probe();
///     // The side nearer to 0.7 wins.
///     let [plus, minus] = [&probe.plus, &probe.minus].map(|values| (values[0] - 0.7).abs());
///     spsa.learn(if plus < minus { 1.0 } else { -1.0 });
/// }
/// assert!((spsa.values()[0] - 0.7).abs() < 0.15);
/// ```
#[derive(Clone, Debug)]
pub struct Spsa {
    axes: Vec<Axis>,
    /// Iterations of the whole run.
    iterations: u32,
    /// Number of steps by which a clear win in an iteration moves a parameter at the end.
    gain: f64,
    chance: Rng,
    done: u32,
    /// Parts of the ranges.
    place: Vec<f64>,
    /// Sum of the places after the iterations of the second half.
    sum: Vec<f64>,
}

impl Spsa {
    /// At the start of so many iterations. `gain` is how many steps a parameter moves at the end
    /// when one side of an iteration wins everything.
    #[must_use]
    pub fn new(axes: &[Axis], iterations: u32, gain: f64, seed: u64) -> Self {
        Self {
            place: axes.iter().map(|axis| axis.part(axis.start)).collect(),
            sum: vec![0.0; axes.len()],
            axes: axes.to_vec(),
            iterations,
            gain,
            chance: Rng::from_seed(seed).split("perturbations"),
            done: 0,
        }
    }

    /// Iterations that were done.
    #[must_use]
    pub const fn done(&self) -> u32 {
        self.done
    }

    /// The current values of the parameters.
    #[must_use]
    pub fn values(&self) -> Vec<f64> {
        self.at(&self.place)
    }

    /// The two places to compare in this iteration.
    #[must_use]
    pub fn probe(&self) -> Probe {
        let moved = |side: f64| {
            let places = self.signs().into_iter().zip(&self.place);
            let places = places.zip(self.steps());
            let places: Vec<f64> = places.map(|((s, p), c)| p + side * s * c).collect();
            self.at(&places)
        };
        Probe {
            plus: moved(1.0),
            minus: moved(-1.0),
        }
    }

    /// Moves on by what [`Self::probe`] brought: the share won by its plus side less that of the
    /// other, -1 to 1.
    pub fn learn(&mut self, balance: f64) {
        let (signs, steps) = (self.signs(), self.steps());
        let k = f64::from(self.done);
        let steady = STEADY * f64::from(self.iterations);
        let calm = (steady + f64::from(self.iterations)) / (steady + k + 1.0);
        for (i, axis) in self.axes.iter().enumerate() {
            // a_k / (2 c_k): with a chosen so that the last iteration moves `gain` steps at most.
            let a = 2.0 * self.gain * axis.step_part().powi(2) * calm.powf(CALMING);
            let slope = balance / (2.0 * steps[i] * signs[i]);
            self.place[i] = (self.place[i] + a * slope).clamp(0.0, 1.0);
        }
        self.done += 1;
        if self.done > self.iterations / 2 {
            let places = self.sum.iter_mut().zip(&self.place);
            places.for_each(|(sum, place)| *sum += place);
        }
    }

    /// The mean place of the second half of all iterations, which wavers less than the last one
    /// (Polyak and Juditsky 1992); before that, where the parameters are.
    #[must_use]
    pub fn proposal(&self) -> Vec<f64> {
        let count = self.done.saturating_sub(self.iterations / 2);
        if count == 0 {
            return self.values();
        }
        let mean = self.sum.iter().map(|sum| sum / f64::from(count));
        let values = self.at(&mean.collect::<Vec<f64>>());
        let rounded = values.iter().zip(&self.axes);
        let rounded = rounded.map(|(value, axis)| match axis.knob.numbers {
            Numbers::Whole => value.round(),
            Numbers::Real => *value,
        });
        rounded.collect()
    }

    fn at(&self, places: &[f64]) -> Vec<f64> {
        let places = self.axes.iter().zip(places);
        places.map(|(axis, place)| axis.value(*place)).collect()
    }

    /// Up or down for each parameter, by the lot of this iteration.
    fn signs(&self) -> Vec<f64> {
        let mut lot = self.chance.split(&format!("iteration {}", self.done));
        let signs = self.axes.iter().map(|_| lot.below(2));
        signs.map(|bit| 2.0 * f64::from(bit) - 1.0).collect()
    }

    /// c_k of each parameter, in parts of its range.
    fn steps(&self) -> Vec<f64> {
        let ratio = f64::from(self.iterations) / f64::from(self.done + 1);
        let wider = ratio.powf(SHRINKING);
        let steps = self.axes.iter().map(Axis::step_part);
        steps.map(|step| step * wider).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steps from a place to the best one at the beginning, and Elo points that one costs there.
    const AWAY: f64 = 3.0;
    const COST: f64 = 5.0;
    const STEP: f64 = 0.06;

    /// Elo points lost by not being in the middle.
    fn loss(values: &[f64]) -> f64 {
        let steps = values.iter().map(|value| (value - 0.5) / STEP);
        steps.map(|steps| COST * steps * steps).sum()
    }

    /// The loss of the proposal after so many pairs of virtual games, on six parameters.
    fn left_after(pairs: u32, gain: f64, seed: u64) -> f64 {
        const BATCH: u32 = 8;
        let knob = Knob::named("pass_from").unwrap();
        let axes = [1.0, -1.0, 1.0, -1.0, 1.0, -1.0].map(|side| Axis {
            knob,
            from: 0.0,
            to: 1.0,
            start: 0.5 + side * AWAY * STEP,
            step: STEP,
            scale: Scale::Linear,
        });
        let mut spsa = Spsa::new(&axes, pairs / BATCH, gain * f64::from(BATCH), seed);
        assert!((loss(&spsa.values()) - 6.0 * COST * AWAY * AWAY).abs() < 1e-6);
        let mut lot = Rng::from_seed(seed).split("games");
        for _ in 0..pairs / BATCH {
            let probe = spsa.probe();
            let elo = loss(&probe.minus) - loss(&probe.plus);
            let share = 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
            let mut game = || {
                f64::from(u8::from(
                    f64::from(lot.below(1 << 20)) < share * f64::from(1 << 20),
                ))
            };
            let won: f64 = (0..2 * BATCH).map(|_| game()).sum();
            spsa.learn(won / f64::from(BATCH) - 1.0);
        }
        loss(&spsa.proposal())
    }

    #[test]
    fn six_parameters_find_their_best_in_some_thousand_games() {
        for (pairs, gain, most) in [
            (500, 0.1, 20.0),
            (1000, 0.05, 10.0),
            (3000, 50.0 / 3000.0, 4.0),
        ] {
            let mut left: Vec<f64> = (0..41).map(|seed| left_after(pairs, gain, seed)).collect();
            left.sort_by(f64::total_cmp);
            let (median, worse) = (left[20], left[37]);
            println!(
                "{pairs} pairs: of 270 Elo points {median:.1} are left, in nine of ten runs at most {worse:.1}"
            );
            assert!(median < most, "{pairs} pairs leave {median}");
        }
    }

    #[test]
    fn places_stay_within_their_bounds() {
        let knob = Knob::named("rave").unwrap();
        let axis = Axis {
            knob,
            from: 100.0,
            to: 10_000.0,
            start: 100.0,
            step: 2.0,
            scale: Scale::Log,
        };
        let mut spsa = Spsa::new(&[axis], 50, 5.0, 1);
        for k in 0..50 {
            let Probe { plus, minus } = spsa.probe();
            assert!(plus[0] != minus[0]);
            assert!(
                [plus[0], minus[0]]
                    .iter()
                    .all(|v| (100.0..=10_000.0).contains(v))
            );
            spsa.learn(if k % 3 == 0 { -1.0 } else { 1.0 });
        }
        assert!((axis.part(1000.0) - 0.5).abs() < 1e-9);
        assert!((axis.value(0.5) - 1000.0).abs() < 1e-6);
    }
}
