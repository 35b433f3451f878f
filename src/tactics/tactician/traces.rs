//! What a reading has looked at: where the board is the same there, the reading is, too.
//!
//! Every look at a point, and every look at a string, leaves a mark. A string is what its stones
//! and the points around them are, so that a mark on it stands for all of these.

use std::cell::Cell;

use crate::rules::{Board, Point, PointSet};

/// See the module. A mark is a single store, so that leaving it costs next to nothing.
#[derive(Debug)]
pub(super) struct Traces {
    points: [Cell<bool>; Point::AREA],
    /// By the stones that stood for strings.
    strings: [Cell<bool>; Point::AREA],
}

impl Traces {
    pub(super) const fn new() -> Self {
        Self {
            points: [const { Cell::new(false) }; Point::AREA],
            strings: [const { Cell::new(false) }; Point::AREA],
        }
    }

    /// A point, or what lies beyond the edge, has been looked at.
    pub(super) fn point(&self, index: usize) {
        self.points[index].set(true);
    }

    /// The string for which a stone stands has been looked at.
    pub(super) fn string(&self, anchor: Point) {
        self.strings[anchor.index()].set(true);
    }

    pub(super) fn clear(&self) {
        for mark in self.points.iter().chain(&self.strings) {
            mark.set(false);
        }
    }

    /// The points of a position that have been looked at, if reading began there.
    pub(super) fn on(&self, board: &Board) -> PointSet {
        let mut seen = PointSet::EMPTY;
        for point in Point::all(board.size()) {
            if self.points[point.index()].get() {
                seen.insert(point);
            }
            // What was no stone at first was put there, and the points around it looked at then.
            if self.strings[point.index()].get() && !board.is_empty(point) {
                for stone in board.string(point) {
                    seen.insert(stone);
                    seen.extend(board.neighbours(stone));
                }
            }
        }
        seen
    }
}
