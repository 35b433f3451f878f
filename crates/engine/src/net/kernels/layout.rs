//! The form of activations and weights in memory.

use bytemuck::{Pod, Zeroable};

/// Eight channels of a point, or eight columns of a matrix, where a register loads them at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C, align(32))]
pub(in crate::net) struct F32x8(pub(in crate::net) [f32; 8]);

impl F32x8 {
    pub(in crate::net) const ZERO: Self = Self([0.0; 8]);
}

/// Numbers in groups of eight, the last group filled up with zeros.
pub(in crate::net) fn grouped(numbers: &[f32]) -> Vec<F32x8> {
    let groups = numbers.chunks(8).map(|chunk| {
        let mut group = F32x8::ZERO;
        group.0[..chunk.len()].copy_from_slice(chunk);
        group
    });
    groups.collect()
}

/// Groups in a line of the processor's cache.
const LINE_GROUPS: usize = 2;

/// Side of a tile of outputs, in points.
pub(super) const TILE: usize = 4;
/// Side of the tile of inputs that these depend on, in points.
pub(super) const INPUT_TILE: usize = TILE + 2;

/// A board in memory: whole tiles of outputs, and around them a border of one point that stays zero,
/// as do the points of the last tiles that lie beyond the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::net) struct Layout {
    /// Lines of the board.
    pub(in crate::net) lines: usize,
    /// Tiles side by side.
    pub(super) tiles: usize,
    /// Points of a row, with the border.
    pub(in crate::net) side: usize,
}

impl Layout {
    pub(in crate::net) const fn new(lines: usize) -> Self {
        let tiles = lines.div_ceil(TILE);
        let side = tiles * TILE + 2;
        Self { lines, tiles, side }
    }

    /// Number of points in memory.
    pub(in crate::net) const fn area(self) -> usize {
        self.side * self.side
    }

    /// Number of points of the board.
    pub(in crate::net) const fn points(self) -> usize {
        self.lines * self.lines
    }

    pub(super) const fn tile_count(self) -> usize {
        self.tiles * self.tiles
    }

    /// Groups from one position of the transformed tiles to the next. An odd number of cache lines, for
    /// all positions of a tile are written together: with a power of two they would share a set.
    pub(super) const fn position_step(self, groups: usize) -> usize {
        let lines = (self.tile_count() * groups).div_ceil(LINE_GROUPS);
        (lines | 1) * LINE_GROUPS
    }

    /// Place in memory of the leftmost point of a row.
    pub(in crate::net) const fn row(self, y: usize) -> usize {
        (y + 1) * self.side + 1
    }
}
