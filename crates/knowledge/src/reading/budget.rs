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
    /// True if a question is read on its own: more moves are tried in each position, and
    /// [`Budget::decisions`] are positions.
    pub is_deep: bool,
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
            is_deep: false,
        }
    }

    /// The budget of a question that is asked for its own sake, in positions looked at.
    #[must_use]
    pub const fn for_question(positions: u32) -> Self {
        Self {
            decisions: positions,
            liberties: Self::LIBERTIES,
            depth: Self::DEPTH,
            is_deep: true,
        }
    }

    /// Positions that all this may come to, forced moves included: the bound on the time.
    #[must_use]
    pub const fn positions(self) -> u32 {
        self.decisions.saturating_mul(48).saturating_add(4_000)
    }
}

/// The effort for questions that are asked for their own sake: positions that one about the life of a
/// group looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuestionEffort(u32);

impl QuestionEffort {
    /// The effort where nobody says another.
    pub const USUAL: Self = Self(200_000);
    /// Positions at least and at most.
    pub const RANGE: std::ops::RangeInclusive<u32> = 1_000..=100_000_000;
    /// The level that has the usual effort.
    const USUAL_LEVEL: u8 = 10;

    /// An effort of so many positions; `None` outside [`Self::RANGE`].
    #[must_use]
    pub fn new(positions: u32) -> Option<Self> {
        Self::RANGE.contains(&positions).then_some(Self(positions))
    }

    /// The effort of a level of play: the usual one at level 10, half of it two levels below, twice as
    /// much two levels above.
    #[must_use]
    pub const fn for_level(level: u8) -> Self {
        let level = if level > 20 { 20 } else { level };
        Self((Self::USUAL.0 << (level / 2)) >> (Self::USUAL_LEVEL / 2))
    }

    /// Positions for a question about a group.
    #[must_use]
    pub const fn positions(self) -> u32 {
        self.0
    }

    /// The budget of a question about a group.
    #[must_use]
    pub const fn groups(self) -> Budget {
        Budget::for_question(self.0)
    }

    /// A tenth of it.
    #[must_use]
    pub const fn tenth(self) -> Self {
        Self(self.0 / 10)
    }

    /// The budget of a question about strings: a tenth.
    #[must_use]
    pub const fn strings(self) -> Budget {
        self.tenth().groups()
    }
}

impl Default for QuestionEffort {
    fn default() -> Self {
        Self::USUAL
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

    #[test]
    fn questions_get_more_at_higher_levels() {
        let effort = QuestionEffort::for_level;
        assert_eq!(effort(10), QuestionEffort::USUAL);
        assert_eq!(effort(8).positions(), 100_000);
        assert_eq!(effort(12).groups().decisions, 400_000);
        assert_eq!(effort(10).strings().decisions, 20_000);
        assert_eq!(QuestionEffort::new(999), None);
        let is_more = |level| effort(level + 2).positions() == 2 * effort(level).positions();
        assert!((0..18).all(is_more));
    }
}
