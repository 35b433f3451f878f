//! The points that a reading depends on: its result stays valid while the board is unchanged there.
//!
//! Every look at a point, and every look at a string, leaves a mark. A string is what its stones
//! and the points around them are, so that a mark on it stands for all of these.

use std::cell::Cell;

use sgmp_board::rules::{Board, Point, PointSet};

/// A set of points to which may be added by who only looks.
type Marks = [Cell<u64>; PointSet::WORDS];

#[derive(Debug, Default)]
pub(super) struct ReadSet {
    points: Marks,
    /// By the stones that stood for strings.
    strings: Marks,
}

fn mark(marks: &Marks, index: usize) {
    let word = &marks[index / 64];
    word.set(word.get() | 1 << (index % 64));
}

fn set(marks: &Marks) -> PointSet {
    PointSet::from_words(std::array::from_fn(|place| marks[place].get()))
}

impl ReadSet {
    /// A point, or what lies beyond the edge, has been looked at.
    pub(super) fn point(&self, index: usize) {
        mark(&self.points, index);
    }

    /// Points, or what lies beyond the edge, have been looked at.
    pub(super) fn points(&self, points: PointSet) {
        for (word, bits) in self.points.iter().zip(points.words()) {
            word.set(word.get() | bits);
        }
    }

    /// The string for which a stone stands has been looked at.
    pub(super) fn string(&self, anchor: Point) {
        mark(&self.strings, anchor.index());
    }

    pub(super) fn clear(&self) {
        for word in self.points.iter().chain(&self.strings) {
            word.set(0);
        }
    }

    /// The points of a position that have been looked at, if reading began there.
    pub(super) fn on(&self, board: &Board) -> PointSet {
        let mut seen = set(&self.points);
        // What was no stone at first was put there, and the points around it looked at then.
        let stones = set(&self.strings).iter();
        for anchor in stones.filter(|anchor| !board.is_empty(*anchor)) {
            for stone in board.string(anchor) {
                seen.insert(stone);
                seen.extend(board.neighbors(stone));
            }
        }
        seen
    }
}
