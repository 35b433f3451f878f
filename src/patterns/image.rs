//! A pattern in one of its eight symmetries, as masks.

use super::picture::{Cell, Class, Edge, LINES, Picture};
use super::tree::Tree;
use super::windows::{Offset, View};
use crate::joseki::Frame;
use crate::rules::{BoardSize, Point};

/// Where the cells of a picture come to lie in a symmetry, shifted to the lower left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    frame: Frame,
    /// What is taken off columns and rows.
    shift: (u8, u8),
}

/// A square of 8 lines, on which cells are points.
fn square() -> BoardSize {
    BoardSize::new(LINES).unwrap_or(BoardSize::NINETEEN)
}

fn turned(frame: Frame, cell: Cell) -> (u8, u8) {
    let point = Point::new(cell.column(), cell.row());
    let point = point.map(|point| frame.point(point, square()));
    point.map_or((0, 0), |point| (point.column(), point.row()))
}

impl Turn {
    pub(super) fn new(picture: &Picture, frame: Frame) -> Self {
        let places = || picture.cells().map(|cell| turned(frame, cell));
        let column = places().map(|(column, _)| column).min().unwrap_or(0);
        let row = places().map(|(_, row)| row).min().unwrap_or(0);
        Self {
            frame,
            shift: (column, row),
        }
    }

    /// Where a cell of the picture comes to lie.
    pub(super) fn cell(self, cell: Cell) -> Cell {
        let (column, row) = turned(self.frame, cell);
        Cell::new(column - self.shift.0, row - self.shift.1).unwrap_or(cell)
    }
}

/// A picture in a symmetry.
pub(super) fn turn_picture(picture: &Picture, frame: Frame) -> Picture {
    let turn = Turn::new(picture, frame);
    let mut classes = [Class::Any; 64];
    for cell in picture.cells() {
        classes[turn.cell(cell).index()] = picture.class(cell);
    }
    let cells = || picture.cells().map(|cell| turn.cell(cell));
    let labels = picture
        .labels
        .iter()
        .map(|(name, cell)| (*name, turn.cell(*cell)));
    let edges = Edge::ALL.into_iter().filter(|edge| picture.has_edge(*edge));
    Picture {
        width: cells().map(Cell::column).max().unwrap_or(0) + 1,
        height: cells().map(Cell::row).max().unwrap_or(0) + 1,
        classes,
        edges: edges.fold(0, |bits, edge| bits | turn_edge(edge, frame).bit()),
        labels: labels.collect(),
    }
}

/// Where an edge comes to lie: as the middle of that side of the square does.
fn turn_edge(edge: Edge, frame: Frame) -> Edge {
    let last = LINES - 1;
    let (column, row) = match edge {
        Edge::West => (0, 3),
        Edge::East => (last, 3),
        Edge::South => (3, 0),
        Edge::North => (3, last),
    };
    match Cell::new(column, row).map(|cell| turned(frame, cell)) {
        Some((0, _)) => Edge::West,
        Some((_, 0)) => Edge::South,
        Some((column, _)) if column == last => Edge::East,
        _ => Edge::North,
    }
}

/// What a window may not show where the pattern is to match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Forbidden {
    mine: u64,
    theirs: u64,
    empty: u64,
    off: u64,
}

/// A pattern in a symmetry.
#[derive(Clone, Debug)]
pub(super) struct Image {
    /// The pattern's place in the library.
    pub(super) pattern: u16,
    pub(super) turn: Turn,
    forbidden: Forbidden,
    width: u8,
    height: u8,
    edges: u8,
    /// The cell that it is looked for at: never [`Class::Any`].
    pub(super) anchor: Cell,
    /// How far its furthest cell is from the anchor, in columns or rows, whichever is more.
    pub(super) reach: u8,
    /// What may lie on the anchor and on its four neighbors: left, right, below, above.
    pub(super) key: [[bool; 4]; 5],
}

/// What makes two images of a pattern the same.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Sameness {
    forbidden: Forbidden,
    edges: u8,
    moves: Vec<Option<Cell>>,
    named: Vec<Cell>,
}

impl Image {
    /// `None` for a picture in which there is nothing to look for.
    pub(super) fn new(pattern: u16, picture: &Picture, frame: Frame) -> Option<Self> {
        let turn = Turn::new(picture, frame);
        let turned = turn_picture(picture, frame);
        let mut forbidden = Forbidden {
            mine: 0,
            theirs: 0,
            empty: 0,
            off: 0,
        };
        for cell in turned.cells() {
            let masks = [
                &mut forbidden.mine,
                &mut forbidden.theirs,
                &mut forbidden.empty,
                &mut forbidden.off,
            ];
            let allowed = turned.class(cell).allows();
            for (mask, allowed) in masks.into_iter().zip(allowed) {
                *mask |= if allowed { 0 } else { cell.bit() };
            }
        }
        let (anchor, reach, key) = anchor(&turned)?;
        Some(Self {
            pattern,
            turn,
            forbidden,
            width: turned.width,
            height: turned.height,
            edges: turned.edges,
            anchor,
            reach,
            key,
        })
    }

    /// What tells it from the pattern's other images.
    pub(super) fn sameness(&self, tree: &Tree, named: impl Iterator<Item = Cell>) -> Sameness {
        let steps = tree.steps().iter();
        Sameness {
            forbidden: self.forbidden,
            edges: self.edges,
            moves: steps
                .map(|step| step.cell.map(|cell| self.turn.cell(cell)))
                .collect(),
            named: named.map(|cell| self.turn.cell(cell)).collect(),
        }
    }

    /// The offset of its window where its anchor is a point.
    pub(super) const fn window(&self, at: Point) -> (Offset, Offset) {
        (
            at.column() as Offset - self.anchor.column() as Offset,
            at.row() as Offset - self.anchor.row() as Offset,
        )
    }

    /// Whether the edges of the board lie where it wants them.
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

    /// Whether a window shows it.
    pub(super) const fn shows(&self, view: View) -> bool {
        let wrong = (view.mine & self.forbidden.mine)
            | (view.theirs & self.forbidden.theirs)
            | (view.empty() & self.forbidden.empty)
            | (view.off & self.forbidden.off);
        wrong == 0
    }
}

/// The best cell to look for a picture at: one whose surroundings say much, in the midst.
fn anchor(picture: &Picture) -> Option<(Cell, u8, [[bool; 4]; 5])> {
    let known: Vec<Cell> = picture
        .cells()
        .filter(|c| picture.class(*c) != Class::Any)
        .collect();
    let best = known.iter().map(|cell| {
        let far = known.iter().map(|other| {
            let across = cell.column().abs_diff(other.column());
            across.max(cell.row().abs_diff(other.row()))
        });
        let reach = far.max().unwrap_or(0);
        let key = key(picture, *cell);
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

fn key(picture: &Picture, cell: Cell) -> [[bool; 4]; 5] {
    let beside = |columns: i8, rows: i8| {
        let column = cell.column().checked_add_signed(columns);
        let row = cell.row().checked_add_signed(rows);
        let there = column
            .zip(row)
            .and_then(|(column, row)| Cell::new(column, row));
        let inside = there.filter(|c| c.column() < picture.width && c.row() < picture.height);
        let edge = match (columns, rows) {
            (-1, _) => Edge::West,
            (1, _) => Edge::East,
            (_, -1) => Edge::South,
            _ => Edge::North,
        };
        match inside {
            Some(there) => picture.class(there).allows(),
            None if picture.has_edge(edge) => [false, false, false, true],
            None => [true; 4],
        }
    };
    let here = picture.class(cell).allows();
    [
        here,
        beside(-1, 0),
        beside(1, 0),
        beside(0, -1),
        beside(0, 1),
    ]
}
