//! The eight symmetries of a square, and those under which a book's positions are equal.

use sgmp_board::rules::{BoardSize, Move, Point};

/// Bit of the symmetry that mirrors the columns, first.
const COLUMNS: u8 = 1;
/// Bit of the symmetry that mirrors the rows, first.
const ROWS: u8 = 2;
/// Bit of the symmetry that exchanges columns and rows, last.
const SWAP: u8 = 4;

/// One of the eight symmetries of a square board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry(u8);

impl Symmetry {
    pub(crate) const IDENTITY: Self = Self(0);
    /// The mirror at the diagonal through the upper right and the lower left corner.
    pub(crate) const DIAGONAL: Self = Self(SWAP);
    /// All eight, `Self::IDENTITY` first.
    pub const ALL: [Self; 8] = [
        Self(0),
        Self(1),
        Self(2),
        Self(3),
        Self(4),
        Self(5),
        Self(6),
        Self(7),
    ];

    /// The mirror that exchanges left and right.
    pub(super) const LEFT_TO_RIGHT: Self = Self(COLUMNS);
    /// The mirror that exchanges bottom and top.
    pub(super) const BOTTOM_TO_TOP: Self = Self(ROWS);
    /// The half turn: both mirrors.
    pub(super) const TURNED: Self = Self(COLUMNS | ROWS);

    /// Maps a point of a board of this size; a point off the board stays.
    #[must_use]
    pub fn point(self, point: Point, size: BoardSize) -> Point {
        let last = size.lines() - 1;
        let mirror = |at: u8, bit: u8| {
            if self.0 & bit == 0 {
                Some(at)
            } else {
                last.checked_sub(at)
            }
        };
        let places = (mirror(point.column(), COLUMNS), mirror(point.row(), ROWS));
        let moved = match places {
            (Some(column), Some(row)) if self.0 & SWAP == 0 => Point::new(column, row),
            (Some(column), Some(row)) => Point::new(row, column),
            _ => None,
        };
        moved.unwrap_or(point)
    }

    /// Maps a move of a board of this size; a pass stays.
    #[must_use]
    pub fn mv(self, mv: Move, size: BoardSize) -> Move {
        match mv {
            Move::Pass => Move::Pass,
            Move::Play(point) => Move::Play(self.point(point, size)),
        }
    }

    #[must_use]
    pub(crate) const fn inverse(self) -> Self {
        if self.0 & SWAP == 0 {
            return self;
        }
        let (columns, rows) = (self.0 & COLUMNS, self.0 & ROWS);
        Self(SWAP | (columns * ROWS) | (rows / ROWS))
    }
}

/// The symmetries under which positions of a book are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetries {
    /// Those of a corner: the diagonal.
    Corner,
    /// Those of a board: all eight.
    Board,
}

impl Symmetries {
    /// The symmetries, the identity included.
    #[must_use]
    pub const fn all(self) -> &'static [Symmetry] {
        match self {
            Self::Corner => &[Symmetry::IDENTITY, Symmetry::DIAGONAL],
            Self::Board => &Symmetry::ALL,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symmetry_is_undone_by_its_inverse() {
        for size in [BoardSize::new(9).unwrap(), BoardSize::NINETEEN] {
            for (symmetry, point) in Symmetry::ALL
                .into_iter()
                .flat_map(|f| Point::all(size).map(move |p| (f, p)))
            {
                let there = symmetry.point(point, size);
                assert!(there.is_on(size));
                assert_eq!(symmetry.inverse().point(there, size), point, "{symmetry:?}");
            }
        }
    }

    #[test]
    fn the_eight_differ_and_the_diagonal_is_the_upper_right_ones() {
        let point = Point::parse("R14").unwrap();
        let size = BoardSize::NINETEEN;
        let mut images: Vec<Point> = Symmetry::ALL.map(|f| f.point(point, size)).to_vec();
        assert_eq!(Symmetry::DIAGONAL.point(point, size).to_string(), "O17");
        images.sort_unstable();
        images.dedup();
        assert_eq!(images.len(), 8);
    }
}
