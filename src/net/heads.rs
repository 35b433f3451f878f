//! The heads: from the trunk's activations to moves, value, score and owners.

use super::evaluation::Evaluation;
use super::kernels::{Backend, Dots, F32x8, Layout, Work, grouped};
use super::layer::{Layer, Pooled};
use super::net_file::NetFile;

/// Points of a score of 1.
const SCORE_UNIT: f32 = 20.0;

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
    fn apply(self, backend: Backend, layer: &Layer, output: &mut [F32x8]) {
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

/// Logits of moves.
pub(super) struct PolicyHead {
    points: Layer,
    pooled: Layer,
    /// From pooled channels to the channels of each point.
    spread: Layer,
    output: Vec<F32x8>,
    pass: Layer,
    pass_bias: Vec<F32x8>,
    pass_output: Vec<F32x8>,
    pass_start: f32,
}

impl PolicyHead {
    pub(super) fn new(file: &NetFile) -> Self {
        let elements = |name| file.elements(name);
        let unbiased = |name| Layer::unbiased(elements(name), elements("p.o").len());
        Self {
            points: unbiased("p.w"),
            pooled: Layer::new(elements("g.w"), elements("g.b"), true),
            spread: Layer::new(elements("p.gp"), elements("p.b"), false),
            output: grouped(elements("p.o")),
            pass: unbiased("q1.w"),
            pass_bias: grouped(elements("q1.b")),
            pass_output: grouped(elements("q2.w")),
            pass_start: elements("q2.b")[0],
        }
    }

    /// Multiply-adds at each point.
    pub(super) const fn multiply_adds(&self) -> usize {
        self.points.multiply_adds() + self.pooled.multiply_adds()
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
        Pooled {
            activations: channels,
            groups,
            side: lines,
            lines,
        }
        .with_maxima(backend, pooled);

        let (logits, pass) = evaluation.policy_mut().split_at_mut(points);
        self.pass.apply(backend, pooled, result);
        backend.run(Work::Dots(Dots {
            input: &result[..self.pass.outputs()],
            stride: self.pass.outputs(),
            bias: &self.pass_bias,
            weights: &self.pass_output,
            output: pass,
        }));
        pass[0] += self.pass_start;

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
pub(super) struct ValueHead {
    points: Layer,
    hidden: Layer,
    output: Layer,
    owners: Vec<F32x8>,
    /// The activations have theirs already.
    owners_bias: Vec<F32x8>,
}

impl ValueHead {
    pub(super) fn new(file: &NetFile) -> Self {
        let layer = |weights, bias, is_relu| {
            Layer::new(file.elements(weights), file.elements(bias), is_relu)
        };
        let owners = grouped(file.elements("o.o"));
        Self {
            points: layer("v.w", "v.b", true),
            hidden: layer("v1.w", "v1.b", true),
            output: layer("v2.w", "v2.b", false),
            owners_bias: vec![F32x8::ZERO; owners.len()],
            owners,
        }
    }

    /// Multiply-adds at each point.
    pub(super) const fn multiply_adds(&self) -> usize {
        self.points.multiply_adds()
    }

    /// Writes value, score and owners.
    pub(super) fn apply(
        &self,
        backend: Backend,
        trunk: Trunk<'_>,
        room: HeadRoom<'_>,
        evaluation: &mut Evaluation,
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
        self.output.apply(backend, result, vector);
        let [win, loss, score, ..] = vector[0].0;
        evaluation.value = [win, loss];
        evaluation.win = 1.0 / (1.0 + (loss - win).exp());
        evaluation.score = score * SCORE_UNIT;

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
    }
}
