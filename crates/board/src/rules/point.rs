//! Points of the board and moves on it.

use std::fmt;

use super::BoardSize;

/// Letters of the columns; I is skipped.
const COLUMNS: &[u8; 19] = b"ABCDEFGHJKLMNOPQRST";

/// A point of the board, independent of the board's size.
///
/// Columns count from the left and rows from the bottom, both from 0: A1 is (0, 0) at Black's
/// lower left corner, as on the wire.
///
/// # Examples
///
/// ```
/// use sgmp_board::rules::{BoardSize, Point};
///
/// let point = Point::parse("k10").expect("a point");
/// assert_eq!((point.column(), point.row()), (9, 9));
/// assert_eq!(point.line(BoardSize::NINETEEN), 10);
/// assert_eq!(point.to_string(), "K10");
/// assert_eq!(Point::parse("I5"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// Distance of two vertical neighbors in [`Point::index`]: 19 columns and a border that the
    /// right edge of one row shares with the left edge of the next.
    pub const STRIDE: usize = 20;
    /// Room for every index of a padded board: 21 rows of [`Point::STRIDE`], and one corner.
    pub const AREA: usize = 21 * Self::STRIDE + 1;

    /// The point in `column` and `row` (each 0..=18), or `None` outside.
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column < 19 && row < 19 {
            Some(Self::at(column, row))
        } else {
            None
        }
    }

    const fn at(column: u8, row: u8) -> Self {
        Self((row as u16 + 1) * Self::STRIDE as u16 + column as u16 + 1)
    }

    /// Column from the left, 0..=18.
    #[must_use]
    pub const fn column(self) -> u8 {
        (self.0 as usize % Self::STRIDE - 1) as u8
    }

    /// Row from the bottom, 0..=18.
    #[must_use]
    pub const fn row(self) -> u8 {
        (self.0 as usize / Self::STRIDE - 1) as u8
    }

    /// Index into an array of `Point::AREA` cells with a border around the board.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The point of a padded index; `None` on the border.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        let (row, column) = (index / Self::STRIDE, index % Self::STRIDE);
        if row >= 1 && row <= 19 && column >= 1 {
            Some(Self(index as u16))
        } else {
            None
        }
    }

    /// The point of an index that is known to be one: that of a cell inside the border.
    pub const fn from_cell(index: usize) -> Self {
        debug_assert!(Self::from_index(index).is_some());
        Self(index as u16)
    }

    /// Returns whether the point lies on a board of this size.
    #[must_use]
    pub const fn is_on(self, size: BoardSize) -> bool {
        self.column() < size.lines() && self.row() < size.lines()
    }

    /// The line of the point from the nearest edge of a board of this size: 1 at the edge.
    ///
    /// # Panics
    /// May do so where the point does not lie on such a board.
    #[must_use]
    pub fn line(self, size: BoardSize) -> u8 {
        let last = size.lines() - 1;
        let (column, row) = (self.column(), self.row());
        1 + column.min(row).min(last - column).min(last - row)
    }

    /// The point `right` and `up` steps away, if it lies on a board of this size.
    #[must_use]
    pub fn stepped(self, (right, up): (i8, i8), size: BoardSize) -> Option<Self> {
        let column = self.column().checked_add_signed(right)?;
        let row = self.row().checked_add_signed(up)?;
        Self::new(column, row).filter(|point| point.is_on(size))
    }

    /// All points of a board, row by row from A1.
    pub fn all(size: BoardSize) -> impl Iterator<Item = Self> + Clone {
        let n = size.lines();
        (0..n).flat_map(move |row| (0..n).map(move |column| Self::at(column, row)))
    }

    /// Reads "D4" or "d4"; `None` for anything else (column I does not exist).
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (letter, digits) = text.as_bytes().split_first()?;
        let column = COLUMNS
            .iter()
            .position(|c| *c == letter.to_ascii_uppercase())?;
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let row: u8 = text[1..].parse().ok()?;
        Self::new(u8::try_from(column).ok()?, row.checked_sub(1)?)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from(COLUMNS[usize::from(self.column())]);
        f.pad(&format!("{letter}{}", self.row() + 1))
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A player's action on a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// No stone; two in a row end most games.
    Pass,
    /// A stone on a point.
    Play(Point),
}

impl fmt::Display for Move {
    /// "D4" or "pass".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.pad("pass"),
            Self::Play(point) => point.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_index_agree_for_every_point() {
        for point in Point::all(BoardSize::NINETEEN) {
            assert_eq!(Point::parse(&point.to_string()), Some(point));
            assert_eq!(Point::from_index(point.index()), Some(point));
            assert!(point.index() + Point::STRIDE + 1 < Point::AREA);
        }
    }

    #[test]
    fn lines_and_steps_end_at_the_edges() {
        let size = BoardSize::new(9).unwrap();
        let point = |name| Point::parse(name).unwrap();
        for (name, line) in [("A5", 1), ("H2", 2), ("E5", 5), ("C7", 3), ("J9", 1)] {
            assert_eq!(point(name).line(size), line, "{name}");
        }
        assert_eq!(point("C3").stepped((2, -1), size), Some(point("E2")));
        assert_eq!(point("C3").stepped((-2, 6), size), Some(point("A9")));
        for out in [(-3, 0), (0, -3), (7, 0), (0, 7), (i8::MAX, i8::MIN)] {
            assert_eq!(point("C3").stepped(out, size), None, "{out:?}");
        }
    }

    #[test]
    fn odd_texts_are_no_points() {
        for text in [
            "", "A", "I5", "A0", "A20", "U1", "4D", "D+4", "A-1", "Ä1", "D4 ",
        ] {
            assert_eq!(Point::parse(text), None, "{text:?}");
        }
    }
}
