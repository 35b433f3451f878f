//! The moves that are tried in a position.

use sgmp_board::rules::{Point, PointSet};

/// Moves tried at most in a position.
pub(super) const MAX_MOVES: usize = 32;

/// Points without repetition, in the order in which they were added; what is too much is dropped.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moves {
    points: [Option<Point>; MAX_MOVES],
    len: usize,
    known: PointSet,
    /// True if to play elsewhere is worth a try.
    pub(super) may_pass: bool,
}

impl Moves {
    pub(super) const fn new() -> Self {
        Self {
            points: [None; MAX_MOVES],
            len: 0,
            known: PointSet::EMPTY,
            may_pass: false,
        }
    }

    pub(super) fn push(&mut self, point: Point) {
        if self.len < MAX_MOVES && self.known.insert(point) {
            self.points[self.len] = Some(point);
            self.len += 1;
        }
    }

    pub(super) fn extend(&mut self, points: PointSet) {
        for point in points.iter() {
            self.push(point);
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Point> {
        self.points[..self.len].iter().copied().flatten()
    }
}
