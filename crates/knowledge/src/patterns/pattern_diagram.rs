//! The diagram of a pattern: classes of points, edges and letters.

use std::fmt;

use sgmp_board::rules::{BoardSize, Point};

/// Maximum number of rows and columns of a diagram.
pub(super) const MAX_LINES: u8 = 8;

/// The contents allowed on a point of a diagram. "Mine" are the stones of the side whose move the
/// pattern suggests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Class {
    /// `?`: anything, even the outside of the board.
    #[default]
    Any,
    /// `X`: my stone.
    Mine,
    /// `O`: a stone of the other side.
    Theirs,
    /// `.`: no stone.
    Empty,
    /// `x`: my stone, or none.
    MineOrEmpty,
    /// `o`: a stone of the other side, or none.
    TheirsOrEmpty,
    /// `@`: a stone.
    Stone,
}

impl Class {
    /// All of them, in the order of their numbers.
    pub(crate) const ALL: [Self; 7] = [
        Self::Any,
        Self::Mine,
        Self::Theirs,
        Self::Empty,
        Self::MineOrEmpty,
        Self::TheirsOrEmpty,
        Self::Stone,
    ];

    /// Its sign in diagrams.
    #[must_use]
    pub(crate) const fn sign(self) -> char {
        match self {
            Self::Any => '?',
            Self::Mine => 'X',
            Self::Theirs => 'O',
            Self::Empty => '.',
            Self::MineOrEmpty => 'x',
            Self::TheirsOrEmpty => 'o',
            Self::Stone => '@',
        }
    }

    /// The class of a sign.
    #[must_use]
    pub(crate) fn from_sign(sign: char) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.sign() == sign)
    }

    /// Permissions, in this order: my stone, the other side's stone, an empty point, a point off the board.
    pub(super) const fn allows(self) -> [bool; 4] {
        match self {
            Self::Any => [true; 4],
            Self::Mine => [true, false, false, false],
            Self::Theirs => [false, true, false, false],
            Self::Empty => [false, false, true, false],
            Self::MineOrEmpty => [true, false, true, false],
            Self::TheirsOrEmpty => [false, true, true, false],
            Self::Stone => [true, true, false, false],
        }
    }
}

/// A place in a diagram: columns from the left, rows from the bottom, both from 0 to 7.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell in a column and a row, each below 8.
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column < MAX_LINES && row < MAX_LINES {
            Some(Self(row * MAX_LINES + column))
        } else {
            None
        }
    }

    /// All of them, row by row from the bottom.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        (0..MAX_LINES * MAX_LINES).map(Self)
    }

    /// The cell of a number, row by row from the bottom: 0 to 63.
    #[must_use]
    pub(crate) const fn from_index(index: u8) -> Option<Self> {
        if index < MAX_LINES * MAX_LINES {
            Some(Self(index))
        } else {
            None
        }
    }

    /// The number of the cell, row by row.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column, from 0 at the left.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 % MAX_LINES
    }

    /// The row, from 0.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 / MAX_LINES
    }

    /// Its bit in a window's masks.
    pub(super) const fn bit(self) -> u64 {
        1 << self.0
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.column(), self.row())
    }
}

/// A side of the board that a diagram may show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edge {
    /// The left edge of the board.
    West,
    /// The right edge of the board.
    East,
    /// The lower edge of the board.
    South,
    /// The upper edge of the board.
    North,
}

impl Edge {
    /// All of them, in the order of their bits.
    pub const ALL: [Self; 4] = [Self::West, Self::East, Self::South, Self::North];

    pub(super) const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// A diagram: classes of points, board edges, and letters for some of the points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// Columns, 1 to 8.
    pub(super) width: u8,
    /// Rows, 1 to 8.
    pub(super) height: u8,
    pub(super) classes: [Class; 64],
    /// Bits of [`Edge`].
    pub(super) edges: u8,
    /// In the order of the letters.
    pub(super) labels: Vec<(char, Cell)>,
}

impl Diagram {
    /// The points of the diagram, row by row from the bottom.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + Clone + use<> {
        let (width, height) = (self.width, self.height);
        Cell::all().filter(move |cell| cell.column() < width && cell.row() < height)
    }

    /// The class of a point; [`Class::Any`] outside the diagram.
    #[must_use]
    pub(crate) const fn class(&self, cell: Cell) -> Class {
        self.classes[cell.index()]
    }

    /// Returns whether the board ends at this side.
    #[must_use]
    pub(crate) const fn has_edge(&self, edge: Edge) -> bool {
        self.edges & edge.bit() != 0
    }

    /// The cell of a letter.
    #[cfg(test)]
    pub(super) fn labeled(&self, letter: char) -> Option<Cell> {
        let mut labels = self.labels.iter();
        labels.find(|(name, _)| *name == letter).map(|(_, c)| *c)
    }

    /// The letter of a cell.
    #[must_use]
    pub fn label(&self, cell: Cell) -> Option<char> {
        let mut labels = self.labels.iter();
        labels
            .find(|(_, there)| *there == cell)
            .map(|(name, _)| *name)
    }

    /// The point of a board of this size where the diagram's lower left cell lies: at the diagram's
    /// edges, else in the middle. `None` if the board is too small.
    #[must_use]
    pub(crate) fn corner_on(&self, size: BoardSize) -> Option<Point> {
        let lines = size.lines();
        let place = |extent: u8, low: Edge, high: Edge| {
            let room = lines.checked_sub(extent)?;
            match (self.has_edge(low), self.has_edge(high)) {
                (true, true) => (room == 0).then_some(0),
                (true, false) => Some(0),
                (false, true) => Some(room),
                (false, false) => Some(room / 2),
            }
        };
        let column = place(self.width, Edge::West, Edge::East)?;
        let row = place(self.height, Edge::South, Edge::North)?;
        Point::new(column, row)
    }

    /// The point of a cell on a board where the lower left cell lies at `corner`.
    #[must_use]
    pub fn on_board(corner: Point, cell: Cell) -> Option<Point> {
        Point::new(corner.column() + cell.column(), corner.row() + cell.row())
    }
}

impl fmt::Display for Diagram {
    /// The diagram as texts have it, without a line's end behind it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (west, east) = (self.has_edge(Edge::West), self.has_edge(Edge::East));
        let rim = |f: &mut fmt::Formatter<'_>| {
            let inner = vec!["-"; self.width.into()].join(" ");
            let (left, right) = (if west { "+ " } else { "" }, if east { " +" } else { "" });
            write!(f, "{left}{inner}{right}")
        };
        if self.has_edge(Edge::North) {
            rim(f)?;
            writeln!(f)?;
        }
        for row in (0..self.height).rev() {
            let cells = (0..self.width).filter_map(|column| Cell::new(column, row));
            let signs: Vec<String> = cells
                .map(|cell| {
                    self.label(cell)
                        .unwrap_or(self.class(cell).sign())
                        .to_string()
                })
                .collect();
            let (left, right) = (if west { "| " } else { "" }, if east { " |" } else { "" });
            write!(f, "{left}{}{right}", signs.join(" "))?;
            if row > 0 {
                writeln!(f)?;
            }
        }
        if self.has_edge(Edge::South) {
            writeln!(f)?;
            rim(f)?;
        }
        Ok(())
    }
}
