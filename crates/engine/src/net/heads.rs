//! The heads: from the trunk's activations to moves, value, score and owners.

use super::evaluation::Evaluation;
use super::kernels::{Backend, Dots, F32x8, Layout, Work, grouped};
use super::layer::{Layer, Pooled};
use super::net_file::NetFile;

/// Points of a score of 1.
pub(super) const SCORE_UNIT: f32 = 20.0;

/// Room in which a head works.
pub(super) struct HeadRoom<'a> {
    /// Channels of the board's points.
    pub(super) channels: &'a mut [F32x8],
    /// A product's operand and its result.
    pub(super) vectors: &'a mut [Vec<F32x8>; 2],
}

/// The trunk's activations with their layout.
#[derive(Clone, Copy)]
pub(super) struct Trunk<'a> {
    pub(super) layout: Layout,
    pub(super) groups: usize,
    pub(super) activations: &'a [F32x8],
}

impl Trunk<'_> {
    /// A layer at each point of the board.
    pub(super) fn apply(self, backend: Backend, layer: &Layer, output: &mut [F32x8]) {
        let lines = self.layout.lines;
        for (y, output) in output
            .chunks_mut(lines * layer.outputs())
            .take(lines)
            .enumerate()
        {
            let input = &self.activations[self.layout.row(y) * self.groups..];
            layer.apply_rows(backend, lines, input, output);
        }
    }
}

/// Logits of the points: a layer at each point, with a bias from pooled channels.
pub(super) struct PointLogits {
    pub(super) points: Layer,
    pub(super) pooled: Layer,
    /// From pooled channels to the channels of each point.
    pub(super) spread: Layer,
    pub(super) output: Vec<F32x8>,
}

impl PointLogits {
    /// Writes the logits of the points. `pass` is handed the pooled channels and a room, and returns the logit
    /// of a pass.
    pub(super) fn apply(
        &self,
        backend: Backend,
        trunk: Trunk<'_>,
        room: HeadRoom<'_>,
        evaluation: &mut Evaluation,
        pass: impl FnOnce(&[F32x8], &mut [F32x8]) -> f32,
    ) {
        let HeadRoom {
            channels,
            vectors: [pooled, result],
        } = room;
        let (lines, points) = (trunk.layout.lines, trunk.layout.points());
        trunk.apply(backend, &self.pooled, channels);
        Pooled {
            activations: channels,
            groups: self.pooled.outputs(),
            side: lines,
            lines,
        }
        .with_maxima(backend, pooled);
        let (logits, last) = evaluation.policy_mut().split_at_mut(points);
        last[0] = pass(pooled, result);
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

/// The channels of the value head, from which owners come, and its hidden values.
pub(super) struct HiddenValues {
    points: Layer,
    hidden: Layer,
    owners: Vec<F32x8>,
    /// The activations have theirs already.
    owners_bias: Vec<F32x8>,
}

impl HiddenValues {
    pub(super) fn new(points: Layer, hidden: Layer, owners: &[f32]) -> Self {
        let owners = grouped(owners);
        Self {
            points,
            hidden,
            owners_bias: vec![F32x8::ZERO; owners.len()],
            owners,
        }
    }

    /// Writes owners before their rectifier, turned by `tanh`; the hidden values are left in the second vector.
    pub(super) fn apply(
        &self,
        backend: Backend,
        trunk: Trunk<'_>,
        room: &mut HeadRoom<'_>,
        evaluation: &mut Evaluation,
        tanh: impl Fn(f32) -> f32,
    ) {
        let HeadRoom {
            channels,
            vectors: [vector, result],
        } = room;
        let lines = trunk.layout.lines;
        trunk.apply(backend, &self.points, channels);
        let groups = self.points.outputs();
        Pooled {
            activations: channels,
            groups,
            side: lines,
            lines,
        }
        .with_squares(backend, vector);
        self.hidden.apply(backend, vector, result);
        backend.run(Work::Dots(Dots {
            input: channels,
            stride: groups,
            bias: &self.owners_bias,
            weights: &self.owners,
            output: evaluation.ownership_mut(),
        }));
        for owner in evaluation.ownership_mut() {
            *owner = tanh(*owner);
        }
    }
}

pub(super) struct PolicyHead {
    logits: PointLogits,
    pass: Layer,
    pass_bias: Vec<F32x8>,
    pass_output: Vec<F32x8>,
    pass_start: f32,
}

impl PolicyHead {
    pub(super) fn new(file: &NetFile<'_>) -> Self {
        let elements = |name| file.elements(name);
        let unbiased = |name| Layer::unbiased(&elements(name), elements("p.o").len());
        Self {
            logits: PointLogits {
                points: unbiased("p.w"),
                pooled: Layer::new(&elements("g.w"), &elements("g.b"), true),
                spread: Layer::new(&elements("p.gp"), &elements("p.b"), false),
                output: grouped(&elements("p.o")),
            },
            pass: unbiased("q1.w"),
            pass_bias: grouped(&elements("q1.b")),
            pass_output: grouped(&elements("q2.w")),
            pass_start: elements("q2.b")[0],
        }
    }

    /// Multiply-adds at each point.
    pub(super) const fn multiply_adds(&self) -> usize {
        self.logits.points.multiply_adds() + self.logits.pooled.multiply_adds()
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
            let mut logit = [0.0];
            self.pass.apply(backend, pooled, result);
            backend.run(Work::Dots(Dots {
                input: &result[..self.pass.outputs()],
                stride: self.pass.outputs(),
                bias: &self.pass_bias,
                weights: &self.pass_output,
                output: &mut logit,
            }));
            logit[0] + self.pass_start
        };
        self.logits.apply(backend, trunk, room, evaluation, pass);
    }
}

/// Value, score and owners.
pub(super) struct ValueHead {
    values: HiddenValues,
    output: Layer,
}

impl ValueHead {
    pub(super) fn new(file: &NetFile<'_>) -> Self {
        let layer = |weights, bias, is_relu| {
            Layer::new(&file.elements(weights), &file.elements(bias), is_relu)
        };
        Self {
            values: HiddenValues::new(
                layer("v.w", "v.b", true),
                layer("v1.w", "v1.b", true),
                &file.elements("o.o"),
            ),
            output: layer("v2.w", "v2.b", false),
        }
    }

    /// Multiply-adds at each point.
    pub(super) const fn multiply_adds(&self) -> usize {
        self.values.points.multiply_adds()
    }

    /// Writes value, score and owners.
    pub(super) fn apply(
        &self,
        backend: Backend,
        trunk: Trunk<'_>,
        mut room: HeadRoom<'_>,
        evaluation: &mut Evaluation,
    ) {
        self.values
            .apply(backend, trunk, &mut room, evaluation, tanh);
        let [vector, result] = room.vectors;
        self.output.apply(backend, result, vector);
        let [win, loss, score, ..] = vector[0].0;
        evaluation.value = [win, loss];
        evaluation.win = 1.0 / (1.0 + exp(loss - win));
        evaluation.score = score * SCORE_UNIT;
        evaluation.lead = evaluation.score;
    }
}

/// The hyperbolic tangent, with the same bits on every machine.
fn tanh(x: f32) -> f32 {
    1.0 - 2.0 / (1.0 + exp(2.0 * x))
}

/// e to the power of `x`, to seven digits and within the range of numbers. Made of sums and products
/// alone: the same bits on every machine, where libraries of mathematics differ in the last one. Who is dead
/// at the end of a match depends on it, and both sides have to agree.
fn exp(x: f32) -> f32 {
    /// The logarithm of 2 in two parts, of which the first has so few digits that its products are exact.
    const LN_2: [f32; 2] = [0.693_359_4, -2.121_944_4e-4];
    const BIAS: i32 = 127;
    const MANTISSA_BITS: u32 = 23;
    let x = x.clamp(-87.0, 87.0);
    let twos = (x * std::f32::consts::LOG2_E).round();
    let rest = x - twos * LN_2[0] - twos * LN_2[1];
    // The rest is at most 0.35, whose eighth power over 8! is below the last digit.
    let sum = (1..=7)
        .rev()
        .fold(1.0, |sum, n| 1.0 + sum * rest / n as f32);
    sum * f32::from_bits(((twos as i32 + BIAS) as u32) << MANTISSA_BITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_and_tangents_are_those_of_the_library() {
        for step in -860..=860 {
            let x = step as f32 / 10.0 + 0.013;
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-6, "{x}");
            assert!((tanh(x) - x.tanh()).abs() < 3e-7, "{x}");
        }
        assert_eq!(exp(0.0), 1.0);
        assert!(exp(-1000.0) < 1e-37 && exp(1000.0) > 1e37);
    }
}
