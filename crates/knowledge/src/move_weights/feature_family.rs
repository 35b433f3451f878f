//! The families of tactical features: levels, of which a move has at most one in each family.

/// A family of features that exclude each other. Level 0 is none of them and weighs nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum FeatureFamily {
    /// Takes stones: 1 a ko; 2 one stone, 3 up to four, 4 more; 5 and 6 the last move's string, one
    /// stone or more; 7 and 8 what holds an own string in atari, of one stone or more.
    Capture,
    /// Runs out of an atari: 1 to one liberty; 2 to two, into a ladder; 3 and 4 to two, one stone or
    /// more; 5 and 6 to three and more, one stone or more.
    Escape,
    /// Leaves itself in atari: 1 one stone, 2 up to three, 3 more; 4 a snapback.
    SelfAtari,
    /// Gives atari: 1 and 2 to one stone or more; 3 and 4 from where a ladder works; 5 to two
    /// strings; 6 while a ko may not be taken; 7 with a stone that is itself in atari.
    Atari,
    /// Takes one of three liberties: 1 of one stone, 2 of up to three, 3 of more; 4 to 6 one of four.
    Press,
    /// Adds to an own string with few liberties: 1 and 2 of two, which a ladder would take, one stone
    /// or more; 3 of two, which none would; 4 of three, small; 5 of three, of four stones and more; 6
    /// such a string of two that still has no more than two.
    Defend,
    /// Touches own strings: 1 two of them, 2 more; 3 two or more, one of them with two liberties or
    /// less.
    Link,
    /// Touches the opponent's strings: 1 two of them, 2 more; 3 two or more and own ones beside.
    Cut,
    /// Fills an eye: 1 an own one, 2 an own false one, 3 the opponent's, 4 the opponent's false one.
    Eye,
    /// The line, from the edge, from 1 to 10; 11 to 20 the same once a seventh of the points is
    /// taken.
    Line,
    /// Distance to the last move in the metric of shapes, 2 to 17, less 1; 17 farther; 18 there is
    /// none.
    Last,
    /// The same to the move before.
    Before,
    /// Answers by contact: 1 to 4 a liberty of the last move's string, which has so many or more; 5
    /// to 7 a liberty of an own string next to the last move, which has so many; 8 of both kinds.
    Reply,
    /// Shuts a string of the opponent's into a net where no ladder works: 1 one stone, 2 up to four.
    Net,
}

impl FeatureFamily {
    /// Number of families of features.
    pub const COUNT: usize = 14;

    /// Greatest number of levels that a family has, level 0 included.
    pub(crate) const MAX_LEVELS: usize = 21;

    /// All of them, in the order of files.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Capture,
        Self::Escape,
        Self::SelfAtari,
        Self::Atari,
        Self::Press,
        Self::Defend,
        Self::Link,
        Self::Cut,
        Self::Eye,
        Self::Line,
        Self::Last,
        Self::Before,
        Self::Reply,
        Self::Net,
    ];

    /// Its name, as a user writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Capture => "capture",
            Self::Escape => "escape",
            Self::SelfAtari => "self-atari",
            Self::Atari => "atari",
            Self::Press => "press",
            Self::Defend => "defend",
            Self::Link => "link",
            Self::Cut => "cut",
            Self::Eye => "eye",
            Self::Line => "line",
            Self::Last => "last",
            Self::Before => "before",
            Self::Reply => "reply",
            Self::Net => "net",
        }
    }

    /// The highest level that a move can have in it; the lowest is 0.
    #[must_use]
    pub const fn levels(self) -> u8 {
        match self {
            Self::Capture | Self::Reply => 8,
            Self::Escape | Self::Press | Self::Defend => 6,
            Self::SelfAtari | Self::Eye => 4,
            Self::Atari => 7,
            Self::Link | Self::Cut => 3,
            Self::Line => 20,
            Self::Last | Self::Before => 18,
            Self::Net => 2,
        }
    }
}

/// A set of families.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FamilySet(u32);

impl FamilySet {
    /// Returns whether a family is one of them.
    #[must_use]
    pub const fn contains(self, group: FeatureFamily) -> bool {
        self.0 >> group as u32 & 1 != 0
    }

    /// A number that stands for the set.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }
}

impl FromIterator<FeatureFamily> for FamilySet {
    fn from_iter<I: IntoIterator<Item = FeatureFamily>>(groups: I) -> Self {
        let groups = groups.into_iter();
        Self(groups.fold(0, |set, group| set | 1 << group as u32))
    }
}

/// The level of a move in each family.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FeatureLevels([u8; FeatureFamily::COUNT]);

impl FeatureLevels {
    /// The level in a family.
    #[cfg(test)]
    pub(crate) const fn level(&self, family: FeatureFamily) -> u8 {
        self.0[family as usize]
    }

    /// All levels, in the order of [`FeatureFamily::ALL`].
    #[must_use]
    pub const fn all(&self) -> &[u8; FeatureFamily::COUNT] {
        &self.0
    }

    pub(super) fn set(&mut self, group: FeatureFamily, level: u8) {
        debug_assert!(level <= group.levels());
        self.0[group as usize] = level;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in() {
        let set: FamilySet = [FeatureFamily::Cut, FeatureFamily::Net]
            .into_iter()
            .collect();
        let held: Vec<FeatureFamily> = FeatureFamily::ALL
            .into_iter()
            .filter(|group| set.contains(*group))
            .collect();
        assert_eq!(held, [FeatureFamily::Cut, FeatureFamily::Net]);
        assert!(set != FamilySet::default() && set.bits() != 0);
    }

    #[test]
    fn groups_stand_in_their_order_and_fit() {
        for (place, group) in FeatureFamily::ALL.into_iter().enumerate() {
            assert_eq!(group as usize, place);
            assert!(usize::from(group.levels()) < FeatureFamily::MAX_LEVELS);
            let earlier = &FeatureFamily::ALL[..place];
            assert!(earlier.iter().all(|other| other.name() != group.name()));
        }
    }
}
