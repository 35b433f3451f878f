//! The search: depth-first with proof numbers (Nagai 2002), so that what is nearly forced is read
//! first and as deep as it goes.

use super::budget::Budget;
use super::move_list::{MAX_MOVES, Moves};
use super::proof_numbers::{NEVER, Proof, ProofSide, own_and_other};
use super::search_children::{Child, Children, NO_CHILD};
use super::search_goal::{Goal, Threats, Width};
use super::transposition_table::TranspositionTable;
use super::undo_board::{Permission, UndoBoard};
use sgmp_board::rules::{Board, Color, Point, PointSet};

/// The effect of a move.
pub(super) struct SearchStep {
    captured: u16,
    /// The threats before it.
    threats: Threats,
}

/// The outcome of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    pub(super) proof: Proof,
    /// True if the rule of ko forbade a move that was to be tried.
    pub(super) ko_met: bool,
}

/// See the module. What it needs is allocated once.
#[derive(Debug)]
pub(super) struct DfPn {
    pub(super) undo_board: Box<UndoBoard>,
    pub(super) table: TranspositionTable,
    /// Positions from the root to the one looked at.
    pub(super) path: Vec<u64>,
    threats: Threats,
    ko_met: bool,
    budget: Budget,
    /// In the latest proof.
    decisions: u32,
    /// Since the start.
    pub(super) positions: u32,
    /// Positions after which the latest proof is given up.
    limit: u32,
    /// True if all that has been looked into was read to its end.
    is_read_out: bool,
    width: Width,
}
impl DfPn {
    pub(super) fn new() -> Self {
        Self {
            undo_board: UndoBoard::new(),
            table: TranspositionTable::new(),
            path: Vec::new(),
            threats: Threats::Nobody,
            ko_met: false,
            budget: Budget::for_level(0),
            decisions: 0,
            positions: 0,
            limit: 0,
            is_read_out: true,
            width: Width::Narrow,
        }
    }

    /// Begins with a position and a new budget.
    pub(super) fn start(&mut self, board: &Board, budget: Budget) {
        self.undo_board.copy(board);
        self.budget = budget;
        self.positions = 0;
        self.width = Width::Narrow;
        self.table.set_large(budget.is_deep);
    }

    /// The undo board with a position on it, for who reads without proofs and wipes off what he draws.
    pub(super) fn undo_board_with(&mut self, board: &Board) -> &mut UndoBoard {
        self.undo_board.copy(board);
        &mut self.undo_board
    }

    /// Forgets what has been looked at.
    pub(super) fn clear_read_set(&mut self) {
        self.undo_board.read_set.clear();
        self.is_read_out = true;
    }

    /// The points of a board that have been looked at since then, if reading began there.
    pub(super) fn seen(&self, board: &Board) -> PointSet {
        self.undo_board.read_set.on(board)
    }

    /// Returns whether everything since then was read to its end, so that a larger budget changes
    /// nothing.
    pub(super) const fn is_read_out(&self) -> bool {
        self.is_read_out
    }

    /// The proof numbers of a goal at a glance.
    pub(super) fn glance(&self, goal: &impl Goal, to_move: ProofSide) -> Proof {
        goal.estimate(&self.undo_board, to_move)
    }

    /// Tries to prove a goal, with the whole budget.
    pub(super) fn prove(
        &mut self,
        goal: &impl Goal,
        first: ProofSide,
        threats: Threats,
    ) -> Outcome {
        self.table.next_question();
        self.path.clear();
        self.decisions = 0;
        self.limit = self
            .positions
            .saturating_add(goal.max_positions(self.budget));
        self.search(goal, first, threats)
    }

    /// The same with so many positions, and the given sides trying all moves.
    pub(super) fn prove_within(
        &mut self,
        goal: &impl Goal,
        first: ProofSide,
        threats: Threats,
        width: Width,
        positions: u32,
    ) -> Outcome {
        self.table.next_question();
        self.path.clear();
        self.decisions = 0;
        self.limit = self.positions.saturating_add(positions);
        self.width = width;
        self.search(goal, first, threats)
    }

    fn search(&mut self, goal: &impl Goal, first: ProofSide, threats: Threats) -> Outcome {
        self.threats = threats;
        self.ko_met = false;
        let glance = goal.estimate(&self.undo_board, first);
        let is_won = own_and_other(glance, first).0 == 0;
        let proof = if glance.is_decided() && !(is_won && goal.is_thorough()) {
            glance
        } else {
            let open = Proof {
                pn: NEVER,
                dn: NEVER,
            };
            let found = self.look_into(goal, first, open);
            self.is_read_out &= found.is_decided();
            if is_won { glance } else { found }
        };
        Outcome {
            proof,
            ko_met: self.ko_met,
        }
    }

    fn is_spent(&self) -> bool {
        self.decisions >= self.budget.decisions || self.positions >= self.limit
    }

    /// Reads a position until one of its numbers reaches its limit.
    fn look_into(&mut self, goal: &impl Goal, side: ProofSide, limit: Proof) -> Proof {
        let key = self.key(side);
        let before = self.positions;
        self.path.push(key);
        let mut children = self.expand(goal, side);
        let is_new = self.table.get(key).is_none_or(|(_, work)| work == 0);
        if children.len > 1 && is_new {
            self.decisions += 1;
        }
        let proof = loop {
            let (proof, best) = children.sum_up(side);
            if proof.pn >= limit.pn || proof.dn >= limit.dn || proof.is_decided() || self.is_spent()
            {
                break proof;
            }
            let limit = children.limit(side, best, proof, limit);
            let child = &mut children.list[best];
            let step = self.go(goal.color(side), child.mv);
            // Both limits lie above the child's numbers, so each look brings it further or decides it.
            child.proof = self.look_into(goal, side.other(), limit);
            self.back(&step);
        };
        self.path.pop();
        self.table.put(key, proof, self.positions - before);
        proof
    }

    pub(super) fn go(&mut self, color: Color, mv: Option<Point>) -> SearchStep {
        let threats = self.threats;
        let captured = match mv {
            Some(point) => {
                if self.undo_board.ko() == Some((color, point)) {
                    self.threats = self.threats.one_less();
                }
                self.undo_board.play(color, point)
            }
            None => {
                self.undo_board.pass();
                0
            }
        };
        SearchStep { captured, threats }
    }

    pub(super) fn back(&mut self, step: &SearchStep) {
        self.undo_board.undo();
        self.threats = step.threats;
    }

    pub(super) fn key(&self, side: ProofSide) -> u64 {
        self.key_of(self.undo_board.hash(), side)
    }

    const fn key_of(&self, hash: u64, side: ProofSide) -> u64 {
        let turn = match side {
            ProofSide::Prover => 0,
            ProofSide::Refuter => 0x9e37_79b9_7f4a_7c15,
        };
        hash ^ turn ^ self.threats.key()
    }

    /// The positions after the moves worth a try; none after one that decides.
    pub(super) fn expand(&mut self, goal: &impl Goal, side: ProofSide) -> Children {
        let mut moves = Moves::new();
        goal.moves(&self.undo_board, side, &mut moves);
        let is_wide = self.width.is_wide_for(side)
            || matches!(self.width, Width::WideFirst(_)) && self.path.len() <= 1;
        if is_wide {
            goal.more_moves(&self.undo_board, side, &mut moves);
        }
        let mut children = Children {
            list: [NO_CHILD; MAX_MOVES + 1],
            len: 0,
            is_weak: goal.is_weak(),
        };
        let passes = moves.may_pass.then_some(None);
        for mv in moves.iter().map(Some).chain(passes) {
            if !self.may(goal.color(side), mv, side) {
                continue;
            }
            let child = self.child(goal, side, mv);
            children.list[children.len] = child;
            children.len += 1;
            let decides = match side {
                ProofSide::Prover => child.proof.pn == 0,
                ProofSide::Refuter => child.proof.dn == 0,
            };
            // The others change nothing: the other number of this one is `NEVER`, and so is every sum with it.
            if decides {
                break;
            }
        }
        children
    }

    fn may(&mut self, color: Color, mv: Option<Point>, side: ProofSide) -> bool {
        let Some(point) = mv else {
            return true;
        };
        match self.undo_board.permission(color, point) {
            Permission::Allowed => true,
            Permission::Forbidden => false,
            Permission::Ko => {
                // Noted where the threats allow the move, too: with fewer of them the answer may be another.
                self.ko_met = true;
                self.threats.are_of(side)
            }
        }
    }

    fn child(&mut self, goal: &impl Goal, side: ProofSide, mv: Option<Point>) -> Child {
        self.positions += 1;
        if let Some(child) = self.known_child(goal.color(side), side, mv) {
            return child;
        }
        self.drawn_child(goal, side, mv)
    }

    fn drawn_child(&mut self, goal: &impl Goal, side: ProofSide, mv: Option<Point>) -> Child {
        let step = self.go(goal.color(side), mv);
        let key = self.key(side.other());
        let known = self.table.get(key).map(|(proof, _)| proof);
        // Without captures the stones only grow in number.
        let repeats = step.captured > 0 && self.path.contains(&key);
        let proof = match known {
            _ if repeats || self.path.len() >= usize::from(self.budget.depth) => Proof::REFUTED,
            Some(proof) => proof,
            None => {
                // The position is met again whenever the one before it is looked into.
                let glance = goal.estimate(&self.undo_board, side.other());
                self.table.note(key, glance);
                glance
            }
        };
        self.back(&step);
        Child { mv, key, proof }
    }

    /// The known result of the position after a move that captures nothing, without making it, as
    /// [`Self::drawn_child`] would find it; no repetition either.
    fn known_child(&self, color: Color, side: ProofSide, mv: Option<Point>) -> Option<Child> {
        let is_plain = mv.is_none_or(|point| {
            self.undo_board.ko() != Some((color, point)) && !self.undo_board.captures(color, point)
        });
        if !is_plain || self.path.len() >= usize::from(self.budget.depth) {
            return None;
        }
        let key = self.key_of(self.undo_board.hash_after(color, mv), side.other());
        let (proof, _) = self.table.get(key)?;
        Some(Child { mv, key, proof })
    }
}

#[cfg(test)]
mod tests {
    use super::super::capture_goal::CaptureGoal;
    use super::*;
    use sgmp_board::rng::Rng;
    use sgmp_board::rules::{BoardSize, Move};

    /// Compares what is known after every move of a side with what is found by making it, and says how
    /// often anything was known.
    fn compare(df_pn: &mut DfPn, goal: &CaptureGoal, size: BoardSize, side: ProofSide) -> u32 {
        let color = goal.color(side);
        let mut known = 0;
        for mv in Point::all(size).map(Some).chain([None]) {
            if !df_pn.may(color, mv, side) {
                continue;
            }
            if let Some(child) = df_pn.known_child(color, side, mv) {
                assert_eq!(child, df_pn.drawn_child(goal, side, mv));
                known += 1;
            }
        }
        known
    }

    #[test]
    fn what_is_known_is_what_is_found_on_the_board() {
        let mut rng = Rng::from_seed(11);
        let size = BoardSize::new(7).unwrap();
        let points: Vec<Point> = Point::all(size).collect();
        let mut df_pn = DfPn::new();
        let mut known = 0;
        for _ in 0..60 {
            let mut board = Board::new(size);
            let mut color = Color::Black;
            for _ in 0..30 {
                let point = points[rng.below(points.len() as u32) as usize];
                if board.play(color, Move::Play(point)).is_err() {
                    board.play(color, Move::Pass).unwrap();
                }
                color = !color;
            }
            let stones = points
                .iter()
                .filter(|point| board.anchor(**point) == Some(**point));
            for stone in stones {
                let goal = CaptureGoal {
                    prey: *stone,
                    color: board.color_at(*stone).unwrap(),
                    liberties: 4,
                    is_deep: false,
                };
                df_pn.start(&board, Budget::for_level(8));
                for threats in [Threats::Nobody, Threats::for_side(ProofSide::Prover)] {
                    df_pn.prove(&goal, ProofSide::Prover, threats);
                    df_pn.path.clear();
                    for side in [ProofSide::Prover, ProofSide::Refuter] {
                        known += compare(&mut df_pn, &goal, size, side);
                    }
                }
            }
        }
        assert!(known > 1_000, "{known}");
    }
}
