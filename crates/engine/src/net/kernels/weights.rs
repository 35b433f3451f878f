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

/// Weights of a convolution of 3 by 3, transformed: by position, panel of 16 outputs and input.
pub(in crate::net) struct WinogradWeights {
    pub(super) inputs: usize,
    pub(super) panels: Vec<[F32x8; 2]>,
}

impl WinogradWeights {
    /// From numbers `[output][input][3][3]`; inputs are a multiple of 8, outputs of 16.
    pub(in crate::net) fn new(numbers: &[f32], inputs: usize) -> Self {
        let filters = numbers.as_chunks::<9>().0;
        let position_rows = filters.len() / PANEL;
        let mut panels = vec![[F32x8::ZERO; 2]; position_rows * POSITIONS];
        for (panel, filters) in filters.chunks_exact(inputs * PANEL).enumerate() {
            for input in 0..inputs {
                let filter = |column: usize| &filters[column * inputs + input];
                let positions = transform(std::array::from_fn(filter));
                let rows = panels[panel * inputs + input..].iter_mut();
                for (row, numbers) in rows.step_by(position_rows).zip(&positions) {
                    *row = panel_row(|column| numbers[column]);
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

/// A number of each of a panel's filters: the compiler makes registers of them.
type Lanes = [f64; PANEL];

/// G times each filter times G transposed, by position.
fn transform(filters: [&[f32; 9]; PANEL]) -> [[f32; PANEL]; POSITIONS] {
    let tap = |x: usize, y: usize| filters.map(|filter| f64::from(filter[y * 3 + x]));
    let columns: [[Lanes; INPUT_TILE]; 3] =
        std::array::from_fn(|x| transform_line(&std::array::from_fn(|y| tap(x, y))));
    let mut positions = [[0.0; PANEL]; POSITIONS];
    for (y, row) in positions
        .as_chunks_mut::<INPUT_TILE>()
        .0
        .iter_mut()
        .enumerate()
    {
        let line = transform_line(&columns.each_ref().map(|column| column[y]));
        // Rounded once, at the end: sixths and twenty-fourths have no exact form in either width.
        *row = line.map(|lanes| lanes.map(|number| number as f32));
    }
    positions
}

/// The transform G of Winograd's F(4, 3) of three numbers in each lane.
fn transform_line([first, second, third]: &[Lanes; 3]) -> [Lanes; INPUT_TILE] {
    let mut line = [[0.0; PANEL]; INPUT_TILE];
    for lane in 0..PANEL {
        let (first, second, third) = (first[lane], second[lane], third[lane]);
        let sixths = [first, second, third].map(|number| number * (1.0 / 6.0));
        let outer = (first * (1.0 / 24.0), second * (1.0 / 12.0));
        line[0][lane] = first * (1.0 / 4.0);
        line[1][lane] = -sixths[0] - sixths[1] - sixths[2];
        line[2][lane] = -sixths[0] + sixths[1] - sixths[2];
        line[3][lane] = outer.0 + outer.1 + sixths[2];
        line[4][lane] = outer.0 - outer.1 + sixths[2];
        line[5][lane] = third;
    }
    line
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
