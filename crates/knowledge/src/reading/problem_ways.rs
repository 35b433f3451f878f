//! The ways of a group out of its life problem: into the open, and to living friends.

use super::problem_state::ProblemState;
use super::proof_numbers::ProofSide;
use sgmp_board::rules::{Point, PointSet};

/// The free ways of a group into the country around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ways {
    /// Points at their ends.
    pub(super) ends: usize,
    /// The points on them, ends left out.
    pub(super) points: PointSet,
    /// The first of them.
    pub(super) first: PointSet,
}

/// Steps of a way out.
const WAY: usize = 4;
/// Ends of ways with which a group has run out.
const MIN_ENDS: usize = 6;
/// The same where its opponent is to move.
const MIN_ENDS_BEFORE_A_MOVE: usize = 8;

impl ProblemState<'_> {
    /// Returns whether the cluster may still get away.
    pub(super) fn may_run(&self, to_move: ProofSide) -> bool {
        if !self.leaks.is_empty() {
            return true;
        }
        if to_move == ProofSide::Prover {
            return false;
        }
        if self.life_problem.is_deep {
            return self.ways.ends > 0;
        }
        let ahead = self.undo_board.empty_among(self.liberties.next_to());
        let wanted = (ahead & self.life_problem.open) | (ahead - self.life_problem.inner);
        let enemies = self
            .undo_board
            .stones_among(wanted.next_to(), !self.life_problem.color);
        !(wanted - enemies.next_to()).is_empty()
    }

    /// Finds the ways of the cluster out.
    pub(super) fn look_out(&mut self) {
        let liberties = self.liberties;
        let far = (liberties & self.life_problem.open) | (liberties - self.life_problem.region);
        let joins = self.friends_at(liberties).next_to() & liberties;
        if self.life_problem.is_deep {
            self.ways = self.ways_out();
            self.exits = joins;
            return;
        }
        self.exits = (far - self.foes.next_to()) | joins;
    }

    /// Returns whether a group of a deep problem has room before it, whatever its opponent, who is to
    /// move or has moved, does about it.
    pub(super) const fn has_run_out(&self, to_move: ProofSide) -> bool {
        self.ways.ends
            >= match to_move {
                ProofSide::Prover => MIN_ENDS_BEFORE_A_MOVE,
                ProofSide::Refuter => MIN_ENDS,
            }
    }

    /// The ways of the cluster that no enemy stands next to, but at their first points.
    fn ways_out(&self) -> Ways {
        let (undo_board, color) = (self.undo_board, self.life_problem.color);
        let cluster = (0..self.strings.len())
            .filter(|place| self.cluster & (1 << place) != 0)
            .fold(PointSet::EMPTY, |all, place| {
                all | undo_board.string_set(self.strings[place].anchor)
            });
        let mut rings = [PointSet::EMPTY; WAY];
        let mut reached = cluster | self.liberties;
        rings[0] = self.liberties;
        for step in 1..WAY {
            let around = rings[step - 1].next_to() - reached;
            let free = undo_board.empty_among(around) | undo_board.stones_among(around, color);
            let foes = undo_board.stones_among(free.next_to(), !color);
            rings[step] = free - foes.next_to();
            reached |= rings[step];
        }
        let ends = rings[WAY - 1];
        let (mut points, mut back) = (PointSet::EMPTY, ends);
        for ring in rings[..WAY - 1].iter().rev() {
            back = back.next_to() & *ring;
            points |= back;
        }
        Ways {
            ends: ends.len(),
            points,
            first: back,
        }
    }

    /// Returns whether a living friend stands next to any of some points.
    pub(super) fn has_friend_at(&self, points: PointSet) -> bool {
        if self.life_problem.is_deep && self.has_other_at(points) {
            return true;
        }
        !self.friends_at(points).is_empty()
    }

    /// Returns whether a string that is none of the cluster, and has a liberty outside the problem, stands
    /// next to some points: it may know a way out.
    fn has_other_at(&self, points: PointSet) -> bool {
        let mut others = (points.next_to() & self.own).iter();
        others.any(|stone| {
            let anchor = self.undo_board.anchor(stone);
            let outside = self.undo_board.liberty_set(anchor) - self.life_problem.region;
            let mut strings = self.strings.iter().enumerate();
            !outside.is_empty()
                && !strings
                    .any(|(place, wall)| self.cluster & (1 << place) != 0 && wall.anchor == anchor)
        })
    }

    /// Stones of living friends next to some points in the region or the cluster's liberties.
    fn friends_at(&self, points: PointSet) -> PointSet {
        if self.friends.is_empty() {
            return PointSet::EMPTY;
        }
        let is_friend = |stone: &Point| self.friends.contains(self.undo_board.anchor(*stone));
        (points.next_to() & self.own)
            .iter()
            .filter(is_friend)
            .collect()
    }

    /// Returns whether the cluster is one with a living friend.
    pub(super) fn has_joined(&self) -> bool {
        let strings = self.strings.iter().enumerate();
        strings
            .filter(|(place, _)| self.cluster & (1 << place) != 0)
            .any(|(_, wall)| self.friends.contains(wall.anchor))
    }
}
