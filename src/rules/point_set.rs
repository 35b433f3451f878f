//! Sets of points.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

use super::Point;

/// Words that hold a bit for each of [`Point::AREA`] indexes.
const WORDS: usize = Point::AREA.div_ceil(64);

/// A set of points: one bit for each padded index. Copying is 56 bytes.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct PointSet([u64; WORDS]);

impl PointSet {
    /// No points.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// Words in a set.
    pub(crate) const WORDS: usize = WORDS;

    /// The set of what the bits stand for, index by index; the edge's cells may be among them.
    pub(crate) const fn from_words(words: [u64; WORDS]) -> Self {
        Self(words)
    }

    /// The set of one point.
    #[must_use]
    pub fn single(point: Point) -> Self {
        let mut set = Self::EMPTY;
        set.insert(point);
        set
    }

    /// Adds a point; whether it was missing.
    pub fn insert(&mut self, point: Point) -> bool {
        self.insert_index(point.index())
    }

    /// Takes a point out; whether it was there.
    pub fn remove(&mut self, point: Point) -> bool {
        self.remove_index(point.index())
    }

    /// Whether the point is in the set.
    #[must_use]
    pub const fn contains(&self, point: Point) -> bool {
        let (word, bit) = locate(point.index());
        self.0[word] & bit != 0
    }

    /// How many points are in the set.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there are no points in the set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    /// The points, row by row from A1.
    pub fn iter(&self) -> impl Iterator<Item = Point> + use<> {
        let words = self.0;
        (0..WORDS).flat_map(move |word| bits(words[word], word))
    }

    /// The first point, row by row from A1.
    #[must_use]
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// As [`Self::insert`], for an index known to belong to a point.
    pub(super) const fn insert_index(&mut self, index: usize) -> bool {
        let (word, bit) = locate(index);
        let new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        new
    }

    /// As [`Self::remove`], for an index known to belong to a point.
    pub(super) const fn remove_index(&mut self, index: usize) -> bool {
        let (word, bit) = locate(index);
        let old = self.0[word] & bit != 0;
        self.0[word] &= !bit;
        old
    }
}

/// Word and bit of an index.
const fn locate(index: usize) -> (usize, u64) {
    (index / 64, 1 << (index % 64))
}

/// Points of one word of a set.
fn bits(mut rest: u64, word: usize) -> impl Iterator<Item = Point> {
    std::iter::from_fn(move || {
        if rest == 0 {
            return None;
        }
        let bit = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        Some(Point::of_cell(word * 64 + bit))
    })
}

impl BitOrAssign for PointSet {
    fn bitor_assign(&mut self, other: Self) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine |= theirs;
        }
    }
}

impl BitOr for PointSet {
    type Output = Self;

    fn bitor(mut self, other: Self) -> Self {
        self |= other;
        self
    }
}

impl BitAnd for PointSet {
    type Output = Self;

    fn bitand(mut self, other: Self) -> Self {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine &= theirs;
        }
        self
    }
}

impl Sub for PointSet {
    type Output = Self;

    /// The points of `self` that are not in `other`.
    fn sub(mut self, other: Self) -> Self {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine &= !theirs;
        }
        self
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(points);
        set
    }
}

impl Extend<Point> for PointSet {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for point in points {
            self.insert(point);
        }
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::BoardSize;

    #[test]
    fn a_full_set_lists_the_board_in_order() {
        let set: PointSet = Point::all(BoardSize::NINETEEN).collect();
        assert_eq!(set.len(), 361);
        assert!(set.iter().eq(Point::all(BoardSize::NINETEEN)));
        assert_eq!(set.first(), Point::new(0, 0));
    }

    #[test]
    fn inserting_and_removing_tell_what_changed() {
        let (a1, t19) = (Point::new(0, 0).unwrap(), Point::new(18, 18).unwrap());
        let mut set = PointSet::single(a1);
        assert!(!set.insert(a1));
        assert!(set.insert(t19));
        assert!(set.contains(t19));
        assert_eq!((set - PointSet::single(a1)).first(), Some(t19));
        assert_eq!((set & PointSet::single(a1)).len(), 1);
        assert!(set.remove(a1) && !set.remove(a1));
        assert!(set.remove(t19) && set.is_empty());
        assert_eq!(set | PointSet::single(a1), PointSet::single(a1));
    }
}
