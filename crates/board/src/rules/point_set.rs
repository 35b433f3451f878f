//! Sets of points.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

use super::Point;

/// Words that hold a bit for each of [`Point::AREA`] indexes.
const WORDS: usize = Point::AREA.div_ceil(64);

/// A set of points: one bit for each padded index. Copying is 56 bytes.
///
/// # Examples
///
/// ```
/// use sgmp_board::rules::{Point, PointSet};
///
/// let corner: PointSet = ["A1", "B1", "A2"].into_iter().filter_map(Point::parse).collect();
/// let edge: PointSet = ["B1", "C1"].into_iter().filter_map(Point::parse).collect();
/// assert_eq!((corner & edge).len(), 1);
/// assert_eq!((corner | edge).len(), 4);
/// assert_eq!((corner - edge).first(), Point::parse("A1"));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct PointSet([u64; WORDS]);

impl PointSet {
    /// The set without a point.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// Words in a set.
    pub const WORDS: usize = WORDS;

    /// The set of what the bits stand for, index by index; the edge's cells may be among them.
    pub const fn from_words(words: [u64; WORDS]) -> Self {
        Self(words)
    }

    /// The bits, index by index.
    pub const fn words(&self) -> &[u64; WORDS] {
        &self.0
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

    /// Returns whether the point is in the set.
    #[must_use]
    pub const fn contains(&self, point: Point) -> bool {
        let (word, bit) = locate(point.index());
        self.0[word] & bit != 0
    }

    /// Number of points in the set.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns whether there are two points or more: quicker than a count.
    #[must_use]
    pub fn has_two(&self) -> bool {
        let (mut any, mut two) = (0, 0);
        for word in self.0 {
            // What is left without its last bit, or a bit while another word had one.
            two |= word & word.wrapping_sub(1);
            two |= u64::from(any != 0 && word != 0);
            any |= word;
        }
        two != 0
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    /// The points, row by row from A1.
    pub const fn iter(&self) -> Points {
        Points {
            left: self.0,
            word: 0,
        }
    }

    /// The first point, row by row from A1.
    #[must_use]
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// All neighbors of the points: other points, their own if they touch each other, and
    /// cells of the edge, which are on no board. Meant to be cut with the points of a board.
    #[must_use]
    pub fn next_to(&self) -> Self {
        Self(std::array::from_fn(|word| spread(&self.0, word)))
    }

    /// The points of the set that hang together with one of them.
    #[must_use]
    pub fn connected(&self, start: Point) -> Self {
        let first = self.0.iter().position(|word| *word != 0).unwrap_or(0);
        let last = self.0.iter().rposition(|word| *word != 0).unwrap_or(0);
        let mut part = Self::single(start).0;
        loop {
            let mut has_grown = false;
            // A word grows by what the one before it has just got.
            for word in first..=last {
                let grown = part[word] | spread(&part, word) & self.0[word];
                has_grown |= grown != part[word];
                part[word] = grown;
            }
            if !has_grown {
                return Self(part);
            }
        }
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

/// The neighbors in a word of the points of a set.
#[inline]
const fn spread(words: &[u64; WORDS], word: usize) -> u64 {
    const CARRIED: usize = 64 - Point::STRIDE;
    let here = words[word];
    let before = if word > 0 { words[word - 1] } else { 0 };
    let after = if word + 1 < WORDS { words[word + 1] } else { 0 };
    let beside = here << 1 | here >> 1 | before >> 63 | after << 63;
    let across = here << Point::STRIDE | here >> Point::STRIDE;
    beside | across | before >> CARRIED | after << CARRIED
}

/// Word and bit of an index.
const fn locate(index: usize) -> (usize, u64) {
    (index / 64, 1 << (index % 64))
}

/// The points of a set, row by row from A1.
#[derive(Clone, Debug)]
pub struct Points {
    /// The points not returned yet.
    left: [u64; WORDS],
    /// Words before this one are empty.
    word: usize,
}

impl Iterator for Points {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        while let Some(rest) = self.left.get_mut(self.word) {
            if *rest != 0 {
                let bit = rest.trailing_zeros() as usize;
                *rest &= *rest - 1;
                return Some(Point::from_cell(self.word * 64 + bit));
            }
            self.word += 1;
        }
        None
    }
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
    use crate::rng::Rng;
    use crate::rules::{Board, BoardSize};

    #[test]
    fn a_full_set_lists_the_board_in_order() {
        let set: PointSet = Point::all(BoardSize::NINETEEN).collect();
        assert_eq!(set.len(), 361);
        assert!(set.iter().eq(Point::all(BoardSize::NINETEEN)));
        assert_eq!(set.first(), Point::new(0, 0));
    }

    #[test]
    fn what_is_next_to_a_set_is_what_is_next_to_its_points() {
        let board = Board::new(BoardSize::NINETEEN);
        let all: PointSet = Point::all(BoardSize::NINETEEN).collect();
        let mut rng = Rng::from_seed(5);
        for _ in 0..200 {
            let count = 1 + rng.below(12);
            let points: Vec<Point> = (0..count)
                .map(|_| {
                    let [x, y] = [0, 1].map(|_| rng.below(19) as u8);
                    Point::new(x, y).unwrap()
                })
                .collect();
            let twin: PointSet = points.iter().flat_map(|p| board.neighbors(*p)).collect();
            let set: PointSet = points.into_iter().collect();
            assert_eq!(set.next_to() & all, twin);
        }
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
