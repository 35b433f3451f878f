//! Room for one evaluation, kept from one to the next.

use super::inputs::MAX_POINTS;
use super::kernels::{F32x8, Layout, transformed_groups};

/// Numbers of groups of eight that a net needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Demand {
    /// Groups of a point in the trunk.
    pub(super) channels: usize,
    /// Groups of a point in all heads.
    pub(super) heads: usize,
    /// Groups of the longest vector.
    pub(super) vector: usize,
}

/// Memory that [`super::Network::evaluate`] works in; one for each thread. It grows at the first
/// evaluation and where the net changes.
#[derive(Debug)]
pub struct Scratch {
    fitted: Option<(usize, Demand)>,
    /// Planes that are set at each point, as bits.
    pub(super) points: [u32; MAX_POINTS],
    /// The trunk's activations.
    pub(super) trunk: Vec<F32x8>,
    /// Activations within a block.
    pub(super) inner: Vec<F32x8>,
    /// Transformed inputs of a convolution.
    pub(super) transformed: Vec<F32x8>,
    /// Products of all channels.
    pub(super) products: Vec<F32x8>,
    /// Channels of the heads.
    pub(super) heads: Vec<F32x8>,
    /// Two vectors: a product's operand and its result.
    pub(super) vectors: [Vec<F32x8>; 2],
}

impl Default for Scratch {
    fn default() -> Self {
        Self {
            fitted: None,
            points: [0; MAX_POINTS],
            trunk: Vec::new(),
            inner: Vec::new(),
            transformed: Vec::new(),
            products: Vec::new(),
            heads: Vec::new(),
            vectors: [Vec::new(), Vec::new()],
        }
    }
}

impl Scratch {
    /// Makes room for a board and a net, and clears the borders where they lie elsewhere now.
    /// Returns whether anything changed.
    pub(super) fn fit(&mut self, layout: Layout, demand: Demand) -> bool {
        if self.fitted == Some((layout.lines, demand)) {
            return false;
        }
        self.fitted = Some((layout.lines, demand));
        let clear = |room: &mut Vec<F32x8>, length| {
            room.clear();
            room.resize(length, F32x8::ZERO);
        };
        clear(&mut self.trunk, layout.area() * demand.channels);
        clear(&mut self.inner, layout.area() * demand.channels);
        clear(
            &mut self.transformed,
            transformed_groups(layout, demand.channels),
        );
        clear(
            &mut self.products,
            transformed_groups(layout, demand.channels),
        );
        clear(&mut self.heads, layout.points() * demand.heads);
        for vector in &mut self.vectors {
            clear(vector, demand.vector);
        }
        true
    }
}
