//! Goals of the search, the moves that each side tries for them, and the threats for a ko.

use super::budget::Budget;
use super::move_list::Moves;
use super::proof_numbers::{Proof, ProofSide};
use super::undo_board::UndoBoard;
use sgmp_board::rules::{Color, Point, PointSet};

/// A goal to prove.
pub(super) trait Goal {
    /// The color of a side.
    fn color(&self, side: ProofSide) -> Color;
    /// The proof numbers of a position at a glance.
    fn estimate(&self, undo_board: &UndoBoard, to_move: ProofSide) -> Proof;
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
    fn in_doubt(&self, first: ProofSide, found: Proof) -> ProofSide;
    /// The moves worth a try, the likeliest first.
    fn moves(&self, undo_board: &UndoBoard, to_move: ProofSide, moves: &mut Moves);
    /// Moves further off, which a side that may not miss any tries, too.
    fn more_moves(&self, _: &UndoBoard, _: ProofSide, _: &mut Moves) {}
    /// Returns whether there are such moves.
    fn has_more_moves(&self) -> bool {
        false
    }
    /// The best of some first moves by a selective look ahead, where there is one; what is drawn is wiped off again.
    fn outlook(&self, _: &mut UndoBoard, _: ProofSide, _: PointSet) -> Option<Point> {
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
    WideFor(ProofSide),
    /// The same, and all first moves are tried, too.
    WideFirst(ProofSide),
    Wide,
}

impl Width {
    pub(super) fn is_wide_for(self, side: ProofSide) -> bool {
        match self {
            Self::Narrow => false,
            Self::WideFor(wide) | Self::WideFirst(wide) => wide == side,
            Self::Wide => true,
        }
    }
}

/// Threats that a side has in a line of play: enough for a ko of several stages, yet who can never
/// win the ko runs out of them.
pub(super) const MAX_KO_THREATS: u8 = 5;

/// The side that may take back a ko at once, as if a threat had been played and answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Threats {
    Nobody,
    /// A side, so often.
    Of(ProofSide, u8),
}

impl Threats {
    /// A side has as many as it may need.
    pub(super) const fn for_side(side: ProofSide) -> Self {
        Self::Of(side, MAX_KO_THREATS)
    }

    pub(super) const fn are_of(self, side: ProofSide) -> bool {
        matches!(
            (self, side),
            (Self::Of(ProofSide::Prover, _), ProofSide::Prover)
                | (Self::Of(ProofSide::Refuter, _), ProofSide::Refuter)
        )
    }

    pub(super) const fn one_less(self) -> Self {
        match self {
            Self::Of(side, left) if left > 1 => Self::Of(side, left - 1),
            Self::Of(..) | Self::Nobody => Self::Nobody,
        }
    }

    pub(super) const fn key(self) -> u64 {
        match self {
            Self::Nobody => 0,
            Self::Of(_, left) => 0x3c6e_f372_fe94_f82a_u64.rotate_left(left as u32),
        }
    }
}
