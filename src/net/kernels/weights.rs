//! Weights in the form that the kernels read.

use super::layout::{F32x8, INPUT_TILE, Layout, grouped};

/// Products of a tile and channel: positions of the transformed tile.
pub(super) const POSITIONS: usize = INPUT_TILE * INPUT_TILE;

/// Channels of a panel.
const PANEL: usize = 16;

/// A matrix of `inputs` rows (a multiple of 8) in panels of 16 columns, each row by row.
pub(in crate::net) struct Matrix {
    pub(super) inputs: usize,
    pub(super) panels: Vec<[F32x8; 2]>,
}

impl Matrix {
    /// From numbers `[output][input]`, filled up with zeros.
    pub(in crate::net) fn new(numbers: &[f32], inputs: usize) -> Self {
        let outputs = numbers.len() / inputs;
        let rows = inputs.next_multiple_of(8);
        let mut panels = Vec::with_capacity(outputs.div_ceil(PANEL) * rows);
        for panel in 0..outputs.div_ceil(PANEL) {
            panels.extend((0..rows).map(|input| {
                panel_row(|column| {
                    let output = panel * PANEL + column;
                    let is_inside = input < inputs && output < outputs;
                    if is_inside {
                        numbers[output * inputs + input]
                    } else {
                        0.0
                    }
                })
            }));
        }
        Self {
            inputs: rows,
            panels,
        }
    }

    /// Multiply-adds of a product with one row.
    pub(in crate::net) const fn multiply_adds(&self) -> usize {
        self.panels.len() * PANEL
    }

    /// Groups of a row of inputs.
    pub(in crate::net) const fn input_groups(&self) -> usize {
        self.inputs / 8
    }

    /// Groups of a row of outputs.
    pub(in crate::net) const fn output_groups(&self) -> usize {
        self.panels.len() / self.inputs * 2
    }
}

fn panel_row(number: impl Fn(usize) -> f32) -> [F32x8; 2] {
    let half = |first| F32x8(std::array::from_fn(|lane| number(first + lane)));
    [half(0), half(8)]
}

/// Weights of a convolution of 3 by 3, transformed: by panel of 16 outputs, position and input.
pub(in crate::net) struct WinogradWeights {
    pub(super) inputs: usize,
    pub(super) panels: Vec<[F32x8; 2]>,
}

/// The transform G of Winograd's F(4, 3).
const G: [[f64; 3]; INPUT_TILE] = [
    [1.0 / 4.0, 0.0, 0.0],
    [-1.0 / 6.0, -1.0 / 6.0, -1.0 / 6.0],
    [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
    [1.0 / 24.0, 1.0 / 12.0, 1.0 / 6.0],
    [1.0 / 24.0, -1.0 / 12.0, 1.0 / 6.0],
    [0.0, 0.0, 1.0],
];

impl WinogradWeights {
    /// From numbers `[output][input][3][3]`; inputs are a multiple of 8, outputs of 16.
    pub(in crate::net) fn new(numbers: &[f32], inputs: usize) -> Self {
        let filters = numbers.as_chunks::<9>().0;
        let outputs = filters.len() / inputs;
        let size = outputs / PANEL * POSITIONS * inputs;
        let mut panels = vec![[F32x8::ZERO; 2]; size];
        let filters = filters.chunks_exact(inputs * PANEL);
        for (panel, filters) in panels.chunks_exact_mut(POSITIONS * inputs).zip(filters) {
            for input in 0..inputs {
                let columns: [[f32; POSITIONS]; PANEL] =
                    std::array::from_fn(|column| transform(&filters[column * inputs + input]));
                for (position, rows) in panel.chunks_exact_mut(inputs).enumerate() {
                    rows[input] = panel_row(|column| columns[column][position]);
                }
            }
        }
        Self { inputs, panels }
    }

    /// Multiply-adds of the products of one board.
    pub(in crate::net) const fn multiply_adds(&self, layout: Layout) -> usize {
        self.panels.len() * PANEL * layout.tile_count()
    }
}

/// G times the filter times G transposed.
fn transform(filter: &[f32; 9]) -> [f32; POSITIONS] {
    let line = |numbers: [f64; 3]| G.map(|row| (0..3).map(|i| row[i] * numbers[i]).sum::<f64>());
    let rows = filter.as_chunks::<3>().0;
    let columns: [[f64; INPUT_TILE]; 3] =
        std::array::from_fn(|x| line(std::array::from_fn(|y| f64::from(rows[y][x]))));
    let mut transformed = [0.0; POSITIONS];
    for (y, row) in transformed
        .as_chunks_mut::<INPUT_TILE>()
        .0
        .iter_mut()
        .enumerate()
    {
        *row = line(columns.map(|column| column[y])).map(|number| number as f32);
    }
    transformed
}

/// Weights of the first convolution: by tap and plane, a row of channels.
pub(in crate::net) fn stem_rows(numbers: &[f32], planes: usize, side: usize) -> Vec<F32x8> {
    let taps = side * side;
    let outputs = numbers.len() / (planes * taps);
    let mut rows = Vec::with_capacity(numbers.len() / 8);
    for tap in 0..taps {
        for plane in 0..planes {
            let row: Vec<f32> = (0..outputs)
                .map(|output| numbers[(output * planes + plane) * taps + tap])
                .collect();
            rows.extend(grouped(&row));
        }
    }
    rows
}
