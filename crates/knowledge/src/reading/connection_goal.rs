//! The goal of joining two strings.

use super::board_strings::StringList;
use super::move_list::Moves;
use super::proof_numbers::{Proof, ProofSide};
use super::search_goal::Goal;
use super::undo_board::UndoBoard;
use sgmp_board::rules::{Color, Point, PointSet};

/// To make one string of the strings of two stones of a color.
#[derive(Clone, Copy, Debug)]
pub(super) struct ConnectionGoal {
    /// A stone of each string.
    pub(super) ends: [Point; 2],
    pub(super) color: Color,
    /// True if strings further apart are read about.
    pub(super) is_deep: bool,
}

/// Stones that may be missing between two strings that are read about.
const MAX_MISSING: usize = 3;
/// The same where it is read deep.
const MAX_MISSING_DEEP: usize = 5;
/// Proof number, after a deep search that decides nothing, up to which strings are close to each other.
const MAX_CLOSE: u32 = 100;

/// Liberties with which a string in between may be captured.
const MAX_CAPTIVE_LIBERTIES: usize = 2;

/// Points that stones put down from an end reach: after one, two, three; made as they are needed.
struct Reach<'a> {
    undo_board: &'a UndoBoard,
    color: Color,
    rings: [PointSet; MAX_MISSING_DEEP],
    /// Liberties of cutting stones that two moves capture.
    cutters: PointSet,
    /// Rings that are made.
    made: usize,
}

impl<'a> Reach<'a> {
    fn new(undo_board: &'a UndoBoard, end: Point, color: Color) -> Self {
        let mut rings = [PointSet::EMPTY; MAX_MISSING_DEEP];
        let mut cutters = PointSet::EMPTY;
        rings[0] = undo_board.liberty_set(end);
        // A cutting stone short of liberties joins what it has cut, if it is captured.
        for enemy in undo_board.enemies(end).iter() {
            match undo_board.liberties(enemy) {
                1 => rings[0] |= undo_board.liberty_set(enemy),
                MAX_CAPTIVE_LIBERTIES => cutters |= undo_board.liberty_set(enemy),
                _ => {}
            }
        }
        Self {
            undo_board,
            color,
            rings,
            cutters,
            made: 1,
        }
    }

    fn ring(&mut self, place: usize) -> PointSet {
        while self.made <= place {
            let around = self.rings[self.made - 1].next_to();
            let mut next = self.undo_board.empty_among(around);
            let mut friends = PointSet::EMPTY;
            for friend in self.undo_board.strings_among(around, self.color).iter() {
                next |= self.undo_board.liberty_set(friend);
                friends |= self.undo_board.string_set(friend);
            }
            let enemies = self.undo_board.stones_among(friends.next_to(), !self.color);
            for enemy in enemies.iter() {
                if self.undo_board.liberties(enemy) == 1 {
                    next |= self.undo_board.liberty_set(enemy);
                }
            }
            if self.made == MAX_CAPTIVE_LIBERTIES - 1 {
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
const MEETINGS: [&[(usize, usize)]; MAX_MISSING_DEEP] = [
    &[(0, 0)],
    &[(0, 1), (1, 0)],
    &[(1, 1), (0, 2), (2, 0)],
    &[(1, 2), (2, 1), (0, 3), (3, 0)],
    &[(2, 2), (1, 3), (3, 1), (0, 4), (4, 0)],
];

/// The distance of two strings, and the points on the way.
struct Way {
    /// Stones missing; more than [`MAX_MISSING`] if there are too many.
    distance: usize,
    points: PointSet,
}

impl ConnectionGoal {
    /// The shortest ways, and those with `detour` stones more.
    fn way(&self, undo_board: &UndoBoard, detour: usize) -> Way {
        let [a, b] = self.ends;
        let mut a = Reach::new(undo_board, a, self.color);
        let mut b = Reach::new(undo_board, b, self.color);
        let most = self.max_missing();
        let mut way = Way {
            distance: most + 1,
            points: PointSet::EMPTY,
        };
        for (place, meetings) in MEETINGS.iter().take(most).enumerate() {
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

    const fn max_missing(&self) -> usize {
        if self.is_deep {
            MAX_MISSING_DEEP
        } else {
            MAX_MISSING
        }
    }

    fn joined(&self, undo_board: &UndoBoard) -> bool {
        undo_board.anchor(self.ends[0]) == undo_board.anchor(self.ends[1])
    }

    fn is_there(&self, undo_board: &UndoBoard, end: Point) -> bool {
        undo_board.color_at(end) == Some(self.color)
    }
}

/// Liberties up to which strings are drawn into the fight for a connection: those next to its ways
/// and ends, the neighbors of these, and so on.
const DRAWN_IN: [usize; 3] = [4, 3, 2];

impl ConnectionGoal {
    /// The liberties of all strings that may be drawn into the fight.
    fn look_further(&self, undo_board: &UndoBoard, ways: PointSet, moves: &mut Moves) {
        let mut known = StringList::new();
        for end in self.ends {
            known.push(undo_board.anchor(end));
        }
        for color in [!self.color, self.color] {
            for string in undo_board.strings_next_to(ways, color).iter() {
                if undo_board.liberties(string) <= DRAWN_IN[0] {
                    known.push(string);
                }
            }
        }
        for most in DRAWN_IN {
            for string in known.iter() {
                for enemy in undo_board.enemies(string).iter() {
                    if undo_board.liberties(enemy) <= most {
                        known.push(enemy);
                    }
                }
            }
        }
        for string in known.iter() {
            if undo_board.liberties(string) <= DRAWN_IN[0] {
                moves.extend(undo_board.liberty_set(string));
            }
        }
    }
}

impl Goal for ConnectionGoal {
    fn color(&self, side: ProofSide) -> Color {
        match side {
            ProofSide::Prover => self.color,
            ProofSide::Refuter => !self.color,
        }
    }

    fn estimate(&self, undo_board: &UndoBoard, to_move: ProofSide) -> Proof {
        if self.ends.iter().any(|end| !self.is_there(undo_board, *end)) {
            return Proof::REFUTED;
        }
        let cuts = |end: &Point| to_move == ProofSide::Refuter && undo_board.liberties(*end) == 1;
        if self.joined(undo_board) {
            let safe = !cuts(&self.ends[0]);
            return if safe { Proof::PROVED } else { Proof::REFUTED };
        }
        if self
            .ends
            .iter()
            .any(|end| cuts(end) && undo_board.may_capture(*end))
        {
            return Proof::REFUTED;
        }
        match (self.way(undo_board, 0).distance, to_move) {
            (1, ProofSide::Prover) => Proof::open(1, 8),
            (1, ProofSide::Refuter) => Proof::open(6, 3),
            (2, ProofSide::Prover) => Proof::open(8, 4),
            (2, ProofSide::Refuter) => Proof::open(24, 2),
            (3, ProofSide::Prover) => Proof::open(32, 2),
            (3, ProofSide::Refuter) => Proof::open(96, 1),
            (4, ProofSide::Prover) if self.is_deep => Proof::open(96, 1),
            (4, ProofSide::Refuter) if self.is_deep => Proof::open(192, 1),
            (5, ProofSide::Prover) if self.is_deep => Proof::open(192, 1),
            _ => Proof::REFUTED,
        }
    }

    fn in_doubt(&self, first: ProofSide, found: Proof) -> ProofSide {
        // Of what is close to each other most is connected after all.
        if !self.is_deep {
            first.other()
        } else if first == ProofSide::Refuter && found.pn > MAX_CLOSE {
            ProofSide::Refuter
        } else {
            ProofSide::Prover
        }
    }

    fn moves(&self, undo_board: &UndoBoard, _: ProofSide, moves: &mut Moves) {
        let way = self.way(undo_board, 1);
        moves.extend(way.points);
        for end in self.ends {
            if undo_board.liberties(end) <= MAX_CAPTIVE_LIBERTIES {
                moves.extend(undo_board.liberty_set(end));
            }
        }
        // What stands in between may be short of liberties.
        for color in [!self.color, self.color] {
            for string in undo_board.strings_next_to(way.points, color).iter() {
                if undo_board.liberties(string) <= MAX_CAPTIVE_LIBERTIES {
                    moves.extend(undo_board.liberty_set(string));
                }
            }
        }
        for enemy in self
            .ends
            .iter()
            .flat_map(|end| undo_board.enemies(*end).iter())
        {
            if undo_board.liberties(enemy) <= MAX_CAPTIVE_LIBERTIES {
                moves.extend(undo_board.liberty_set(enemy));
            }
        }
        moves.extend(undo_board.empty_next_to(way.points));
        moves.may_pass = true;
    }

    fn is_weak(&self) -> bool {
        self.is_deep
    }

    fn has_more_moves(&self) -> bool {
        true
    }

    fn more_moves(&self, undo_board: &UndoBoard, _: ProofSide, moves: &mut Moves) {
        let way = self.way(undo_board, 1);
        self.look_further(undo_board, way.points, moves);
        let near = undo_board.empty_next_to(way.points);
        moves.extend(undo_board.empty_next_to(near));
    }
}
