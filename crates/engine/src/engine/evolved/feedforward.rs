//! A net whose hidden nodes see the whole board: a stone adds one row of weights to their sums.

use super::evolved_net::{Change, PositionNet};
use super::lanes::{Lanes, WIDTH, ZERO, add_scaled, groups, tanh, total};
use super::net_layout::NetLayout;

/// The weights of a net in layers, in groups of eight.
#[derive(Clone, Debug)]
pub struct Feedforward {
    /// Groups of hidden nodes.
    groups: usize,
    /// For each point the weights to all hidden nodes.
    rows: Vec<Lanes>,
    biases: Vec<Lanes>,
    output: Vec<Lanes>,
    output_bias: f32,
}

impl Feedforward {
    /// The net of these genes.
    pub(super) fn new(layout: &NetLayout, genes: &[f32]) -> Self {
        let gene = |gene: u32| genes[gene as usize];
        let groups = groups(layout.first_nodes);
        let points = usize::from(layout.form.lines).pow(2);
        let mut rows = vec![ZERO; points * groups];
        for weight in &layout.first {
            let node = usize::from(weight.node);
            let row = usize::from(weight.point) * groups;
            rows[row + node / WIDTH][node % WIDTH] = gene(weight.gene);
        }
        let spread = |places: &[u32]| {
            let mut all = vec![ZERO; groups];
            for (node, place) in places.iter().enumerate() {
                all[node / WIDTH][node % WIDTH] = gene(*place);
            }
            all
        };
        Self {
            groups,
            rows,
            biases: spread(&layout.first_biases),
            output: spread(&layout.output),
            output_bias: layout.output_bias.map_or(0.0, gene),
        }
    }

    /// Makes every output 0.
    #[cfg(test)]
    pub(super) fn silence(&mut self) {
        self.output.fill(ZERO);
    }

    #[inline(always)]
    fn row(&self, place: usize) -> &[Lanes] {
        &self.rows[place * self.groups..][..self.groups]
    }
}

impl PositionNet for Feedforward {
    /// The sums of the hidden nodes.
    type Sums = Vec<Lanes>;

    fn sums(&self, stones: &[Change]) -> Self::Sums {
        self.advance(&self.biases, stones)
    }

    fn advance(&self, sums: &Self::Sums, changes: &[Change]) -> Self::Sums {
        let mut sums = sums.clone();
        for change in changes {
            for (sum, row) in sums.iter_mut().zip(self.row(change.place)) {
                add_scaled(sum, change.delta, row);
            }
        }
        sums
    }

    #[inline]
    fn value(&self, sums: &Self::Sums, changes: &[Change]) -> f32 {
        let mut out = ZERO;
        if let [change] = changes {
            let row = self.row(change.place);
            for ((sum, row), weights) in sums.iter().zip(row).zip(&self.output) {
                for i in 0..WIDTH {
                    out[i] += tanh(sum[i] + change.delta * row[i]) * weights[i];
                }
            }
        } else {
            for (group, (sum, weights)) in sums.iter().zip(&self.output).enumerate() {
                let mut sum = *sum;
                for change in changes {
                    add_scaled(&mut sum, change.delta, &self.row(change.place)[group]);
                }
                for i in 0..WIDTH {
                    out[i] += tanh(sum[i]) * weights[i];
                }
            }
        }
        tanh(total(&out) + self.output_bias)
    }
}
