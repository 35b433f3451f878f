//! The goal of joining two strings.

use super::moves::Moves;
use super::proof::{Proof, Side};
use super::prover::Goal;
use super::slate::Slate;
use crate::rules::{Color, Point, PointSet};

/// To make one string of the strings of two stones of a colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// A stone of each string.
    pub(super) ends: [Point; 2],
    /// Their colour.
    pub(super) color: Color,
}

/// Stones that may be missing between two strings that are read about.
const FURTHEST: usize = 3;

/// Points that stones put down from an end reach: after one, two, three.
struct Reach([PointSet; FURTHEST]);

impl Reach {
    fn of(slate: &Slate, end: Point, color: Color) -> Self {
        let mut rings = [PointSet::EMPTY; FURTHEST];
        let mut all = slate.liberty_set(end);
        // What is in atari may be taken from any side.
        for enemy in slate.enemies(end).iter() {
            if slate.liberties(enemy) == 1 {
                all |= slate.liberty_set(enemy);
            }
        }
        rings[0] = all;
        for ring in 1..FURTHEST {
            let before = rings[ring - 1];
            let mut next = slate.empty_next_to(before);
            for friend in slate.strings_next_to(before, color).iter() {
                next |= slate.liberty_set(friend);
            }
            rings[ring] = next - all;
            all |= next;
        }
        Self(rings)
    }
}

/// How far two strings are apart, and by way of which points.
struct Way {
    /// Stones missing; more than [`FURTHEST`] if there are too many.
    distance: usize,
    points: PointSet,
}

impl Link {
    fn way(&self, slate: &Slate) -> Way {
        let [a, b] = self.ends.map(|end| Reach::of(slate, end, self.color));
        let mut way = Way {
            distance: FURTHEST + 1,
            points: PointSet::EMPTY,
        };
        // A point that is i + 1 stones from one end and j + 1 from the other, itself counted twice.
        for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (2, 0)] {
            let common = a.0[i] & b.0[j];
            if !common.is_empty() && (i + j) < way.distance + 1 {
                way.distance = way.distance.min(i + j + 1);
                way.points |= common;
            }
        }
        way
    }

    fn joined(&self, slate: &Slate) -> bool {
        slate.anchor(self.ends[0]) == slate.anchor(self.ends[1])
    }

    fn is_there(&self, slate: &Slate, end: Point) -> bool {
        slate.color_at(end) == Some(self.color)
    }
}

impl Goal for Link {
    fn color(&self, side: Side) -> Color {
        match side {
            Side::Prover => self.color,
            Side::Refuter => !self.color,
        }
    }

    fn estimate(&self, slate: &Slate, to_move: Side) -> Proof {
        if self.ends.iter().any(|end| !self.is_there(slate, *end)) {
            return Proof::REFUTED;
        }
        let cuts = |end: &Point| to_move == Side::Refuter && slate.liberties(*end) == 1;
        if self.joined(slate) {
            let safe = !cuts(&self.ends[0]);
            return if safe { Proof::PROVED } else { Proof::REFUTED };
        }
        if self
            .ends
            .iter()
            .any(|end| cuts(end) && slate.may_capture(*end))
        {
            return Proof::REFUTED;
        }
        match (self.way(slate).distance, to_move) {
            (1, Side::Prover) => Proof::open(1, 8),
            (1, Side::Refuter) => Proof::open(6, 3),
            (2, Side::Prover) => Proof::open(8, 4),
            (2, Side::Refuter) => Proof::open(24, 2),
            (3, Side::Prover) => Proof::open(32, 2),
            (3, Side::Refuter) => Proof::open(96, 1),
            _ => Proof::REFUTED,
        }
    }

    fn moves(&self, slate: &Slate, _: Side, moves: &mut Moves) {
        let way = self.way(slate);
        moves.extend(way.points);
        for end in self.ends {
            if slate.liberties(end) <= 2 {
                moves.extend(slate.liberty_set(end));
            }
        }
        // What stands in between may be short of liberties.
        for color in [!self.color, self.color] {
            for string in slate.strings_next_to(way.points, color).iter() {
                if slate.liberties(string) <= 2 {
                    moves.extend(slate.liberty_set(string));
                }
            }
        }
        for enemy in self.ends.iter().flat_map(|end| slate.enemies(*end).iter()) {
            if slate.liberties(enemy) <= 2 {
                moves.extend(slate.liberty_set(enemy));
            }
        }
        moves.extend(slate.empty_next_to(way.points));
        moves.may_pass = true;
    }
}
