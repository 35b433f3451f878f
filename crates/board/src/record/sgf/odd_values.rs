//! Values of nodes that are read as far as they can be meant.

use super::raw_node::{Property, Value, excerpt};
use super::remark::SgfRemark;
use crate::rules::Point;

/// The values of a game that need a word.
#[derive(Debug, Default)]
pub(super) struct OddValues {
    /// A side to move that is none.
    pub(super) unknown_turn: Option<String>,
    /// The first move of more than one value: its property, the value that is read; and the number of such moves.
    further_moves: Option<(String, String, usize)>,
    /// The first point that a node sets up in two ways, and their number.
    set_up_twice: Option<(Point, usize)>,
}

impl OddValues {
    /// Notes a move with values behind the one that is read.
    pub(super) fn add_further_move(&mut self, property: &Property<'_>, read: &Value<'_>) {
        let first = || (property.shown(), excerpt(read.raw), 0);
        self.further_moves.get_or_insert_with(first).2 += 1;
    }

    /// Notes a point that a node has set up otherwise before.
    pub(super) fn add_set_up_twice(&mut self, point: Point) {
        self.set_up_twice.get_or_insert((point, 0)).1 += 1;
    }

    /// Says it, each kind once.
    pub(super) fn remark(self, remarks: &mut Vec<SgfRemark>) {
        remarks.extend(self.unknown_turn.map(SgfRemark::UnknownTurn));
        let moves = self.further_moves;
        remarks.extend(
            moves.map(|(property, read, places)| SgfRemark::FurtherMoves {
                property,
                read,
                places,
            }),
        );
        let points = self.set_up_twice;
        remarks.extend(points.map(|(first, places)| SgfRemark::SetUpTwice { first, places }));
    }
}
