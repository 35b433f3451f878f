//! The search: depth-first with proof numbers (Nagai 2002), so that what is nearly forced is read
//! first and as deep as it goes.

use super::budget::Budget;
use super::move_list::{MAX_MOVES, Moves};
use super::proof_numbers::{NEVER, Proof, Side};
use super::transposition_table::TranspositionTable;
use super::undo_board::{Permission, UndoBoard};
use crate::rules::{Board, Color, Move, Point, PointSet};

/// A goal to prove.
pub(super) trait Goal {
    /// The color of a side.
    fn color(&self, side: Side) -> Color;
    /// The proof numbers of a position at a glance.
    fn estimate(&self, undo_board: &UndoBoard, to_move: Side) -> Proof;
    /// Returns whether the first move is looked for even where a glance says who wins.
    fn is_thorough(&self) -> bool {
        false
    }
    /// Returns whether positions that are met again in several lines count once.
    fn is_weak(&self) -> bool {
        false
    }
    /// Positions that a budget allows.
    fn max_positions(&self, budget: Budget) -> u32 {
        budget.positions()
    }
    /// The side that counts as winner once the budget is spent, by who moved first and what was found.
    fn in_doubt(&self, first: Side, found: Proof) -> Side;
    /// The moves worth a try, the likeliest first.
    fn moves(&self, undo_board: &UndoBoard, to_move: Side, moves: &mut Moves);
    /// Moves further off, which a side that may not miss any tries, too.
    fn more_moves(&self, _: &UndoBoard, _: Side, _: &mut Moves) {}
    /// Returns whether there are such moves.
    fn has_more_moves(&self) -> bool {
        false
    }
    /// The best of some first moves by a selective look ahead, where there is one; what is drawn is wiped off again.
    fn outlook(&self, _: &mut UndoBoard, _: Side, _: PointSet) -> Option<Point> {
        None
    }
    /// Returns whether it is fought out in closed country, where the rules of thumb are sure.
    fn is_closed(&self) -> bool {
        true
    }
    /// The same goal, judged by rules of thumb sooner; none where there are no such rules.
    fn hasty(&self) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }
}

/// The sides that try every move that may matter, as against the likeliest alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    /// Both try the likeliest.
    Narrow,
    /// One side tries all: where it loses, it has lost.
    WideFor(Side),
    /// The same, and all first moves are tried, too.
    WideFirst(Side),
    /// Both try all.
    Wide,
}

impl Width {
    fn is_wide_for(self, side: Side) -> bool {
        match self {
            Self::Narrow => false,
            Self::WideFor(wide) | Self::WideFirst(wide) => wide == side,
            Self::Wide => true,
        }
    }
}

/// Threats that a side has in a line of play: enough for a ko of several stages, yet who can never
/// win the ko runs out of them.
const MAX_KO_THREATS: u8 = 5;

/// The side that may take back a ko at once, as if a threat had been played and answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Threats {
    Nobody,
    /// A side, so often.
    Of(Side, u8),
}

impl Threats {
    /// A side has as many as it may need.
    pub(super) const fn for_side(side: Side) -> Self {
        Self::Of(side, MAX_KO_THREATS)
    }

    const fn are_of(self, side: Side) -> bool {
        matches!(
            (self, side),
            (Self::Of(Side::Prover, _), Side::Prover) | (Self::Of(Side::Refuter, _), Side::Refuter)
        )
    }

    const fn one_less(self) -> Self {
        match self {
            Self::Of(side, left) if left > 1 => Self::Of(side, left - 1),
            Self::Of(..) | Self::Nobody => Self::Nobody,
        }
    }

    const fn key(self) -> u64 {
        match self {
            Self::Nobody => 0,
            Self::Of(_, left) => 0x3c6e_f372_fe94_f82a_u64.rotate_left(left as u32),
        }
    }
}

/// The effect of a move.
struct Step {
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

/// A position one move further.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Child {
    mv: Option<Point>,
    key: u64,
    proof: Proof,
}

const NO_CHILD: Child = Child {
    mv: None,
    key: 0,
    proof: Proof::REFUTED,
};

/// The positions one move further.
struct Children {
    list: [Child; MAX_MOVES + 1],
    len: usize,
    /// See [`Self::sum_up_weakly`].
    is_weak: bool,
}

/// See the module. What it needs is allocated once.
#[derive(Debug)]
pub(super) struct DfPn {
    undo_board: Box<UndoBoard>,
    table: TranspositionTable,
    /// Positions from the root to the one looked at.
    path: Vec<u64>,
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

    /// The best first move by a selective look ahead after a search that has decided nothing, unless it
    /// looked into one move far more than into all others. None that it has refuted.
    pub(super) fn foreseen(&mut self, goal: &impl Goal, first: Side) -> Option<Point> {
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

    /// The proof numbers of a goal at a glance.
    pub(super) fn glance(&self, goal: &impl Goal, to_move: Side) -> Proof {
        goal.estimate(&self.undo_board, to_move)
    }

    /// Tries to prove a goal, with the whole budget.
    pub(super) fn prove(&mut self, goal: &impl Goal, first: Side, threats: Threats) -> Outcome {
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
        first: Side,
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

    fn search(&mut self, goal: &impl Goal, first: Side, threats: Threats) -> Outcome {
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
    fn look_into(&mut self, goal: &impl Goal, side: Side, limit: Proof) -> Proof {
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
            child.proof = self.look_into(goal, side.other(), limit);
            self.back(&step);
        };
        self.path.pop();
        self.table.put(key, proof, self.positions - before);
        proof
    }

    fn go(&mut self, color: Color, mv: Option<Point>) -> Step {
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
        Step { captured, threats }
    }

    fn back(&mut self, step: &Step) {
        self.undo_board.undo();
        self.threats = step.threats;
    }

    fn key(&self, side: Side) -> u64 {
        self.key_of(self.undo_board.hash(), side)
    }

    const fn key_of(&self, hash: u64, side: Side) -> u64 {
        let turn = match side {
            Side::Prover => 0,
            Side::Refuter => 0x9e37_79b9_7f4a_7c15,
        };
        hash ^ turn ^ self.threats.key()
    }

    /// The positions after the moves worth a try; none after one that decides.
    fn expand(&mut self, goal: &impl Goal, side: Side) -> Children {
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
                Side::Prover => child.proof.pn == 0,
                Side::Refuter => child.proof.dn == 0,
            };
            if decides {
                break;
            }
        }
        children
    }

    fn may(&mut self, color: Color, mv: Option<Point>, side: Side) -> bool {
        let Some(point) = mv else {
            return true;
        };
        match self.undo_board.permission(color, point) {
            Permission::Allowed => true,
            Permission::Forbidden => false,
            Permission::Ko => {
                self.ko_met = true;
                self.threats.are_of(side)
            }
        }
    }

    fn child(&mut self, goal: &impl Goal, side: Side, mv: Option<Point>) -> Child {
        self.positions += 1;
        if let Some(child) = self.known_child(goal.color(side), side, mv) {
            return child;
        }
        self.drawn_child(goal, side, mv)
    }

    fn drawn_child(&mut self, goal: &impl Goal, side: Side, mv: Option<Point>) -> Child {
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
    fn known_child(&self, color: Color, side: Side, mv: Option<Point>) -> Option<Child> {
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

    /// The move on the board that the latest search, which has decided nothing, looked into most.
    pub(super) fn likeliest(&mut self, goal: &impl Goal, first: Side) -> Option<Point> {
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
        first: Side,
        winner: Side,
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

    fn choose(&self, children: &[Child], side: Side, winner: Side) -> Option<Option<Point>> {
        let work = |child: &Child| self.table.get(child.key).map_or(0, |(_, work)| work);
        let wins = |child: &Child| match winner {
            Side::Prover => child.proof.pn == 0,
            Side::Refuter => child.proof.dn == 0,
        };
        let best = if side == winner {
            let open = children.iter().min_by_key(|child| match winner {
                Side::Prover => child.proof.pn,
                Side::Refuter => child.proof.dn,
            });
            children.iter().find(|child| wins(child)).or(open)
        } else {
            children.iter().rev().max_by_key(|child| work(child))
        };
        best.map(|child| child.mv)
    }
}

impl Children {
    /// The numbers of a position by those of its children, and the child to look into next.
    fn sum_up(&self, side: Side) -> (Proof, usize) {
        if self.is_weak {
            return self.sum_up_weakly(side);
        }
        let (mut least, mut sum, mut best) = (NEVER, 0_u32, 0);
        for (place, child) in self.list[..self.len].iter().enumerate() {
            let (own, other) = own_and_other(child.proof, side);
            sum = other.saturating_add(sum);
            if own < least {
                least = own;
                best = place;
            }
        }
        (proof_of(least, sum.min(NEVER), side), best)
    }

    /// The same with the hardest of the children in place of the sum, and one for each other that is
    /// open: what is met again in several of them counts once (Ueda and others 2008).
    fn sum_up_weakly(&self, side: Side) -> (Proof, usize) {
        let (mut least, mut most, mut open, mut best) = (NEVER, 0_u32, 0_u32, 0);
        for (place, child) in self.list[..self.len].iter().enumerate() {
            let (own, other) = own_and_other(child.proof, side);
            most = most.max(other);
            open += u32::from(other > 0);
            if own < least {
                least = own;
                best = place;
            }
        }
        let other = most.saturating_add(open.saturating_sub(1));
        (proof_of(least, other.min(NEVER), side), best)
    }

    /// The limit for reading the best child: until another one is better, by a quarter.
    fn limit(&self, side: Side, best: usize, now: Proof, limit: Proof) -> Proof {
        let (mut second, mut open) = (NEVER, 0);
        for (place, child) in self.list[..self.len].iter().enumerate() {
            if place != best {
                let (own, other) = own_and_other(child.proof, side);
                second = second.min(own);
                open += u32::from(other > 0);
            }
        }
        let (own_limit, other_limit) = own_and_other(limit, side);
        let other_now = own_and_other(now, side).1;
        let other_best = own_and_other(self.list[best].proof, side).1;
        let own = own_limit.min(second + second / 4 + 1);
        let other = if self.is_weak {
            other_limit.saturating_sub(open).max(other_best + 1)
        } else {
            (other_limit - other_now + other_best).min(NEVER)
        };
        proof_of(own, other, side)
    }
}

/// The number a side wants to lower, and the other.
const fn own_and_other(proof: Proof, side: Side) -> (u32, u32) {
    match side {
        Side::Prover => (proof.pn, proof.dn),
        Side::Refuter => (proof.dn, proof.pn),
    }
}

const fn proof_of(own: u32, other: u32, side: Side) -> Proof {
    match side {
        Side::Prover => Proof { pn: own, dn: other },
        Side::Refuter => Proof { pn: other, dn: own },
    }
}

#[cfg(test)]
mod tests {
    use super::super::capture_goal::CaptureGoal;
    use super::*;
    use crate::rng::Rng;
    use crate::rules::BoardSize;

    /// Compares what is known after every move of a side with what is found by making it, and says how
    /// often anything was known.
    fn compare(df_pn: &mut DfPn, goal: &CaptureGoal, size: BoardSize, side: Side) -> u32 {
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
                for threats in [Threats::Nobody, Threats::for_side(Side::Prover)] {
                    df_pn.prove(&goal, Side::Prover, threats);
                    df_pn.path.clear();
                    for side in [Side::Prover, Side::Refuter] {
                        known += compare(&mut df_pn, &goal, size, side);
                    }
                }
            }
        }
        assert!(known > 1_000, "{known}");
    }
}
