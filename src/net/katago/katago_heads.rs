//! The heads of a net in KataGo's form.

use super::katago_evaluation::KatagoEvaluation;
use super::model_layers::{PolicyLayers, ValueLayers};
use crate::net::evaluation::Evaluation;
use crate::net::heads::{HeadRoom, Trunk};
use crate::net::kernels::{Backend, Dots, F32x8, Work, grouped};
use crate::net::layer::{Layer, Pooled};

/// Points of a score of 1.
const SCORE_UNIT: f32 = 20.0;

/// Logits of moves.
pub(super) struct KatagoPolicyHead {
    points: Layer,
    pooled: Layer,
    /// From pooled channels to the channels of each point.
    spread: Layer,
    output: Vec<F32x8>,
    pass: Layer,
}

impl KatagoPolicyHead {
    pub(super) fn new(layers: &PolicyLayers) -> Self {
        let points = &layers.points;
        Self {
            points: Layer::unbiased(&points.weights, points.outputs()),
            pooled: Layer::new(&layers.pooled.weights, &layers.pooled_bias, true),
            spread: Layer::new(&layers.spread.weights, &layers.spread_bias, false),
            output: grouped(&layers.output.weights),
            pass: Layer::unbiased(&layers.pass.weights, 1),
        }
    }

    /// Writes the logits of all moves.
    pub(super) fn apply(
        &self,
        backend: Backend,
        trunk: Trunk<'_>,
        room: HeadRoom<'_>,
        evaluation: &mut Evaluation,
    ) {
        let HeadRoom {
            channels,
            vectors: [pooled, result],
        } = room;
        let (lines, points) = (trunk.layout.lines, trunk.layout.points());
        trunk.apply(backend, &self.pooled, channels);
        let groups = self.pooled.outputs();
        let board = Pooled {
            activations: channels,
            groups,
            side: lines,
            lines,
        };
        board.with_maxima(backend, pooled);
        let (logits, pass) = evaluation.policy_mut().split_at_mut(points);
        self.pass.apply(backend, pooled, result);
        pass[0] = result[0].0[0];
        self.spread.apply(backend, pooled, result);
        trunk.apply(backend, &self.points, channels);
        backend.run(Work::Dots(Dots {
            input: channels,
            stride: self.points.outputs(),
            bias: &result[..self.spread.outputs()],
            weights: &self.output,
            output: logits,
        }));
    }
}

/// Value, score and owners.
pub(super) struct KatagoValueHead {
    points: Layer,
    hidden: Layer,
    value: Layer,
    score: Layer,
    owners: Vec<F32x8>,
    /// The activations have theirs already.
    owners_bias: Vec<F32x8>,
}

impl KatagoValueHead {
    pub(super) fn new(layers: &ValueLayers) -> Self {
        let owners = grouped(&layers.owners.weights);
        Self {
            points: Layer::new(&layers.points.weights, &layers.points_bias, true),
            hidden: Layer::new(&layers.hidden.weights, &layers.hidden_bias, true),
            value: Layer::new(&layers.value.weights, &layers.value_bias, false),
            score: Layer::new(&layers.score.weights, &layers.score_bias, false),
            owners_bias: vec![F32x8::ZERO; owners.len()],
            owners,
        }
    }

    /// Completes an evaluation by value, score and owners.
    pub(super) fn apply(
        &self,
        backend: Backend,
        trunk: Trunk<'_>,
        room: HeadRoom<'_>,
        mut evaluation: Evaluation,
    ) -> KatagoEvaluation {
        let HeadRoom {
            channels,
            vectors: [vector, result],
        } = room;
        let lines = trunk.layout.lines;
        trunk.apply(backend, &self.points, channels);
        let groups = self.points.outputs();
        let board = Pooled {
            activations: channels,
            groups,
            side: lines,
            lines,
        };
        board.with_squares(backend, vector);
        self.hidden.apply(backend, vector, result);
        self.value.apply(backend, result, vector);
        let [win, loss, none, ..] = vector[0].0;
        self.score.apply(backend, result, vector);
        let [mean, _spread, lead, ..] = vector[0].0;
        let greatest = win.max(loss).max(none);
        let parts = [win, loss, none].map(|logit| (logit - greatest).exp());
        let sum: f32 = parts.iter().sum();
        let [win_part, loss_part, none_part] = parts.map(|part| part / sum);
        evaluation.value = [win, loss];
        evaluation.win = win_part;
        // The head's scores are those of games that have a result.
        let unit = SCORE_UNIT * (1.0 - none_part);
        evaluation.score = mean * unit;
        evaluation.lead = lead * unit;
        backend.run(Work::Dots(Dots {
            input: channels,
            stride: groups,
            bias: &self.owners_bias,
            weights: &self.owners,
            output: evaluation.ownership_mut(),
        }));
        for owner in evaluation.ownership_mut() {
            *owner = owner.tanh();
        }
        KatagoEvaluation {
            evaluation,
            loss: loss_part,
            no_result: none_part,
        }
    }
}
