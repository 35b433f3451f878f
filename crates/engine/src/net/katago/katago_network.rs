//! A net in KataGo's form that is ready to evaluate, and the way through it.

use super::katago_error::KatagoError;
use super::katago_evaluation::KatagoEvaluation;
use super::katago_heads::{KatagoPolicyHead, KatagoValueHead};
use super::model_file::decompressed;
use super::model_layers::{BlockLayers, Filter, Model, Scale};
use crate::net::evaluation::Evaluation;
use crate::net::heads::{HeadRoom, Trunk};
use crate::net::inputs::{TEACHER_GLOBALS, TEACHER_PLANES, TeacherInputs};
use crate::net::kernels::{
    Backend, Convolution, F32x8, Finish, Layout, Scaling, Stem, WinogradWeights, Work, grouped,
    stem_rows,
};
use crate::net::layer::{Layer, Pooled};
use crate::net::network::gather;
use crate::net::scratch::{Demand, Scratch};

/// A plain residual net in KataGo's form, of model version 8.
pub struct KatagoNetwork {
    backend: Backend,
    name: String,
    demand: Demand,
    stem_side: usize,
    stem: Vec<F32x8>,
    globals: Layer,
    blocks: Vec<Block>,
    tip: Normalization,
    policy: KatagoPolicyHead,
    value: KatagoValueHead,
}

/// Memory that [`KatagoNetwork::evaluate`] works in; one for each thread.
#[derive(Debug, Default)]
pub struct KatagoScratch {
    common: Scratch,
    /// The trunk, normalized and rectified.
    active: Vec<F32x8>,
    /// Activations within a block that pools.
    regular: Vec<F32x8>,
    pooled: Vec<F32x8>,
}

/// A factor and a bias for each channel.
struct Normalization {
    scale: Vec<F32x8>,
    bias: Vec<F32x8>,
}

struct Block {
    before: Normalization,
    first: WinogradWeights,
    first_bias: Vec<F32x8>,
    pooled: Option<PooledPart>,
    second: WinogradWeights,
    second_bias: Vec<F32x8>,
}

/// The part of a block that pools.
struct PooledPart {
    filter: WinogradWeights,
    bias: Vec<F32x8>,
    /// From pooled channels to a bias of the first convolution, that one included.
    spread: Layer,
}

impl KatagoNetwork {
    /// Reads a net from the bytes of a `.bin.gz` or `.bin` file, and makes it ready.
    ///
    /// # Errors
    /// [`KatagoError`] where the bytes are no such net.
    pub fn read(bytes: &[u8]) -> Result<Self, KatagoError> {
        Model::read(&decompressed(bytes)?).map(Self::new)
    }

    pub(super) fn new(model: Model) -> Self {
        let channels = model.channels;
        let (policy, value) = (&model.policy, &model.value);
        let points = policy.points.outputs();
        let pooled = policy.pooled.outputs();
        let owners = value.points.outputs();
        let heads = points.max(pooled).max(owners);
        let hidden = value.hidden.outputs();
        let inner = model
            .trunk
            .blocks
            .iter()
            .filter_map(|block| block.pooled.as_ref());
        let inner = inner.map(|pooled| pooled.bias.len()).max().unwrap_or(0);
        let globals = TEACHER_GLOBALS.next_multiple_of(8);
        let vector = channels
            .max(3 * heads)
            .max(3 * inner)
            .max(hidden)
            .max(globals);
        let no_bias = vec![0.0; channels];
        let stem_side = model.trunk.stem_side;
        Self {
            backend: Backend::detect(),
            demand: Demand {
                channels: channels / 8,
                heads: heads / 8,
                vector: vector / 8,
            },
            stem_side,
            stem: stem_rows(&model.trunk.stem.weights, TEACHER_PLANES, stem_side),
            globals: Layer::new(&model.trunk.globals.weights, &no_bias, false),
            blocks: model.trunk.blocks.into_iter().map(Block::new).collect(),
            tip: Normalization::new(&model.trunk.tip),
            policy: KatagoPolicyHead::new(policy),
            value: KatagoValueHead::new(value),
            name: model.name,
        }
    }

    /// True if uncompressed bytes begin as a net in KataGo's form: with a name, and the number of its version.
    pub(crate) fn is_plain(bytes: &[u8]) -> bool {
        Model::begins(bytes)
    }

    /// True for a net of at most 10 blocks of 128 channels, or as much work.
    pub(crate) const fn is_small(&self) -> bool {
        let channels = self.demand.channels * 8;
        self.blocks.len() * channels * channels <= 10 * 128 * 128
    }

    /// The name that the net was given in training.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Judges a position, by one pass through the net.
    #[must_use]
    pub fn evaluate(
        &self,
        inputs: &TeacherInputs,
        scratch: &mut KatagoScratch,
    ) -> KatagoEvaluation {
        let layout = Layout::new(inputs.size.into());
        scratch.fit(layout, self.demand);
        self.begin(inputs, layout, &mut scratch.common);
        for block in &self.blocks {
            block.apply(self.backend, layout, scratch);
        }
        let KatagoScratch { common, active, .. } = scratch;
        let Scratch {
            trunk,
            heads: channels,
            vectors,
            ..
        } = common;
        self.tip.apply(self.backend, layout, trunk, active);
        let trunk = Trunk {
            layout,
            groups: self.demand.channels,
            activations: active,
        };
        let mut evaluation = Evaluation::empty(inputs.size);
        let room = HeadRoom { channels, vectors };
        self.policy
            .apply(self.backend, trunk, room, &mut evaluation);
        let room = HeadRoom { channels, vectors };
        self.value.apply(self.backend, trunk, room, evaluation)
    }

    /// The first convolution, with the global inputs.
    fn begin(&self, inputs: &TeacherInputs, layout: Layout, scratch: &mut Scratch) {
        let [vector, bias] = &mut scratch.vectors;
        for (group, numbers) in vector.iter_mut().zip(inputs.globals.chunks(8)) {
            *group = F32x8::ZERO;
            group.0[..numbers.len()].copy_from_slice(numbers);
        }
        self.globals.apply(self.backend, vector, bias);
        let points = &mut scratch.points[..layout.points()];
        gather(&inputs.planes, layout.lines, points);
        self.backend.run(Work::Stem(Stem {
            layout,
            side: self.stem_side,
            planes: TEACHER_PLANES,
            points,
            weights: &self.stem,
            start: &bias[..self.demand.channels],
            is_relu: false,
            output: &mut scratch.trunk,
        }));
    }

    /// The same net without the processor's special instructions.
    #[cfg(test)]
    pub(super) fn portable(mut self) -> Self {
        self.backend = Backend::Portable;
        self
    }
}

impl KatagoScratch {
    fn fit(&mut self, layout: Layout, demand: Demand) {
        if self.common.fit(layout, demand) {
            for room in [&mut self.active, &mut self.regular, &mut self.pooled] {
                room.clear();
                room.resize(layout.area() * demand.channels, F32x8::ZERO);
            }
        }
    }
}

impl Normalization {
    fn new(scale: &Scale) -> Self {
        Self {
            scale: grouped(&scale.factors),
            bias: grouped(&scale.bias),
        }
    }

    /// Writes normalized and rectified activations.
    fn apply(&self, backend: Backend, layout: Layout, input: &[F32x8], output: &mut [F32x8]) {
        backend.run(Work::Scaling(Scaling {
            layout,
            groups: self.scale.len(),
            input,
            scale: &self.scale,
            bias: &self.bias,
            output,
        }));
    }
}

/// Room in which convolutions of a board work.
struct ConvolutionRoom<'a> {
    backend: Backend,
    layout: Layout,
    transformed: &'a mut [F32x8],
    products: &'a mut [F32x8],
}

impl ConvolutionRoom<'_> {
    fn convolve(&mut self, input: &[F32x8], weights: &WinogradWeights, finish: Finish<'_>) {
        self.backend.run(Work::Convolution(Convolution {
            layout: self.layout,
            input,
            weights,
            transformed: self.transformed,
            products: self.products,
            finish,
        }));
    }
}

fn winograd(filter: &Filter) -> WinogradWeights {
    WinogradWeights::new(&filter.weights, filter.inputs)
}

impl Block {
    fn new(layers: BlockLayers) -> Self {
        let BlockLayers {
            before,
            first,
            first_bias,
            pooled,
            second,
        } = layers;
        Self {
            before: Normalization::new(&before),
            first: winograd(&first),
            pooled: pooled.map(|part| PooledPart {
                filter: winograd(&part.filter),
                bias: grouped(&part.bias),
                spread: Layer::new(&part.spread.weights, &first_bias, false),
            }),
            first_bias: grouped(&first_bias),
            second: winograd(&second),
            second_bias: vec![F32x8::ZERO; before.factors.len() / 8],
        }
    }

    fn apply(&self, backend: Backend, layout: Layout, scratch: &mut KatagoScratch) {
        let KatagoScratch {
            common,
            active,
            regular,
            pooled,
        } = scratch;
        let Scratch {
            trunk,
            inner,
            transformed,
            products,
            vectors,
            ..
        } = common;
        self.before.apply(backend, layout, trunk, active);
        let mut room = ConvolutionRoom {
            backend,
            layout,
            transformed,
            products,
        };
        let [vector, result] = vectors;
        let mut bias = &self.first_bias[..];
        // Borders stay zero only where a room is always used with the same number of channels.
        let middle = if self.pooled.is_some() {
            regular
        } else {
            inner
        };
        if let Some(part) = &self.pooled {
            let groups = part.bias.len();
            let output = &mut pooled[..];
            let finish = Finish {
                bias: &part.bias,
                is_sum: false,
                is_relu: true,
                output,
            };
            room.convolve(active, &part.filter, finish);
            let activations = &pooled[layout.row(0) * groups..];
            let board = Pooled {
                activations,
                groups,
                side: layout.side,
                lines: layout.lines,
            };
            board.with_maxima(backend, vector);
            part.spread.apply(backend, vector, result);
            bias = &result[..bias.len()];
        }
        room.convolve(
            active,
            &self.first,
            Finish {
                bias,
                is_sum: false,
                is_relu: true,
                output: middle,
            },
        );
        let finish = Finish {
            bias: &self.second_bias,
            is_sum: true,
            is_relu: false,
            output: trunk,
        };
        room.convolve(middle, &self.second, finish);
    }
}
