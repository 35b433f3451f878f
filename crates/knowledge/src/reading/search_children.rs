//! The positions one move further: what their proof numbers come to, and which of them is looked into next.

use super::move_list::MAX_MOVES;
use super::proof_numbers::{NEVER, Proof, ProofSide, own_and_other, proof_of};
use sgmp_board::rules::Point;

/// A position one move further.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Child {
    pub(super) mv: Option<Point>,
    pub(super) key: u64,
    pub(super) proof: Proof,
}

pub(super) const NO_CHILD: Child = Child {
    mv: None,
    key: 0,
    proof: Proof::REFUTED,
};

/// The positions one move further.
pub(super) struct Children {
    pub(super) list: [Child; MAX_MOVES + 1],
    pub(super) len: usize,
    /// See [`Self::sum_up_weakly`].
    pub(super) is_weak: bool,
}

impl Children {
    /// The numbers of a position by those of its children, and the child to look into next.
    pub(super) fn sum_up(&self, side: ProofSide) -> (Proof, usize) {
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
    pub(super) fn sum_up_weakly(&self, side: ProofSide) -> (Proof, usize) {
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
    pub(super) fn limit(&self, side: ProofSide, best: usize, now: Proof, limit: Proof) -> Proof {
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
        // `NEVER` leaves room for a quarter more, so nothing overflows.
        let own = own_limit.min(second + second / 4 + 1);
        let other = if self.is_weak {
            other_limit.saturating_sub(open).max(other_best + 1)
        } else {
            // A position whose number had reached its limit would not be read on: `other_now` is below it.
            (other_limit - other_now + other_best).min(NEVER)
        };
        proof_of(own, other, side)
    }
}
