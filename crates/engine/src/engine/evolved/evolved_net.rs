//! An evolved net at work: what each stone adds to the first layer, and the value of a position
//! from that of the position before it.

use std::sync::Arc;

use super::feedforward::Feedforward;
use super::net_layout::NetLayout;
use super::spatial::Spatial;
use sgmp_board::rules::{Board, BoardSize, Color, Point};

/// A point whose content changes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    /// Place of the point, row by row from A1.
    pub(crate) place: usize,
    /// The addition to the net's input there: -1 for a black stone that comes or a white one that goes.
    pub(crate) delta: f32,
}

/// The value of positions, each told by its difference to one that is known.
pub(crate) trait PositionNet {
    /// The sums of a position.
    type Sums: Clone;

    /// The sums of a position of these stones.
    fn sums(&self, stones: &[Change]) -> Self::Sums;

    /// The output, -1 to 1, after changes to a position.
    fn value(&self, sums: &Self::Sums, changes: &[Change]) -> f32;

    /// The sums after changes to a position.
    fn advance(&self, sums: &Self::Sums, changes: &[Change]) -> Self::Sums;
}

/// A net with weights.
#[derive(Clone, Debug)]
pub enum EvolvedNet {
    /// Weights between all points of two layers.
    Feedforward(Feedforward),
    /// Weights shared by the points of a layer.
    Spatial(Spatial),
}

impl EvolvedNet {
    /// The net of these genes.
    pub fn new(layout: &Arc<NetLayout>, genes: &[f32]) -> Self {
        if layout.second_nodes == 0 {
            Self::Feedforward(Feedforward::new(layout, genes))
        } else {
            Self::Spatial(Spatial::new(layout, genes))
        }
    }
}

/// The input for a stone: Black -1, White 1.
pub(crate) const fn input(color: Color) -> f32 {
    match color {
        Color::Black => -1.0,
        Color::White => 1.0,
    }
}

/// Place of a point in a net's input: row by row from A1.
pub(crate) fn place(point: Point, size: BoardSize) -> usize {
    usize::from(point.row()) * usize::from(size.lines()) + usize::from(point.column())
}

/// The stones of a board.
pub(crate) fn stones(board: &Board) -> Vec<Change> {
    let size = board.size();
    let stone = |point| {
        Some(Change {
            place: place(point, size),
            delta: input(board.color_at(point)?),
        })
    };
    Point::all(size).filter_map(stone).collect()
}

/// Collects what a move changes: the stone, and those that it captures.
pub(crate) fn changes_by(board: &Board, color: Color, point: Point, changes: &mut Vec<Change>) {
    let size = board.size();
    changes.clear();
    changes.push(Change {
        place: place(point, size),
        delta: input(color),
    });
    for n in board.stones_beside(point, !color) {
        if board.stone_liberties(n) == 1 {
            for stone in board.string(n) {
                let place = place(stone, size);
                // A string that touches the point twice goes once.
                if !changes.iter().any(|change| change.place == place) {
                    let delta = -input(!color);
                    changes.push(Change { place, delta });
                }
            }
        }
    }
}

#[cfg(test)]
pub(crate) mod twin {
    //! The same nets as plain sums in double precision.

    use super::*;

    /// The output for an input.
    pub(crate) fn output(layout: &NetLayout, genes: &[f32], input: &[f32]) -> f64 {
        let gene = |gene: u32| f64::from(genes[gene as usize]);
        let mut first = vec![0.0; layout.first_nodes];
        for weight in &layout.first {
            let value = f64::from(input[usize::from(weight.point)]);
            first[usize::from(weight.node)] += gene(weight.gene) * value;
        }
        for (sum, bias) in first.iter_mut().zip(&layout.first_biases) {
            *sum += gene(*bias);
        }
        let first: Vec<f64> = first.into_iter().map(f64::tanh).collect();
        let last = if layout.second_nodes == 0 {
            first
        } else {
            let node = |fed: usize| {
                let terms = first.iter().enumerate();
                let sum: f64 = terms
                    .map(|(feeds, x)| x * gene(layout.second[feeds * layout.second_nodes + fed]))
                    .sum();
                let bias = layout
                    .second_biases
                    .get(fed)
                    .map_or(0.0, |bias| gene(*bias));
                (sum + bias).tanh()
            };
            (0..layout.second_nodes).map(node).collect()
        };
        let sum: f64 = last
            .iter()
            .zip(&layout.output)
            .map(|(x, w)| x * gene(*w))
            .sum();
        (sum + layout.output_bias.map_or(0.0, gene)).tanh()
    }
}

#[cfg(test)]
mod tests {
    use super::super::net_layout::{NetForm, NetKind};
    use super::*;
    use sgmp_board::rng::Rng;
    use sgmp_board::rules::Move;

    fn genes(count: usize, rng: &mut Rng) -> Vec<f32> {
        let gene = |_| (rng.below(2001) as f32 - 1000.0) / 5000.0;
        (0..count).map(gene).collect()
    }

    fn close<N: PositionNet>(net: &N, layout: &NetLayout, genes: &[f32]) {
        let size = BoardSize::new(layout.form.lines).unwrap();
        let mut rng = Rng::from_seed(3);
        let mut board = Board::new(size);
        let mut sums = net.sums(&[]);
        let (mut changes, mut captures) = (Vec::new(), 0);
        for turn in 0..150 {
            let color = Color::BOTH[turn % 2];
            let point = Point::all(size).nth(rng.below(size.points().into()) as usize);
            let point = point.unwrap();
            if board.legality(color, point).is_err() {
                continue;
            }
            changes_by(&board, color, point, &mut changes);
            captures += changes.len() - 1;
            let told = net.value(&sums, &changes);
            sums = net.advance(&sums, &changes);
            board.play(color, Move::Play(point)).unwrap();
            let mut cells = vec![0.0; size.points().into()];
            for stone in stones(&board) {
                cells[stone.place] = stone.delta;
            }
            let plain = twin::output(layout, genes, &cells);
            let fresh = net.value(&net.sums(&stones(&board)), &[]);
            for value in [told, net.value(&sums, &[]), fresh] {
                assert!(
                    (f64::from(value) - plain).abs() < 1e-4,
                    "{turn}: {value} {plain}"
                );
            }
        }
        assert!(captures > 0 || layout.form.lines > 7);
    }

    #[test]
    fn differences_lead_to_what_plain_sums_give() {
        let windows = vec![3, 5, 7];
        let kinds = [
            NetKind::Feedforward { hidden: 13 },
            NetKind::Spatial {
                windows,
                second: 11,
            },
        ];
        for kind in kinds {
            for (biases, symmetric) in [(false, false), (true, false), (true, true)] {
                let form = NetForm {
                    lines: 7,
                    kind: kind.clone(),
                    biases,
                    symmetric,
                };
                let layout = Arc::new(NetLayout::new(&form).unwrap());
                let genes = genes(layout.genes, &mut Rng::from_seed(5));
                match EvolvedNet::new(&layout, &genes) {
                    EvolvedNet::Feedforward(net) => close(&net, &layout, &genes),
                    EvolvedNet::Spatial(net) => close(&net, &layout, &genes),
                }
            }
        }
    }

    #[test]
    fn shared_weights_make_all_eight_sides_equal() {
        for kind in [
            NetKind::Feedforward { hidden: 5 },
            NetKind::Spatial {
                windows: vec![3, 7],
                second: 4,
            },
        ] {
            let form = NetForm {
                lines: 7,
                kind,
                biases: false,
                symmetric: true,
            };
            let layout = NetLayout::new(&form).unwrap();
            let genes = genes(layout.genes, &mut Rng::from_seed(5));
            let value = |stones: [(usize, usize); 2]| {
                let mut input = vec![0.0; 49];
                for ((column, row), delta) in stones.into_iter().zip([-1.0, 1.0]) {
                    input[row * 7 + column] = delta;
                }
                twin::output(&layout, &genes, &input)
            };
            let one = value([(1, 2), (5, 3)]);
            for other in [[(5, 2), (1, 3)], [(1, 4), (5, 3)], [(2, 1), (3, 5)]] {
                assert!((value(other) - one).abs() < 1e-12);
            }
            assert!((value([(1, 2), (5, 4)]) - one).abs() > 1e-9);
        }
    }
}
