//! A pattern in one of its eight symmetries, as masks.
//
// A diagram of 8 by 8 cells fits the bits of a u64. For each kind of content (mine, theirs, empty,
// off the board) one mask holds the cells that do not allow it. A window of the board has a mask of
// the cells with each content; the orientation matches if no mask of the window meets the forbidden
// one of its kind: four ANDs instead of 64 comparisons.

use super::move_tree::MoveTree;
use super::pattern_diagram::{Cell, Class, Diagram, Edge, MAX_LINES};
use super::windows::{Offset, View};
use crate::joseki::Symmetry;
use sgmp_board::rules::{BoardSize, Point};

/// The map of a diagram's cells under a symmetry, shifted to the lower left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellMap {
    symmetry: Symmetry,
    /// The shift of columns and rows.
    shift: (u8, u8),
}

/// A square of 8 lines, on which cells are points.
fn square() -> BoardSize {
    BoardSize::new(MAX_LINES).unwrap_or(BoardSize::NINETEEN)
}

fn mapped(symmetry: Symmetry, cell: Cell) -> (u8, u8) {
    let point = Point::new(cell.column(), cell.row());
    let point = point.map(|point| symmetry.point(point, square()));
    point.map_or((0, 0), |point| (point.column(), point.row()))
}

impl CellMap {
    pub(super) fn new(diagram: &Diagram, symmetry: Symmetry) -> Self {
        let places = || diagram.cells().map(|cell| mapped(symmetry, cell));
        let column = places().map(|(column, _)| column).min().unwrap_or(0);
        let row = places().map(|(_, row)| row).min().unwrap_or(0);
        Self {
            symmetry,
            shift: (column, row),
        }
    }

    /// Maps a cell of the diagram.
    pub(super) fn cell(self, cell: Cell) -> Cell {
        let (column, row) = mapped(self.symmetry, cell);
        Cell::new(column - self.shift.0, row - self.shift.1).unwrap_or(cell)
    }
}

/// A diagram in a symmetry.
pub(super) fn transform_diagram(diagram: &Diagram, symmetry: Symmetry) -> Diagram {
    let cell_map = CellMap::new(diagram, symmetry);
    let mut classes = [Class::Any; 64];
    for cell in diagram.cells() {
        classes[cell_map.cell(cell).index()] = diagram.class(cell);
    }
    let cells = || diagram.cells().map(|cell| cell_map.cell(cell));
    let labels = diagram
        .labels
        .iter()
        .map(|(name, cell)| (*name, cell_map.cell(*cell)));
    let edges = Edge::ALL.into_iter().filter(|edge| diagram.has_edge(*edge));
    Diagram {
        width: cells().map(Cell::column).max().unwrap_or(0) + 1,
        height: cells().map(Cell::row).max().unwrap_or(0) + 1,
        classes,
        edges: edges.fold(0, |bits, edge| bits | map_edge(edge, symmetry).bit()),
        labels: labels.collect(),
    }
}

/// Maps an edge: as the middle of that side of the square.
fn map_edge(edge: Edge, symmetry: Symmetry) -> Edge {
    let last = MAX_LINES - 1;
    let (column, row) = match edge {
        Edge::West => (0, 3),
        Edge::East => (last, 3),
        Edge::South => (3, 0),
        Edge::North => (3, last),
    };
    match Cell::new(column, row).map(|cell| mapped(symmetry, cell)) {
        Some((0, _)) => Edge::West,
        Some((_, 0)) => Edge::South,
        Some((column, _)) if column == last => Edge::East,
        _ => Edge::North,
    }
}

/// The contents that a matching window must not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Forbidden {
    mine: u64,
    theirs: u64,
    empty: u64,
    off: u64,
}

/// A pattern in a symmetry.
#[derive(Clone, Debug)]
pub(super) struct Orientation {
    /// The pattern's place in the library.
    pub(super) pattern: u16,
    pub(super) cell_map: CellMap,
    forbidden: Forbidden,
    width: u8,
    height: u8,
    edges: u8,
    /// The cell that it is looked for at: never [`Class::Any`].
    pub(super) anchor: Cell,
    /// Distance of its farthest cell from the anchor: the larger of columns and rows.
    pub(super) reach: u8,
    /// The contents allowed on the anchor and its four neighbors: left, right, below, above.
    pub(super) key: [[bool; 4]; 5],
}

/// The identity of an orientation: equal orientations of a pattern are stored once.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct OrientationIdentity {
    forbidden: Forbidden,
    edges: u8,
    moves: Vec<Option<Cell>>,
    named: Vec<Cell>,
}

impl Orientation {
    /// `None` for a diagram in which there is nothing to look for.
    pub(super) fn new(pattern: u16, diagram: &Diagram, symmetry: Symmetry) -> Option<Self> {
        let cell_map = CellMap::new(diagram, symmetry);
        let mapped = transform_diagram(diagram, symmetry);
        let mut forbidden = Forbidden {
            mine: 0,
            theirs: 0,
            empty: 0,
            off: 0,
        };
        for cell in mapped.cells() {
            let masks = [
                &mut forbidden.mine,
                &mut forbidden.theirs,
                &mut forbidden.empty,
                &mut forbidden.off,
            ];
            let allowed = mapped.class(cell).allows();
            for (mask, allowed) in masks.into_iter().zip(allowed) {
                *mask |= if allowed { 0 } else { cell.bit() };
            }
        }
        let (anchor, reach, key) = anchor(&mapped)?;
        Some(Self {
            pattern,
            cell_map,
            forbidden,
            width: mapped.width,
            height: mapped.height,
            edges: mapped.edges,
            anchor,
            reach,
            key,
        })
    }

    /// The identity among the pattern's orientations.
    pub(super) fn identity(
        &self,
        tree: &MoveTree,
        named: impl Iterator<Item = Cell>,
    ) -> OrientationIdentity {
        let steps = tree.steps().iter();
        OrientationIdentity {
            forbidden: self.forbidden,
            edges: self.edges,
            moves: steps
                .map(|step| step.cell.map(|cell| self.cell_map.cell(cell)))
                .collect(),
            named: named.map(|cell| self.cell_map.cell(cell)).collect(),
        }
    }

    /// The offset of its window where its anchor is a point.
    pub(super) const fn window(&self, at: Point) -> (Offset, Offset) {
        (
            at.column() as Offset - self.anchor.column() as Offset,
            at.row() as Offset - self.anchor.row() as Offset,
        )
    }

    /// Returns whether the edges of the board lie where it requires them.
    pub(super) fn fits(&self, window: (Offset, Offset), size: BoardSize) -> bool {
        if self.edges == 0 {
            return true;
        }
        let lines = size.lines() as Offset;
        let wants = |edge: Edge| self.edges & edge.bit() != 0;
        (!wants(Edge::West) || window.0 == 0)
            && (!wants(Edge::South) || window.1 == 0)
            && (!wants(Edge::East) || window.0 + self.width as Offset == lines)
            && (!wants(Edge::North) || window.1 + self.height as Offset == lines)
    }

    /// Returns whether a window matches it.
    pub(super) const fn shows(&self, view: View) -> bool {
        let wrong = (view.mine & self.forbidden.mine)
            | (view.theirs & self.forbidden.theirs)
            | (view.empty() & self.forbidden.empty)
            | (view.off & self.forbidden.off);
        wrong == 0
    }
}

/// The best anchor of a diagram: a central cell with a telling neighborhood.
fn anchor(diagram: &Diagram) -> Option<(Cell, u8, [[bool; 4]; 5])> {
    let known: Vec<Cell> = diagram
        .cells()
        .filter(|c| diagram.class(*c) != Class::Any)
        .collect();
    let best = known.iter().map(|cell| {
        let far = known.iter().map(|other| {
            let across = cell.column().abs_diff(other.column());
            across.max(cell.row().abs_diff(other.row()))
        });
        let reach = far.max().unwrap_or(0);
        let key = key(diagram, *cell);
        let entries: usize = key
            .iter()
            .map(|a| a.iter().filter(|a| **a).count())
            .product();
        let width = 2 * usize::from(reach) + 1;
        (entries * width * width, *cell, reach, key)
    });
    let (_, cell, reach, key) = best.min_by_key(|(cost, cell, ..)| (*cost, *cell))?;
    Some((cell, reach, key))
}

fn key(diagram: &Diagram, cell: Cell) -> [[bool; 4]; 5] {
    let beside = |columns: i8, rows: i8| {
        let column = cell.column().checked_add_signed(columns);
        let row = cell.row().checked_add_signed(rows);
        let there = column
            .zip(row)
            .and_then(|(column, row)| Cell::new(column, row));
        let inside = there.filter(|c| c.column() < diagram.width && c.row() < diagram.height);
        let edge = match (columns, rows) {
            (-1, _) => Edge::West,
            (1, _) => Edge::East,
            (_, -1) => Edge::South,
            _ => Edge::North,
        };
        match inside {
            Some(there) => diagram.class(there).allows(),
            None if diagram.has_edge(edge) => [false, false, false, true],
            None => [true; 4],
        }
    };
    let here = diagram.class(cell).allows();
    [
        here,
        beside(-1, 0),
        beside(1, 0),
        beside(0, -1),
        beside(0, 1),
    ]
}
