//! Proof numbers: how far a position is from being decided.

/// The least numbers of undecided positions to decide for a proof and for a refutation
/// (Allis 1994), both estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Proof {
    pub(super) pn: u32,
    pub(super) dn: u32,
}

/// As good as infinite: the number of the side that can no more succeed. Five fourths of it fit into a `u32`.
pub(super) const NEVER: u32 = 1 << 28;

impl Proof {
    pub(super) const PROVED: Self = Self { pn: 0, dn: NEVER };
    pub(super) const REFUTED: Self = Self { pn: NEVER, dn: 0 };

    pub(super) const fn open(pn: u32, dn: u32) -> Self {
        debug_assert!(pn > 0 && dn > 0);
        Self { pn, dn }
    }

    pub(super) const fn is_decided(self) -> bool {
        self.pn == 0 || self.dn == 0
    }
}

/// The two sides of a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum ProofSide {
    /// Captures the string, or joins the two.
    Prover,
    /// Saves it, or keeps them apart.
    Refuter,
}

impl ProofSide {
    pub(super) const fn other(self) -> Self {
        match self {
            Self::Prover => Self::Refuter,
            Self::Refuter => Self::Prover,
        }
    }
}

/// The number a side wants to lower, and the other.
pub(super) const fn own_and_other(proof: Proof, side: ProofSide) -> (u32, u32) {
    match side {
        ProofSide::Prover => (proof.pn, proof.dn),
        ProofSide::Refuter => (proof.dn, proof.pn),
    }
}

/// The proof of these numbers: the one that a side wants to lower, and the other.
pub(super) const fn proof_of(own: u32, other: u32, side: ProofSide) -> Proof {
    match side {
        ProofSide::Prover => Proof { pn: own, dn: other },
        ProofSide::Refuter => Proof { pn: other, dn: own },
    }
}
