//! A net that is ready to evaluate, and the way through it.

use std::sync::LazyLock;

use super::evaluation::Evaluation;
use super::heads::{HeadRoom, PolicyHead, Trunk, ValueHead};
use super::inputs::{GLOBALS, Inputs, PLANES, Plane, Symmetry};
use super::kernels::{
    Backend, Convolution, F32x8, Finish, Layout, Stem, WinogradWeights, Work, grouped, stem_rows,
};
use super::layer::{Layer, Pooled};
use super::net_error::NetError;
use super::net_file::NetFile;
use super::scratch::{Demand, Scratch};
use sgmp_board::shared_work::map_each;

/// The net that the program carries; `data/README.md` tells where it comes from.
const EMBEDDED: &[u8] = include_bytes!("../../data/student-6x96.net");

/// Lines of the first filter.
const STEM_SIDE: usize = 3;

/// A net of residual blocks with heads for policy, value, score and owners.
pub struct Network {
    backend: Backend,
    note: String,
    demand: Demand,
    stem: Vec<F32x8>,
    /// From global inputs to a bias of the first convolution.
    globals: Layer,
    blocks: Vec<Block>,
    policy: PolicyHead,
    value: ValueHead,
}

/// Two convolutions around which the trunk passes.
struct Block {
    first: WinogradWeights,
    first_bias: Vec<F32x8>,
    /// From the pooled trunk to a bias of the first convolution, that one included.
    pooled: Option<Layer>,
    second: WinogradWeights,
    second_bias: Vec<F32x8>,
}

impl Network {
    /// Boards of fewer lines are unknown to nets: none was trained on them.
    pub const MIN_LINES: u8 = 7;

    /// Reads a net from the bytes of a file, and makes it ready.
    ///
    /// # Errors
    /// [`NetError`] where the bytes are no such net.
    pub fn read(bytes: &[u8]) -> Result<Self, NetError> {
        NetFile::read(bytes).map(|file| Self::new(&file))
    }

    /// The net that the program carries, made ready at the first call.
    ///
    /// # Panics
    /// Never: a test reads it.
    #[must_use]
    pub fn embedded() -> &'static Self {
        static NETWORK: LazyLock<Network> =
            LazyLock::new(|| Network::read(EMBEDDED).expect("a test reads it"));
        &NETWORK
    }

    pub(super) fn new(file: &NetFile<'_>) -> Self {
        let channels = file.header.channels as usize;
        let header = file.header;
        let heads = header.policy.max(header.pooled).max(header.value);
        let vector = (header.channels.max(heads) * 3).max(header.hidden);
        Self {
            backend: Backend::detect(),
            note: file.note.clone(),
            demand: Demand {
                channels: channels / 8,
                heads: heads as usize / 8,
                vector: vector as usize / 8,
            },
            stem: stem_rows(&file.elements("in.w"), PLANES, STEM_SIDE),
            globals: Layer::new(&file.elements("in.g"), &file.elements("in.b"), false),
            blocks: blocks(file, channels),
            policy: PolicyHead::new(file),
            value: ValueHead::new(file),
        }
    }

    /// The same net without the processor's special instructions.
    #[cfg(test)]
    pub(super) fn portable(mut self) -> Self {
        self.backend = Backend::Portable;
        self
    }

    /// The file's note: the net's origin and teacher.
    #[must_use]
    pub fn note(&self) -> &str {
        &self.note
    }

    /// Multiply-adds of an evaluation's products of matrices: nearly all its arithmetic, and a quarter of what
    /// plain convolutions would take.
    #[must_use]
    pub fn multiply_adds(&self, size: u8) -> u64 {
        let layout = Layout::new(size.into());
        let blocks = self
            .blocks
            .iter()
            .flat_map(|block| [&block.first, &block.second]);
        let trunk: usize = blocks.map(|weights| weights.multiply_adds(layout)).sum();
        let heads = self.policy.multiply_adds() + self.value.multiply_adds();
        (trunk + heads * layout.points()) as u64
    }

    /// Judges a position, by one pass through the net.
    #[must_use]
    pub fn evaluate(&self, inputs: &Inputs, scratch: &mut Scratch) -> Evaluation {
        let layout = Layout::new(inputs.size.into());
        scratch.fit(layout, self.demand);
        self.begin(inputs, layout, scratch);
        for block in &self.blocks {
            block.apply(self.backend, layout, scratch);
        }
        let mut evaluation = Evaluation::empty(inputs.size);
        let Scratch {
            trunk,
            heads: channels,
            vectors,
            ..
        } = scratch;
        let trunk = Trunk {
            layout,
            groups: self.demand.channels,
            activations: trunk,
        };
        let room = HeadRoom { channels, vectors };
        self.policy
            .apply(self.backend, trunk, room, &mut evaluation);
        let room = HeadRoom { channels, vectors };
        self.value.apply(self.backend, trunk, room, &mut evaluation);
        evaluation
    }

    /// Judges a position eight times, laid each way, and takes the mean: steadier, and eight times as
    /// slow.
    #[must_use]
    pub fn evaluate_all_ways(&self, inputs: &Inputs, scratch: &mut Scratch) -> Evaluation {
        let judge = |symmetry: Symmetry| {
            let turned = symmetry.inputs(inputs);
            (symmetry, self.evaluate(&turned, scratch))
        };
        let judgments = Symmetry::ALL.map(judge);
        Evaluation::mean(&judgments).unwrap_or_else(|| Evaluation::empty(inputs.size))
    }

    /// The first convolution, with the global inputs.
    fn begin(&self, inputs: &Inputs, layout: Layout, scratch: &mut Scratch) {
        let [vector, bias] = &mut scratch.vectors;
        let mut globals = F32x8::ZERO;
        globals.0[..GLOBALS].copy_from_slice(&inputs.globals);
        vector[0] = globals;
        self.globals.apply(self.backend, vector, bias);
        let points = &mut scratch.points[..layout.points()];
        gather(&inputs.planes, layout.lines, points);
        self.backend.run(Work::Stem(Stem {
            layout,
            side: STEM_SIDE,
            planes: PLANES,
            points,
            weights: &self.stem,
            start: &bias[..self.demand.channels],
            is_relu: true,
            output: &mut scratch.trunk,
        }));
    }
}

/// Points from a row to the next in a packed plane.
const PLANE_SIDE: usize = 19;

/// Turns planes of points into points with their planes, as bits.
pub(super) fn gather(planes: &[Plane], lines: usize, points: &mut [u32]) {
    points.fill(0);
    for (plane, words) in planes.iter().enumerate() {
        for (number, word) in words.0.iter().enumerate() {
            let mut word = *word;
            while word != 0 {
                let point = number * 64 + word.trailing_zeros() as usize;
                word &= word - 1;
                let (y, x) = (point / PLANE_SIDE, point % PLANE_SIDE);
                if y < lines && x < lines {
                    points[y * lines + x] |= 1 << plane;
                }
            }
        }
    }
}

/// The blocks, made ready on all cores: to transform their weights and to touch the memory for them takes longest
/// of all when a net is loaded.
fn blocks(file: &NetFile<'_>, channels: usize) -> Vec<Block> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let numbers = 0..file.header.blocks;
    map_each(cores, numbers, |number| Block::new(file, number, channels))
}

impl Block {
    fn new(file: &NetFile<'_>, number: u32, channels: usize) -> Self {
        let elements = |part: &str| file.elements(&format!("b{number}.{part}"));
        let pooled = Some(elements("gp")).filter(|weights| !weights.is_empty());
        Self {
            first: WinogradWeights::new(&elements("w1"), channels),
            first_bias: grouped(&elements("b1")),
            pooled: pooled.map(|weights| Layer::new(&weights, &elements("b1"), false)),
            second: WinogradWeights::new(&elements("w2"), channels),
            second_bias: grouped(&elements("b2")),
        }
    }

    fn apply(&self, backend: Backend, layout: Layout, scratch: &mut Scratch) {
        let groups = self.first_bias.len();
        let Scratch {
            trunk,
            inner,
            transformed,
            products,
            vectors,
            ..
        } = scratch;
        let [vector, result] = vectors;
        let mut bias = &self.first_bias[..];
        if let Some(pooled) = &self.pooled {
            let activations = &trunk[layout.row(0) * groups..];
            let board = Pooled {
                activations,
                groups,
                side: layout.side,
                lines: layout.lines,
            };
            board.with_maxima(backend, vector);
            pooled.apply(backend, vector, result);
            bias = &result[..groups];
        }
        backend.run(Work::Convolution(Convolution {
            layout,
            input: trunk,
            weights: &self.first,
            transformed,
            products,
            finish: Finish {
                bias,
                is_sum: false,
                is_relu: true,
                output: inner,
            },
        }));
        backend.run(Work::Convolution(Convolution {
            layout,
            input: inner,
            weights: &self.second,
            transformed,
            products,
            finish: Finish {
                bias: &self.second_bias,
                is_sum: true,
                is_relu: true,
                output: trunk,
            },
        }));
    }
}
