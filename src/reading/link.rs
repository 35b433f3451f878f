//! The goal of joining two strings.

use super::moves::Moves;
use super::proof::{Proof, Side};
use super::prover::Goal;
use super::slate::Slate;
use crate::rules::{Color, Point, PointSet};

/// To make one string of the strings of two stones of a color.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// A stone of each string.
    pub(super) ends: [Point; 2],
    /// Their color.
    pub(super) color: Color,
}

/// Stones that may be missing between two strings that are read about.
const FURTHEST: usize = 3;

/// Liberties with which a string in between may be captured.
const SHORT: usize = 2;

/// Points that stones put down from an end reach: after one, two, three; made as they are needed.
struct Reach<'a> {
    slate: &'a Slate,
    color: Color,
    rings: [PointSet; FURTHEST],
    /// Liberties of cutting stones that two moves capture.
    cutters: PointSet,
    /// Rings that are made.
    made: usize,
}

impl<'a> Reach<'a> {
    fn of(slate: &'a Slate, end: Point, color: Color) -> Self {
        let mut rings = [PointSet::EMPTY; FURTHEST];
        let mut cutters = PointSet::EMPTY;
        rings[0] = slate.liberty_set(end);
        // A cutting stone short of liberties joins what it has cut, if it is captured.
        for enemy in slate.enemies(end).iter() {
            match slate.liberties(enemy) {
                1 => rings[0] |= slate.liberty_set(enemy),
                SHORT => cutters |= slate.liberty_set(enemy),
                _ => {}
            }
        }
        Self {
            slate,
            color,
            rings,
            cutters,
            made: 1,
        }
    }

    fn ring(&mut self, place: usize) -> PointSet {
        while self.made <= place {
            let around = self.rings[self.made - 1].next_to();
            let mut next = self.slate.empty_among(around);
            let mut friends = PointSet::EMPTY;
            for friend in self.slate.strings_among(around, self.color).iter() {
                next |= self.slate.liberty_set(friend);
                friends |= self.slate.string_set(friend);
            }
            let enemies = self.slate.stones_among(friends.next_to(), !self.color);
            for enemy in enemies.iter() {
                if self.slate.liberties(enemy) == 1 {
                    next |= self.slate.liberty_set(enemy);
                }
            }
            if self.made == SHORT - 1 {
                next |= self.cutters;
            }
            for ring in &self.rings[..self.made] {
                next = next - *ring;
            }
            self.rings[self.made] = next;
            self.made += 1;
        }
        self.rings[place]
    }
}

/// The rings of the two ends whose common points are on the shortest ways, by the stones missing.
const MEETINGS: [&[(usize, usize)]; FURTHEST] =
    [&[(0, 0)], &[(0, 1), (1, 0)], &[(1, 1), (0, 2), (2, 0)]];

/// How far two strings are apart, and by way of which points.
struct Way {
    /// Stones missing; more than [`FURTHEST`] if there are too many.
    distance: usize,
    points: PointSet,
}

impl Link {
    /// The shortest ways, and those with `detour` stones more.
    fn way(&self, slate: &Slate, detour: usize) -> Way {
        let [a, b] = self.ends;
        let mut a = Reach::of(slate, a, self.color);
        let mut b = Reach::of(slate, b, self.color);
        let mut way = Way {
            distance: FURTHEST + 1,
            points: PointSet::EMPTY,
        };
        for (place, meetings) in MEETINGS.iter().enumerate() {
            if place + 1 > way.distance + detour {
                break;
            }
            for (i, j) in *meetings {
                way.points |= a.ring(*i) & b.ring(*j);
            }
            if !way.points.is_empty() {
                way.distance = way.distance.min(place + 1);
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
        match (self.way(slate, 0).distance, to_move) {
            (1, Side::Prover) => Proof::open(1, 8),
            (1, Side::Refuter) => Proof::open(6, 3),
            (2, Side::Prover) => Proof::open(8, 4),
            (2, Side::Refuter) => Proof::open(24, 2),
            (3, Side::Prover) => Proof::open(32, 2),
            (3, Side::Refuter) => Proof::open(96, 1),
            _ => Proof::REFUTED,
        }
    }

    fn in_doubt(&self, first: Side) -> Side {
        first.other()
    }

    fn moves(&self, slate: &Slate, _: Side, moves: &mut Moves) {
        let way = self.way(slate, 1);
        moves.extend(way.points);
        for end in self.ends {
            if slate.liberties(end) <= SHORT {
                moves.extend(slate.liberty_set(end));
            }
        }
        // What stands in between may be short of liberties.
        for color in [!self.color, self.color] {
            for string in slate.strings_next_to(way.points, color).iter() {
                if slate.liberties(string) <= SHORT {
                    moves.extend(slate.liberty_set(string));
                }
            }
        }
        for enemy in self.ends.iter().flat_map(|end| slate.enemies(*end).iter()) {
            if slate.liberties(enemy) <= SHORT {
                moves.extend(slate.liberty_set(enemy));
            }
        }
        moves.extend(slate.empty_next_to(way.points));
        moves.may_pass = true;
    }
}
