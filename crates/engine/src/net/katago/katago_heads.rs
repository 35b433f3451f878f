//! The heads of a net in KataGo's form.

use super::katago_evaluation::KatagoEvaluation;
use super::model_layers::{PolicyLayers, ValueLayers};
use crate::net::evaluation::Evaluation;
use crate::net::heads::{HeadRoom, HiddenValues, PointLogits, SCORE_UNIT, Trunk};
use crate::net::kernels::{Backend, F32x8, grouped};
use crate::net::layer::Layer;

pub(super) struct KatagoPolicyHead {
    logits: PointLogits,
    pass: Layer,
}

impl KatagoPolicyHead {
    pub(super) fn new(layers: &PolicyLayers) -> Self {
        let points = &layers.points;
        Self {
            logits: PointLogits {
                points: Layer::unbiased(&points.weights, points.outputs()),
                pooled: Layer::new(&layers.pooled.weights, &layers.pooled_bias, true),
                spread: Layer::new(&layers.spread.weights, &layers.spread_bias, false),
                output: grouped(&layers.output.weights),
            },
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
        let pass = |pooled: &[F32x8], result: &mut [F32x8]| {
            self.pass.apply(backend, pooled, result);
            result[0].0[0]
        };
        self.logits.apply(backend, trunk, room, evaluation, pass);
    }
}

/// Value, score and owners.
pub(super) struct KatagoValueHead {
    values: HiddenValues,
    value: Layer,
    score: Layer,
}

impl KatagoValueHead {
    pub(super) fn new(layers: &ValueLayers) -> Self {
        let points = Layer::new(&layers.points.weights, &layers.points_bias, true);
        let hidden = Layer::new(&layers.hidden.weights, &layers.hidden_bias, true);
        Self {
            values: HiddenValues::new(points, hidden, &layers.owners.weights),
            value: Layer::new(&layers.value.weights, &layers.value_bias, false),
            score: Layer::new(&layers.score.weights, &layers.score_bias, false),
        }
    }

    /// Completes an evaluation by value, score and owners.
    pub(super) fn apply(
        &self,
        backend: Backend,
        trunk: Trunk<'_>,
        mut room: HeadRoom<'_>,
        mut evaluation: Evaluation,
    ) -> KatagoEvaluation {
        self.values
            .apply(backend, trunk, &mut room, &mut evaluation, f32::tanh);
        let [vector, result] = room.vectors;
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
        KatagoEvaluation {
            evaluation,
            loss: loss_part,
            no_result: none_part,
        }
    }
}
