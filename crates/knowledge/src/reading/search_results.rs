//! The first moves that a search has found besides its verdict, and the line of play.

use super::df_pn::DfPn;
use super::proof_numbers::{NEVER, ProofSide, own_and_other};
use super::search_children::Child;
use super::search_goal::Goal;
use sgmp_board::rules::{Move, Point, PointSet};

impl DfPn {
    /// The best first move by a selective look ahead after a search that has decided nothing, unless it
    /// looked into one move far more than into all others. None that it has refuted.
    pub(super) fn foreseen(&mut self, goal: &impl Goal, first: ProofSide) -> Option<Point> {
        let children = self.expand(goal, first);
        let (mut most, mut all, mut open) = (0, 0, PointSet::EMPTY);
        for child in &children.list[..children.len] {
            if let Some(point) = child.mv
                && own_and_other(child.proof, first).0 < NEVER
            {
                let work = self.table.get(child.key).map_or(0, |(_, work)| work);
                most = most.max(work);
                all += work;
                open.insert(point);
            }
        }
        if most > all / 3 * 2 {
            return None;
        }
        goal.outlook(&mut self.undo_board, first, open)
    }

    /// The first moves of the latest search that it has not refuted, those that won before those that it
    /// looked into most.
    pub(super) fn ranked(&mut self, goal: &impl Goal, first: ProofSide) -> Vec<Point> {
        let children = self.expand(goal, first);
        let mut found = Vec::new();
        for child in &children.list[..children.len] {
            let own = own_and_other(child.proof, first).0;
            if let Some(point) = child.mv
                && own < NEVER
            {
                let work = self.table.get(child.key).map_or(0, |(_, work)| work);
                found.push((own > 0, std::cmp::Reverse(work), point));
            }
        }
        found.sort_unstable();
        found.into_iter().map(|(_, _, point)| point).collect()
    }

    /// The move on the board that the latest search, which has decided nothing, looked into most.
    pub(super) fn likeliest(&mut self, goal: &impl Goal, first: ProofSide) -> Option<Point> {
        let children = self.expand(goal, first);
        let tried = children.list[..children.len].iter();
        let open = tried.filter(|child| own_and_other(child.proof, first).0 < NEVER);
        let work = |child: &&Child| self.table.get(child.key).map_or(0, |(_, work)| work);
        open.filter(|child| child.mv.is_some())
            .rev()
            .max_by_key(work)?
            .mv
    }

    /// The line of play that decided the latest search, `longest` moves at most: each side's best, the
    /// loser's longest.
    pub(super) fn line(
        &mut self,
        goal: &impl Goal,
        first: ProofSide,
        winner: ProofSide,
        longest: usize,
    ) -> Vec<Move> {
        let mut line = Vec::new();
        let mut steps = Vec::new();
        let mut side = first;
        self.path.clear();
        while line.len() < longest {
            if goal.estimate(&self.undo_board, side).is_decided() && !line.is_empty() {
                break;
            }
            let here = self.key(side);
            if self.path.contains(&here) {
                break;
            }
            self.path.push(here);
            let children = self.expand(goal, side);
            let Some(best) = self.choose(&children.list[..children.len], side, winner) else {
                break;
            };
            line.push(best.map_or(Move::Pass, Move::Play));
            steps.push(self.go(goal.color(side), best));
            side = side.other();
        }
        for step in steps.iter().rev() {
            self.back(step);
        }
        line
    }

    fn choose(
        &self,
        children: &[Child],
        side: ProofSide,
        winner: ProofSide,
    ) -> Option<Option<Point>> {
        let work = |child: &Child| self.table.get(child.key).map_or(0, |(_, work)| work);
        let wins = |child: &Child| match winner {
            ProofSide::Prover => child.proof.pn == 0,
            ProofSide::Refuter => child.proof.dn == 0,
        };
        let best = if side == winner {
            let open = children.iter().min_by_key(|child| match winner {
                ProofSide::Prover => child.proof.pn,
                ProofSide::Refuter => child.proof.dn,
            });
            children.iter().find(|child| wins(child)).or(open)
        } else {
            children.iter().rev().max_by_key(|child| work(child))
        };
        best.map(|child| child.mv)
    }
}
