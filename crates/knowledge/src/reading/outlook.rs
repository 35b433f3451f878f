//! A selective look ahead for a group whose life the proof search leaves open: few moves in each
//! position, the best by a look at what comes of them, and at the end a measure of eyes, ways out
//! and liberties in place of a proof.

use super::kill_goal::KillGoal;
use super::move_list::Moves;
use super::proof_numbers::ProofSide;
use super::search_goal::Goal;
use super::undo_board::{Permission, UndoBoard};
use sgmp_board::rules::{Point, PointSet};

/// Moves ahead.
const DEPTH: usize = 7;
/// Moves that are followed from the first position, and from those after it.
const WIDTHS: [usize; DEPTH] = [14, 7, 5, 4, 3, 3, 2];
/// Worth of a decided position.
pub(super) const DECIDED: i32 = 10_000;
/// The part of it that each move costs which it takes to get there.
const DELAY: i32 = 50;
/// Positions at most.
const MAX_POSITIONS: u32 = 40_000;

/// A look ahead from one position of a question about a group.
pub(super) struct Outlook<'a> {
    goal: &'a KillGoal<'a>,
    undo_board: &'a mut UndoBoard,
    positions: u32,
}

/// A first move with its worth for who plays it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prospect {
    pub(super) point: Option<Point>,
    pub(super) worth: i32,
}

impl<'a> Outlook<'a> {
    pub(super) const fn new(goal: &'a KillGoal<'a>, undo_board: &'a mut UndoBoard) -> Self {
        Self {
            goal,
            undo_board,
            positions: 0,
        }
    }

    /// The first moves of a side among some points, the best first.
    pub(super) fn prospects(&mut self, side: ProofSide, points: PointSet) -> Vec<Prospect> {
        let mut found = self.tried(side, 0);
        found.retain(|prospect| prospect.point.is_some_and(|point| points.contains(point)));
        let mut best = -2 * DECIDED;
        for prospect in &mut found {
            prospect.worth = self.after(side, prospect.point, 0, -2 * DECIDED, -best);
            best = best.max(prospect.worth);
        }
        found.sort_by_key(|prospect| -prospect.worth);
        found
    }

    /// The worth of a move for its side, by what follows.
    fn after(
        &mut self,
        side: ProofSide,
        mv: Option<Point>,
        ply: usize,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        self.go(side, mv);
        let worth = -self.worth(side.other(), ply + 1, alpha, beta);
        self.undo_board.undo();
        worth
    }

    /// The worth of a position for the side to move.
    fn worth(&mut self, side: ProofSide, ply: usize, mut alpha: i32, beta: i32) -> i32 {
        let now = self.glance(side);
        if now.abs() >= DECIDED {
            return now - now.signum() * DELAY * ply as i32;
        }
        if ply >= DEPTH || self.positions >= MAX_POSITIONS {
            return now;
        }
        let mut best = -2 * DECIDED;
        for prospect in self.tried(side, ply) {
            let worth = self.after(side, prospect.point, ply, -beta, -alpha.max(best));
            best = best.max(worth);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The moves that are followed, the best at a glance first.
    fn tried(&mut self, side: ProofSide, ply: usize) -> Vec<Prospect> {
        let mut moves = Moves::new();
        self.goal.moves(self.undo_board, side, &mut moves);
        let color = self.goal.color(side);
        let mut found = Vec::new();
        let passes = (ply > 0).then_some(None);
        for mv in moves.iter().map(Some).chain(passes) {
            if let Some(point) = mv
                && self.undo_board.permission(color, point) != Permission::Allowed
            {
                continue;
            }
            self.go(side, mv);
            let worth = -self.glance(side.other());
            self.undo_board.undo();
            found.push(Prospect { point: mv, worth });
        }
        found.sort_by_key(|prospect| -prospect.worth);
        found.truncate(WIDTHS[ply]);
        found
    }

    fn go(&mut self, side: ProofSide, mv: Option<Point>) {
        match mv {
            Some(point) => {
                self.undo_board.play(self.goal.color(side), point);
            }
            None => self.undo_board.pass(),
        }
    }

    /// The worth of a position at a glance for the side to move.
    fn glance(&mut self, side: ProofSide) -> i32 {
        self.positions += 1;
        let worth = self.goal.worth(self.undo_board, side);
        match side {
            ProofSide::Prover => -worth,
            ProofSide::Refuter => worth,
        }
    }
}
