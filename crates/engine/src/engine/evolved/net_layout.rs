//! The order of an evolved net's genes, and the weights that share one.

use serde::{Deserialize, Serialize};

use sgmp_board::rules::BoardSize;

/// The kind of a net.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind", deny_unknown_fields)]
pub enum NetKind {
    /// Every point feeds every hidden node, and these the output.
    Feedforward {
        /// Number of hidden nodes.
        hidden: usize,
    },
    /// Every overlapping square of each side feeds a node of its own; these all nodes of a second
    /// layer, and these the output.
    Spatial {
        /// Sides of the squares.
        windows: Vec<u8>,
        /// Number of nodes of the second layer.
        second: usize,
    },
}

/// All that says which weights a net has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetForm {
    /// Lines of the board.
    pub lines: u8,
    /// The kind, which says how nodes and points are joined.
    pub kind: NetKind,
    /// True if each node but the inputs has a weight that nothing feeds.
    pub biases: bool,
    /// True if weights that the board's eight symmetries carry into each other are one.
    pub symmetric: bool,
}

/// Greatest number of nodes of a layer: of a file that is read, too.
pub(crate) const MAX_NODES: usize = 4096;

/// The reason why there is no net of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetFormError {
    /// A board that nobody plays on.
    #[error("boards have 5 to 19 lines")]
    Lines,
    /// No nodes, or too many.
    #[error("each layer has 1 to {MAX_NODES} nodes")]
    Nodes,
    /// A window that is even, too small, or larger than the board, or comes twice.
    #[error("windows are odd, from 3 to the lines of the board, and each side comes once")]
    Windows,
}

/// A square of the board that feeds a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Window {
    column: u8,
    row: u8,
    side: u8,
}

impl Window {
    /// Its cells, row by row.
    fn cells(self) -> impl Iterator<Item = (u8, u8)> {
        let columns = self.column..self.column + self.side;
        (self.row..self.row + self.side)
            .flat_map(move |row| columns.clone().map(move |column| (column, row)))
    }

    /// The window that a symmetry carries it to.
    fn turned(self, symmetry: u8, lines: u8) -> Self {
        let last = self.side - 1;
        let one = turned((self.column, self.row), symmetry, lines);
        let other = turned((self.column + last, self.row + last), symmetry, lines);
        Self {
            column: one.0.min(other.0),
            row: one.1.min(other.1),
            side: self.side,
        }
    }
}

/// A weight of the first layer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FirstWeight {
    /// Point of the board, row by row from A1.
    pub(crate) point: u16,
    /// Node that it feeds.
    pub(crate) node: u16,
    /// Gene that says how strong.
    pub(crate) gene: u32,
}

/// The genes of a net, by the weights that they make.
#[derive(Debug)]
pub struct NetLayout {
    pub(crate) form: NetForm,
    /// Number of genes: one for each weight.
    pub genes: usize,
    /// Nodes of the first layer.
    pub(crate) first_nodes: usize,
    /// Nodes of the second layer; 0 where there is none.
    pub(crate) second_nodes: usize,
    /// The weights of the first layer, node by node.
    pub(crate) first: Vec<FirstWeight>,
    /// Genes of the first layer's biases; empty without biases, as those that follow.
    pub(crate) first_biases: Vec<u32>,
    /// Genes of the second layer, by the node that feeds and the node that is fed.
    pub(crate) second: Vec<u32>,
    pub(crate) second_biases: Vec<u32>,
    /// Genes of the output, by the node that feeds it.
    pub(crate) output: Vec<u32>,
    pub(crate) output_bias: Option<u32>,
}

impl NetLayout {
    /// The layout of a form.
    ///
    /// Genes come node by node: the first layer's, its biases, the second layer's by the node that
    /// feeds, its biases, the output's.
    pub fn new(form: &NetForm) -> Result<Self, NetFormError> {
        check(form)?;
        let windows = windows(form);
        let first_nodes = windows.len();
        if first_nodes > MAX_NODES {
            return Err(NetFormError::Nodes);
        }
        let second_nodes = match form.kind {
            NetKind::Feedforward { .. } => 0,
            NetKind::Spatial { second, .. } => second,
        };
        let mut layout = Self {
            form: form.clone(),
            genes: 0,
            first_nodes,
            second_nodes,
            first: Vec::new(),
            first_biases: Vec::new(),
            second: Vec::new(),
            second_biases: Vec::new(),
            output: Vec::new(),
            output_bias: None,
        };
        layout.number_first(&windows);
        layout.number_rest(&leaders(&windows, form));
        Ok(layout)
    }

    fn gene(&mut self) -> u32 {
        self.genes += 1;
        self.genes as u32 - 1
    }

    fn number_first(&mut self, windows: &[Window]) {
        let (lines, symmetric) = (self.form.lines, self.form.symmetric);
        // Genes of pairs of a node and a point, each shared with all pairs it can be carried to.
        let points = usize::from(lines) * usize::from(lines);
        let is_spatial = self.second_nodes > 0;
        let place = |window: Window, nth: usize| {
            if is_spatial {
                windows.iter().position(|other| *other == window)
            } else {
                Some(nth)
            }
        };
        let mut known = vec![u32::MAX; if symmetric { windows.len() * points } else { 0 }];
        for (node, window) in windows.iter().enumerate() {
            for cell in window.cells() {
                let slot = node * points + index(cell, lines);
                let gene = match known.get(slot) {
                    Some(gene) if *gene != u32::MAX => *gene,
                    _ => self.gene(),
                };
                if symmetric {
                    for symmetry in 0..8 {
                        let image = place(window.turned(symmetry, lines), node);
                        if let Some(image) = image {
                            let cell = index(turned(cell, symmetry, lines), lines);
                            known[image * points + cell] = gene;
                        }
                    }
                }
                self.first.push(FirstWeight {
                    point: index(cell, lines) as u16,
                    node: node as u16,
                    gene,
                });
            }
        }
    }

    /// Numbers the other layers; a node takes the genes of its leader.
    fn number_rest(&mut self, leaders: &[usize]) {
        if self.form.biases {
            self.first_biases = self.shared(leaders, 1);
        }
        if self.second_nodes == 0 {
            self.output = self.shared(leaders, 1);
        } else {
            self.second = self.shared(leaders, self.second_nodes);
            if self.form.biases {
                self.second_biases = (0..self.second_nodes).map(|_| self.gene()).collect();
            }
            self.output = (0..self.second_nodes).map(|_| self.gene()).collect();
        }
        self.output_bias = self.form.biases.then(|| self.gene());
    }

    /// So many genes for each node; those of its leader where it is not its own.
    fn shared(&mut self, leaders: &[usize], each: usize) -> Vec<u32> {
        let mut genes: Vec<u32> = Vec::with_capacity(leaders.len() * each);
        for (node, leader) in leaders.iter().enumerate() {
            for nth in 0..each {
                let gene = if *leader == node {
                    self.gene()
                } else {
                    genes[leader * each + nth]
                };
                genes.push(gene);
            }
        }
        genes
    }
}

fn check(form: &NetForm) -> Result<(), NetFormError> {
    if !(5..=BoardSize::NINETEEN.lines()).contains(&form.lines) {
        return Err(NetFormError::Lines);
    }
    let nodes = match &form.kind {
        NetKind::Feedforward { hidden } => *hidden,
        NetKind::Spatial { windows, second } => {
            let fits = |side: &u8| side % 2 == 1 && (3..=form.lines).contains(side);
            let is_twice = |nth: usize| windows[..nth].contains(&windows[nth]);
            if windows.is_empty() || !windows.iter().all(fits) || (0..windows.len()).any(is_twice) {
                return Err(NetFormError::Windows);
            }
            *second
        }
    };
    if (1..=MAX_NODES).contains(&nodes) {
        Ok(())
    } else {
        Err(NetFormError::Nodes)
    }
}

/// The windows of the first layer: side by side, each row by row from A1.
fn windows(form: &NetForm) -> Vec<Window> {
    match &form.kind {
        NetKind::Feedforward { hidden } => {
            let (column, row, side) = (0, 0, form.lines);
            vec![Window { column, row, side }; *hidden]
        }
        NetKind::Spatial { windows, .. } => {
            let of_side = |side: u8| {
                let last = form.lines - side;
                (0..=last)
                    .flat_map(move |row| (0..=last).map(move |column| Window { column, row, side }))
            };
            windows.iter().flat_map(|side| of_side(*side)).collect()
        }
    }
}

/// For each node the first node that a symmetry carries it to; itself without sharing.
fn leaders(windows: &[Window], form: &NetForm) -> Vec<usize> {
    let is_spatial = matches!(form.kind, NetKind::Spatial { .. });
    let leader = |(node, window): (usize, &Window)| {
        if !form.symmetric || !is_spatial {
            return node;
        }
        let image = |symmetry| {
            let turned = window.turned(symmetry, form.lines);
            windows.iter().position(|other| *other == turned)
        };
        (0..8).filter_map(image).min().unwrap_or(node)
    };
    windows.iter().enumerate().map(leader).collect()
}

/// Place of a cell, row by row from A1.
fn index((column, row): (u8, u8), lines: u8) -> usize {
    usize::from(row) * usize::from(lines) + usize::from(column)
}

/// The cell that one of the eight symmetries carries a cell to: mirrored left to right, top to
/// bottom, at the diagonal, by the bits of its number.
fn turned((column, row): (u8, u8), symmetry: u8, lines: u8) -> (u8, u8) {
    let last = lines - 1;
    let column = if symmetry & 1 == 0 {
        column
    } else {
        last - column
    };
    let row = if symmetry & 2 == 0 { row } else { last - row };
    if symmetry & 4 == 0 {
        (column, row)
    } else {
        (row, column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(kind: NetKind, biases: bool, symmetric: bool) -> NetLayout {
        let form = NetForm {
            lines: 13,
            kind,
            biases,
            symmetric,
        };
        NetLayout::new(&form).unwrap()
    }

    fn spatial() -> NetKind {
        NetKind::Spatial {
            windows: vec![3, 5, 7, 9, 11, 13],
            second: 95,
        }
    }

    #[test]
    fn the_papers_nets_have_these_weights() {
        let a = NetKind::Feedforward { hidden: 55 };
        assert_eq!(layout(a.clone(), false, false).genes, 9_350);
        assert_eq!(layout(a, true, false).genes, 9_406);
        let b = layout(spatial(), false, false);
        assert_eq!((b.first_nodes, b.second_nodes), (286, 95));
        assert_eq!((b.first.len(), b.genes), (8_798, 36_063));
        assert_eq!(layout(spatial(), true, false).genes, 36_445);
    }

    #[test]
    fn symmetries_share() {
        // 28 kinds of points on 13 lines for each hidden node.
        let a = NetKind::Feedforward { hidden: 55 };
        assert_eq!(layout(a, false, true).genes, 55 * 28 + 55);
        let b = layout(spatial(), false, true);
        // Windows of a side lie on a square grid of 11, 9, 7, 5, 3, 1 lines.
        let leaders = 21 + 15 + 10 + 6 + 3 + 1;
        let distinct: std::collections::BTreeSet<u32> = b.second.iter().copied().collect();
        assert_eq!(distinct.len(), leaders * 95);
        assert_eq!(b.second.len(), 286 * 95);
    }

    #[test]
    fn odd_forms_are_refused() {
        let form = |lines, kind| NetForm {
            lines,
            kind,
            biases: false,
            symmetric: false,
        };
        let of = |windows: &[u8]| NetKind::Spatial {
            windows: windows.to_vec(),
            second: 3,
        };
        let refusal = |form: NetForm| NetLayout::new(&form).unwrap_err();
        assert_eq!(refusal(form(4, of(&[3]))), NetFormError::Lines);
        for sides in [&[][..], &[4], &[1], &[9], &[3, 3]] {
            assert_eq!(refusal(form(7, of(sides))), NetFormError::Windows);
        }
        let none = NetKind::Feedforward { hidden: 0 };
        assert_eq!(refusal(form(7, none)), NetFormError::Nodes);
    }
}
