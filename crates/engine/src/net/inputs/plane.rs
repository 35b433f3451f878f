//! Points of a board as bits, in the order of the nets.

use sgmp_board::rules::{BoardSize, Point, PointSet};

/// Columns of the largest board: the distance of two rows in a plane.
pub(crate) const ROW: usize = 19;

/// Bytes of a plane in files: 361 bits.
pub(crate) const PLANE_BYTES: usize = 46;

/// A set of points: bit `y * 19 + x`, x from the left and y from the top, whatever the board's size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plane(pub [u64; 6]);

impl Plane {
    /// The plane that is set nowhere.
    pub const EMPTY: Self = Self([0; 6]);

    /// The place of a point: `y * 19 + x`, y from the top.
    #[must_use]
    pub const fn place(point: Point, size: BoardSize) -> usize {
        (size.lines() - 1 - point.row()) as usize * ROW + point.column() as usize
    }

    /// The point at a place, `None` where there is none on a board of this size.
    #[must_use]
    pub fn point(place: usize, size: BoardSize) -> Option<Point> {
        let (y, x) = (u8::try_from(place / ROW).ok()?, (place % ROW) as u8);
        let row = (size.lines() - 1).checked_sub(y)?;
        (x < size.lines()).then(|| Point::new(x, row)).flatten()
    }

    /// All points of a board.
    #[must_use]
    pub fn board(size: BoardSize) -> Self {
        let mut plane = Self::EMPTY;
        for point in Point::all(size) {
            plane.insert(point, size);
        }
        plane
    }

    /// The points of a set.
    #[must_use]
    pub fn from_set(set: &PointSet, size: BoardSize) -> Self {
        let mut plane = Self::EMPTY;
        for point in set.iter() {
            plane.insert(point, size);
        }
        plane
    }

    /// Sets the plane at a point of a board of this size.
    pub const fn insert(&mut self, point: Point, size: BoardSize) {
        let place = Self::place(point, size);
        self.0[place / 64] |= 1 << (place % 64);
    }

    /// Returns whether the bit at a place, below 384, is set.
    #[must_use]
    pub const fn has(&self, place: usize) -> bool {
        self.0[place / 64] >> (place % 64) & 1 == 1
    }

    /// The points of either.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// The bytes of files: bit m is bit m % 8 of byte m / 8.
    pub fn bytes(&self) -> [u8; PLANE_BYTES] {
        std::array::from_fn(|byte| self.0[byte / 8].to_le_bytes()[byte % 8])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_from_the_upper_left_corner() {
        let nine = BoardSize::new(9).expect("a size");
        let corner = Point::parse("A9").expect("a point");
        let low = Point::parse("J1").expect("a point");
        assert_eq!(Plane::place(corner, nine), 0);
        assert_eq!(Plane::place(low, nine), 8 * 19 + 8);
        assert_eq!(Plane::point(8 * 19 + 8, nine), Some(low));
        assert_eq!(Plane::point(9, nine), None);
        assert_eq!(Plane::point(9 * 19, nine), None);
    }
}
