//! Limits of reading.

/// The limits of reading one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Budget {
    /// Decisions: positions looked into in which there was more than one move to choose from.
    /// Answers to atari and the steps of a ladder are free, up to [`Budget::positions`].
    pub decisions: u32,
    /// Liberties up to which a string is hunted; with one more it has escaped. 1 to 8.
    pub liberties: u8,
    /// Moves read ahead at most, at least 1.
    pub depth: u16,
}

impl Budget {
    /// A string of five liberties escapes.
    pub(crate) const LIBERTIES: u8 = 4;
    /// Enough for a ladder across 19 lines.
    pub(crate) const DEPTH: u16 = 100;

    /// The budget of a level of play for one question: 32 decisions at level 0, twice as many every
    /// two levels, 1,024 at level 10 and 32,768 at level 20 (and above).
    #[must_use]
    pub const fn for_level(level: u8) -> Self {
        let level = if level > 20 { 20 } else { level };
        let base: u32 = if level.is_multiple_of(2) { 32 } else { 45 };
        Self {
            decisions: base << (level / 2),
            liberties: Self::LIBERTIES,
            depth: Self::DEPTH,
        }
    }

    /// Positions that all this may come to, forced moves included: the bound on the time.
    #[must_use]
    pub const fn positions(self) -> u32 {
        self.decisions.saturating_mul(48).saturating_add(4_000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_reads_further_than_the_one_before() {
        let cost = |level| Budget::for_level(level).decisions;
        assert!((0..20).all(|level| cost(level) < cost(level + 1)));
        assert_eq!((cost(0), cost(10), cost(20)), (32, 1_024, 32_768));
        assert_eq!(cost(20), cost(255));
    }
}
