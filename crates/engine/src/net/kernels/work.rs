//! The pieces of work that the kernels do, with their operands.

use super::layout::{F32x8, Layout};
use super::weights::{Matrix, POSITIONS, WinogradWeights};

/// A piece of work.
pub(in crate::net) enum Work<'a> {
    Stem(Stem<'a>),
    Convolution(Convolution<'a>),
    Product(Product<'a>),
    Pooling(Pooling<'a>),
    Dots(Dots<'a>),
    Scaling(Scaling<'a>),
    Chains(Chains<'a>),
}

/// Most taps of the first convolution at a point: 5 by 5 points with 22 planes each.
pub(super) const MAX_TAPS: usize = 25 * 22;

/// The first convolution, of planes of bits.
pub(in crate::net) struct Stem<'a> {
    pub(in crate::net) layout: Layout,
    /// Lines of the filter: 3 or 5.
    pub(in crate::net) side: usize,
    /// Number of planes, at most 22.
    pub(in crate::net) planes: usize,
    /// The planes that are set at each point, as bits.
    pub(in crate::net) points: &'a [u32],
    /// By tap and plane, a row of channels.
    pub(in crate::net) weights: &'a [F32x8],
    /// The sum's first term at each point: an even number of groups of channels.
    pub(in crate::net) start: &'a [F32x8],
    pub(in crate::net) is_relu: bool,
    pub(in crate::net) output: &'a mut [F32x8],
}

/// Groups of channels of a panel: outputs of a convolution that are made at a time.
pub(in crate::net) const PANEL_GROUPS: usize = 2;

/// Groups of all positions of all tiles of a board.
pub(in crate::net) const fn transformed_groups(layout: Layout, groups: usize) -> usize {
    POSITIONS * layout.position_step(groups)
}

/// A convolution of 3 by 3.
pub(in crate::net) struct Convolution<'a> {
    pub(in crate::net) layout: Layout,
    pub(in crate::net) input: &'a [F32x8],
    pub(in crate::net) weights: &'a WinogradWeights,
    /// Room for the transformed input.
    pub(in crate::net) transformed: &'a mut [F32x8],
    pub(in crate::net) products: &'a mut [F32x8],
    pub(in crate::net) finish: Finish<'a>,
}

/// The end of a convolution.
pub(in crate::net) struct Finish<'a> {
    pub(in crate::net) bias: &'a [F32x8],
    /// Adds what stands in the output already.
    pub(in crate::net) is_sum: bool,
    pub(in crate::net) is_relu: bool,
    pub(in crate::net) output: &'a mut [F32x8],
}

/// Rows times a matrix.
pub(in crate::net) struct Product<'a> {
    pub(in crate::net) rows: usize,
    pub(in crate::net) input: &'a [F32x8],
    /// Groups from a row of the input to the next.
    pub(in crate::net) stride: usize,
    pub(in crate::net) matrix: &'a Matrix,
    /// The sums' first terms: as many groups as the matrix has columns.
    pub(in crate::net) start: &'a [F32x8],
    pub(in crate::net) is_relu: bool,
    pub(in crate::net) output: &'a mut [F32x8],
    /// Groups from a row of the output to the next.
    pub(in crate::net) output_stride: usize,
}

/// Mean and maximum of channels over the points of a board.
pub(in crate::net) struct Pooling<'a> {
    pub(in crate::net) rows: usize,
    pub(in crate::net) row_points: usize,
    /// Groups from a row of points to the next.
    pub(in crate::net) row_step: usize,
    /// Groups from a point to the next.
    pub(in crate::net) stride: usize,
    pub(in crate::net) input: &'a [F32x8],
    pub(in crate::net) means: &'a mut [F32x8],
    pub(in crate::net) maxima: &'a mut [F32x8],
}

/// One number a point: rectified channels times weights.
pub(in crate::net) struct Dots<'a> {
    pub(in crate::net) input: &'a [F32x8],
    /// Groups from a point to the next.
    pub(in crate::net) stride: usize,
    pub(in crate::net) bias: &'a [F32x8],
    pub(in crate::net) weights: &'a [F32x8],
    pub(in crate::net) output: &'a mut [f32],
}

/// A factor and a bias for each channel, and a rectifier.
pub(in crate::net) struct Scaling<'a> {
    pub(in crate::net) layout: Layout,
    pub(in crate::net) groups: usize,
    pub(in crate::net) input: &'a [F32x8],
    pub(in crate::net) scale: &'a [F32x8],
    pub(in crate::net) bias: &'a [F32x8],
    pub(in crate::net) output: &'a mut [F32x8],
}

/// Chains of multiply-adds; enough of them to hide that each takes several cycles.
pub(in crate::net) const CHAINS: usize = 12;

/// Multiply-adds that wait for nothing but themselves: a measure of the machine.
pub(in crate::net) struct Chains<'a> {
    pub(in crate::net) steps: u32,
    pub(in crate::net) output: &'a mut [F32x8; CHAINS],
}
