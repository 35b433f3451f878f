//! A file that says what is to be tuned.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use super::conditions::{Budget, Conditions};
use super::spsa::{Axis, Scale};
use crate::learning::RulesName;
use sgmp_board::record::{TomlFault, read_lines, read_toml};
use sgmp_board::rules::{BoardSize, Komi};
use sgmp_engine::engine::{Knob, KnobError};
use sgmp_engine::search::UctParams;

/// Parameters at most.
const MAX_AXES: usize = 64;
/// Pairs of an iteration where nothing is said.
const BATCH: u32 = 8;
/// Steps that all pairs together move a parameter by where nothing is said, and one pair at most.
/// Virtual games (`spsa.rs`) end nearest to the best values with about these.
const GAIN: f64 = 50.0;
const MAX_GAIN: f64 = 0.1;
/// Playouts a move where nothing is said.
const PLAYOUTS: u32 = 500;

/// A plan of tuning: the parameters and the games.
#[derive(Clone, Debug)]
pub struct TuningPlan {
    /// The conditions of the games.
    pub conditions: Conditions,
    /// Pairs of games in all, a multiple of `batch`.
    pub pairs: u32,
    /// Pairs of an iteration, 1 or more.
    pub batch: u32,
    /// Number of steps by which a pair won by one side moves a parameter at the end.
    pub gain: f64,
    /// The parameters, one or more.
    pub axes: Vec<Axis>,
}

/// The reason why a file is no plan.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlanError {
    /// Not the form that is understood.
    #[error(transparent)]
    Form(#[from] TomlFault),
    /// A number that makes no sense.
    #[error("{key} = {value}: write {wanted}")]
    Number {
        /// The key of the plan.
        key: String,
        /// The value as it was written.
        value: String,
        /// The values that are taken, in words.
        wanted: String,
    },
    /// Two ways to limit the thinking.
    #[error("playouts and move_time are both given: write one of them")]
    TwoBudgets,
    /// No parameter, or more than 64.
    #[error("{found} parameters: write 1 to {MAX_AXES} tables [[parameter]]")]
    Axes {
        /// The number of parameters in the plan.
        found: usize,
    },
    /// A parameter that cannot be had.
    #[error(transparent)]
    Knob(#[from] KnobError),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    #[serde(deserialize_with = "read_lines::<2, _>")]
    size: u8,
    komi: Option<f64>,
    rules: Option<RulesName>,
    playouts: Option<u32>,
    move_time: Option<f64>,
    seed: Option<u64>,
    pairs: u32,
    batch: Option<u32>,
    gain: Option<f64>,
    #[serde(default)]
    parameter: Vec<AxisWords>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AxisWords {
    name: String,
    from: f64,
    to: f64,
    start: Option<f64>,
    step: f64,
    #[serde(default)]
    scale: Scale,
}

impl TuningPlan {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// The first thing that makes no sense, by its name.
    pub fn from_toml(text: &str) -> Result<Self, PlanError> {
        let words: Words = read_toml(text)?;
        let batch = words.batch.unwrap_or(BATCH.min(words.pairs));
        let (pairs, gain) = (words.pairs, words.gain);
        check(
            "pairs",
            pairs,
            (1..=1_000_000).contains(&pairs),
            "1 to 1000000",
        )?;
        check("batch", batch, (1..=1000).contains(&batch), "1 to 1000")?;
        let whole = pairs.is_multiple_of(batch);
        check(
            "pairs",
            pairs,
            whole,
            &format!("a multiple of batch = {batch}"),
        )?;
        let gain = gain.unwrap_or_else(|| (GAIN / f64::from(pairs)).min(MAX_GAIN));
        check(
            "gain",
            gain,
            gain > 0.0 && gain <= 10.0,
            "a number above 0, up to 10",
        )?;
        Ok(Self {
            conditions: conditions(&words)?,
            pairs,
            batch,
            gain,
            axes: axes(&words.parameter)?,
        })
    }

    /// Iterations of the whole run.
    #[must_use]
    pub const fn iterations(&self) -> u32 {
        self.pairs / self.batch
    }

    /// The engine's parameters with these values, in the order of the axes.
    #[must_use]
    pub fn params(&self, values: &[f64]) -> UctParams {
        let mut params = UctParams::default();
        for (axis, value) in self.axes.iter().zip(values) {
            axis.knob.set(&mut params, *value);
        }
        params
    }

    /// All that decides over the outcome: a journal goes on only under the same.
    #[must_use]
    pub fn words(&self) -> Value {
        let axes = self.axes.iter().map(|axis| {
            json!({
                "name": axis.knob.name,
                "from": axis.from,
                "to": axis.to,
                "start": axis.start,
                "step": axis.step,
                "scale": axis.scale,
            })
        });
        json!({
            "what": "tune",
            "conditions": self.conditions.words(),
            "pairs": self.pairs,
            "batch": self.batch,
            "gain": self.gain,
            "parameters": axes.collect::<Vec<_>>(),
        })
    }
}

fn check(key: &str, value: impl ToString, is_good: bool, wanted: &str) -> Result<(), PlanError> {
    if is_good {
        return Ok(());
    }
    Err(PlanError::Number {
        key: key.to_owned(),
        value: value.to_string(),
        wanted: wanted.to_owned(),
    })
}

fn conditions(words: &Words) -> Result<Conditions, PlanError> {
    let size = BoardSize::new(words.size);
    check("size", words.size, size.is_some(), "2 to 19")?;
    let komi = words.komi.unwrap_or(6.5);
    let read = komi.to_string().parse::<Komi>();
    check("komi", komi, read.is_ok(), "whole or half points")?;
    Ok(Conditions {
        size: size.unwrap_or(BoardSize::NINETEEN),
        komi: read.unwrap_or_default(),
        rules: words.rules.unwrap_or(RulesName::Japanese).into(),
        budget: budget(words)?,
        seed: words.seed.unwrap_or(1),
    })
}

fn budget(words: &Words) -> Result<Budget, PlanError> {
    match (words.playouts, words.move_time) {
        (Some(_), Some(_)) => Err(PlanError::TwoBudgets),
        (playouts, None) => {
            let playouts = playouts.unwrap_or(PLAYOUTS);
            let is_good = (1..=10_000_000).contains(&playouts);
            check("playouts", playouts, is_good, "1 to 10000000")?;
            Ok(Budget::Playouts(playouts))
        }
        (None, Some(seconds)) => {
            let is_good = (0.001..=3600.0).contains(&seconds);
            check("move_time", seconds, is_good, "seconds, 0.001 to 3600")?;
            Ok(Budget::Time(Duration::from_secs_f64(seconds)))
        }
    }
}

fn axes(words: &[AxisWords]) -> Result<Vec<Axis>, PlanError> {
    let found = words.len();
    if !(1..=MAX_AXES).contains(&found) {
        return Err(PlanError::Axes { found });
    }
    let mut axes: Vec<Axis> = Vec::new();
    for words in words {
        let axis = axis(words)?;
        let name = axis.knob.name;
        if axes.iter().any(|known| known.knob.name == name) {
            return Err(KnobError::Twice { name }.into());
        }
        axes.push(axis);
    }
    Ok(axes)
}

fn axis(words: &AxisWords) -> Result<Axis, PlanError> {
    let knob = Knob::named(&words.name)?;
    let (from, to) = (knob.check(words.from)?, knob.check(words.to)?);
    let key = |what: &str| format!("parameter {}: {what}", knob.name);
    check(
        &key("to"),
        to,
        from < to,
        &format!("more than from = {from}"),
    )?;
    let start = words
        .start
        .unwrap_or_else(|| knob.get(&UctParams::default()));
    let within = format!("{from} to {to}, where it may be");
    check(&key("start"), start, (from..=to).contains(&start), &within)?;
    let (least, most, wanted) = match words.scale {
        Scale::Linear => (0.0, to - from, "a difference, less than to - from"),
        Scale::Log => (1.0, to / from, "a ratio above 1, less than to / from"),
    };
    if words.scale == Scale::Log {
        check(
            &key("from"),
            from,
            from > 0.0,
            "more than 0, or scale = \"linear\"",
        )?;
    }
    let step = words.step;
    check(&key("step"), step, step > least && step < most, wanted)?;
    Ok(Axis {
        knob,
        from,
        to,
        start,
        step,
        scale: words.scale,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "size = 9\npairs = 16\n[[parameter]]\nname = \"rave\"\nfrom = 100\n\
                        to = 10000\nstep = 1.5\nscale = \"log\"\n";

    #[test]
    fn what_is_not_said_has_a_default() {
        let plan = TuningPlan::from_toml(GOOD).unwrap();
        assert_eq!(plan.conditions.budget, Budget::Playouts(500));
        assert_eq!(plan.conditions.komi.to_string(), "6.5");
        assert_eq!((plan.batch, plan.iterations()), (8, 2));
        assert_eq!(plan.axes[0].start, 3500.0);
        let timed = TuningPlan::from_toml(&format!("move_time = 0.5\nkomi = 7\n{GOOD}")).unwrap();
        let half = Duration::from_millis(500);
        assert_eq!(timed.conditions.budget, Budget::Time(half));
        assert_ne!(timed.words(), plan.words());
    }

    #[test]
    fn nonsense_is_refused_by_its_name() {
        let with = |line: &str| format!("{line}\n{GOOD}");
        let other = |from: &str, to: &str| GOOD.replace(from, to);
        for (text, culprit) in [
            (with("sise = 9"), "line 1: sise is not known here"),
            (with("komi = 6.3"), "komi = 6.3"),
            (with("komi = nan"), "komi = NaN"),
            (with("batch = 5"), "a multiple of batch = 5"),
            (with("batch = 0"), "batch = 0"),
            (with("gain = -1"), "gain = -1"),
            (with("playouts = 0"), "playouts = 0"),
            (with("playouts = 1\nmove_time = 1"), "both given"),
            (with("move_time = inf"), "move_time = inf"),
            (with("rules = \"ing\""), "line 1: write one of"),
            (other("size = 9", "size = 20"), "size = 20"),
            (other("pairs = 16", "pairs = 0"), "pairs = 0"),
            (other("pairs = 16\n", ""), "pairs is missing"),
            (other("\"rave\"", "\"ravel\""), "\"ravel\""),
            (other("from = 100", "from = 1"), "rave = 1 is out of bounds"),
            (other("from = 100", "from = 20000"), "rave: to = 10000"),
            (other("from = 100", "from = 5000"), "rave: start = 3500"),
            (other("step = 1.5", "step = 1.0"), "rave: step = 1:"),
            (other("step = 1.5", "stop = 1"), "stop is not known here"),
            (other("log", "cubic"), "not cubic"),
            (format!("{GOOD}{}", &GOOD[20..]), "rave is given twice"),
            ("size = 9\npairs = 1".to_owned(), "0 parameters"),
            ("size =".to_owned(), "line 1"),
        ] {
            let error = TuningPlan::from_toml(&text).unwrap_err().to_string();
            assert!(error.contains(culprit), "{culprit}: {error}\n{text}");
        }
        let zero = other("\"rave\"", "\"pass_from\"")
            .replace("from = 100\nto = 10000", "from = 0\nto = 1");
        let error = TuningPlan::from_toml(&zero).unwrap_err().to_string();
        assert!(error.contains("pass_from: from = 0"), "{error}");
    }
}
