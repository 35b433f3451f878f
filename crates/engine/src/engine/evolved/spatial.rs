//! A net whose first nodes see overlapping squares of the board: a stone changes those that it lies
//! in, and the second layer's sums by what these change.

use super::evolved_net::{Change, PositionNet};
use super::lanes::{Lanes, WIDTH, ZERO, add_scaled, groups, tanh, tanh_lanes, total};
use super::net_layout::NetLayout;

/// The squares that a point lies in.
#[derive(Clone, Debug, Default)]
struct PointWeights {
    nodes: Vec<u16>,
    /// The weights to these nodes, filled up with zeros.
    weights: Vec<Lanes>,
}

/// The weights of a net whose first layer looks at squares of the board.
#[derive(Clone, Debug)]
pub struct Spatial {
    points: Vec<PointWeights>,
    first_biases: Vec<f32>,
    /// Groups of nodes of the second layer.
    groups: usize,
    /// For each node of the first layer the weights to all of the second.
    second: Vec<Lanes>,
    second_biases: Vec<Lanes>,
    output: Vec<Lanes>,
    output_bias: f32,
}

/// The sums of a position.
#[derive(Clone, Debug)]
pub(crate) struct SpatialSums {
    /// Of each node of the first layer.
    first: Vec<f32>,
    active: Vec<f32>,
    /// Of the nodes of the second layer.
    second: Vec<Lanes>,
}

/// Nodes of the first layer that are taken together.
const PART: usize = 64;

/// Groups of the second layer that are taken together.
const BLOCK: usize = 3;

/// The greatest number of groups of a second layer whose sums fit into an array on the stack.
const STACK_GROUPS: usize = 16;

impl Spatial {
    /// The net of these genes.
    pub(super) fn new(layout: &NetLayout, genes: &[f32]) -> Self {
        let gene = |gene: u32| genes[gene as usize];
        let mut points = vec![PointWeights::default(); usize::from(layout.form.lines).pow(2)];
        for weight in &layout.first {
            let at = &mut points[usize::from(weight.point)];
            let nth = at.nodes.len();
            at.nodes.push(weight.node);
            if nth.is_multiple_of(WIDTH) {
                at.weights.push(ZERO);
            }
            at.weights[nth / WIDTH][nth % WIDTH] = gene(weight.gene);
        }
        let groups = groups(layout.second_nodes);
        let spread = |places: &[u32]| {
            let mut all = vec![ZERO; groups];
            for (node, place) in places.iter().enumerate() {
                all[node / WIDTH][node % WIDTH] = gene(*place);
            }
            all
        };
        let rows = layout.second.chunks(layout.second_nodes);
        let mut first_biases = vec![0.0; layout.first_nodes];
        for (bias, place) in first_biases.iter_mut().zip(&layout.first_biases) {
            *bias = gene(*place);
        }
        Self {
            points,
            first_biases,
            groups,
            second: rows.flat_map(spread).collect(),
            second_biases: spread(&layout.second_biases),
            output: spread(&layout.output),
            output_bias: layout.output_bias.map_or(0.0, gene),
        }
    }

    #[inline(always)]
    fn row(&self, node: usize) -> &[Lanes] {
        &self.second[node * self.groups..][..self.groups]
    }

    /// Adds what one change does to the second layer's sums.
    #[inline]
    fn add_change(&self, sums: &SpatialSums, change: Change, second: &mut [Lanes]) {
        let at = &self.points[change.place];
        let parts = at.nodes.chunks(PART).zip(at.weights.chunks(PART / WIDTH));
        for (nodes, weights) in parts {
            let mut differences = [0.0; PART];
            let chunks = nodes.chunks(WIDTH).zip(weights);
            for ((nodes, weights), differences) in chunks.zip(differences.chunks_mut(WIDTH)) {
                let (mut first, mut active) = (ZERO, ZERO);
                for (i, node) in nodes.iter().enumerate() {
                    first[i] = sums.first[usize::from(*node)];
                    active[i] = sums.active[usize::from(*node)];
                }
                add_scaled(&mut first, change.delta, weights);
                for (i, now) in tanh_lanes(&first).iter().enumerate() {
                    differences[i] = now - active[i];
                }
            }
            self.add_rows(nodes, &differences, second);
        }
    }

    /// Adds to the second layer's sums the rows of some nodes, each times a factor, in their order. Sums of a
    /// few groups stay in registers while all rows are gone through.
    #[inline]
    fn add_rows(&self, nodes: &[u16], factors: &[f32; PART], second: &mut [Lanes]) {
        for (block, sums) in second.chunks_mut(BLOCK).enumerate() {
            let start = block * BLOCK;
            if let Ok(sums) = <&mut [Lanes; BLOCK]>::try_from(&mut *sums) {
                let mut held = *sums;
                for (node, factor) in nodes.iter().zip(factors) {
                    let row = &self.second[usize::from(*node) * self.groups + start..][..BLOCK];
                    for (held, row) in held.iter_mut().zip(row) {
                        add_scaled(held, *factor, row);
                    }
                }
                *sums = held;
            } else {
                for (node, factor) in nodes.iter().zip(factors) {
                    let row = &self.row(usize::from(*node))[start..];
                    for (sum, row) in sums.iter_mut().zip(row) {
                        add_scaled(sum, *factor, row);
                    }
                }
            }
        }
    }

    fn output(&self, second: &[Lanes]) -> f32 {
        let mut out = ZERO;
        for (sum, weights) in second.iter().zip(&self.output) {
            let active = tanh_lanes(sum);
            for i in 0..WIDTH {
                out[i] += active[i] * weights[i];
            }
        }
        tanh(total(&out) + self.output_bias)
    }

    fn value_of_one(&self, sums: &SpatialSums, change: Change) -> f32 {
        if self.groups <= STACK_GROUPS {
            let mut room = [ZERO; STACK_GROUPS];
            let second = &mut room[..self.groups];
            second.copy_from_slice(&sums.second);
            self.add_change(sums, change, second);
            return self.output(second);
        }
        let mut second = sums.second.clone();
        self.add_change(sums, change, &mut second);
        self.output(&second)
    }
}

impl PositionNet for Spatial {
    type Sums = SpatialSums;

    fn sums(&self, stones: &[Change]) -> SpatialSums {
        let nodes = self.first_biases.len();
        let mut sums = SpatialSums {
            first: self.first_biases.clone(),
            active: vec![0.0; nodes],
            second: self.second_biases.clone(),
        };
        for stone in stones {
            let at = &self.points[stone.place];
            for (nth, node) in at.nodes.iter().enumerate() {
                let weight = at.weights[nth / WIDTH][nth % WIDTH];
                sums.first[usize::from(*node)] += stone.delta * weight;
            }
        }
        for node in 0..nodes {
            sums.active[node] = tanh(sums.first[node]);
            for (sum, row) in sums.second.iter_mut().zip(self.row(node)) {
                add_scaled(sum, sums.active[node], row);
            }
        }
        sums
    }

    fn value(&self, sums: &SpatialSums, changes: &[Change]) -> f32 {
        match changes {
            [] => self.output(&sums.second),
            [change] => self.value_of_one(sums, *change),
            _ => self.output(&self.advance(sums, changes).second),
        }
    }

    fn advance(&self, sums: &SpatialSums, changes: &[Change]) -> SpatialSums {
        let mut next = sums.clone();
        let mut touched = vec![false; next.first.len()];
        for change in changes {
            let at = &self.points[change.place];
            for (nth, node) in at.nodes.iter().enumerate() {
                let weight = at.weights[nth / WIDTH][nth % WIDTH];
                next.first[usize::from(*node)] += change.delta * weight;
                touched[usize::from(*node)] = true;
            }
        }
        for (node, _) in touched.iter().enumerate().filter(|(_, touched)| **touched) {
            let active = tanh(next.first[node]);
            let difference = active - next.active[node];
            next.active[node] = active;
            for (sum, row) in next.second.iter_mut().zip(self.row(node)) {
                add_scaled(sum, difference, row);
            }
        }
        next
    }
}
