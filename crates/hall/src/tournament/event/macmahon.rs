//! Scores that players begin with in a MacMahon tournament, by their ranks.

use super::super::standings::Points;
use super::rank::Rank;

/// Ranks that begin together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankGroup {
    /// The lowest rank of it.
    pub low: Rank,
    /// The highest rank of it.
    pub high: Rank,
}

/// The reason why words are no group of ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GroupError {
    /// Not two ranks.
    #[error("a group is two ranks, the lower one first: \"12k-8k\"")]
    NoRanks,
    /// Two groups with a rank in common.
    #[error("two groups have a rank in common")]
    Overlap,
    /// A floor above the bar.
    #[error("the floor lies above the bar")]
    FloorAboveBar,
}

/// The bar, the floor and the groups of a MacMahon tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MacMahonRule {
    /// The rank of the top group: higher ones begin with its score, too.
    pub bar: Option<Rank>,
    /// The lowest rank that counts: lower ones begin with its score, too.
    pub floor: Option<Rank>,
    /// Groups of neighboring ranks that begin with one score.
    pub groups: Vec<RankGroup>,
}

impl MacMahonRule {
    /// A rule whose groups have no rank in common.
    ///
    /// # Errors
    /// [`GroupError`].
    pub fn new(
        bar: Option<Rank>,
        floor: Option<Rank>,
        groups: Vec<RankGroup>,
    ) -> Result<Self, GroupError> {
        let overlap = |at: usize| {
            let later = &groups[at + 1..];
            let one = groups[at];
            later
                .iter()
                .any(|other| one.low <= other.high && other.low <= one.high)
        };
        if (0..groups.len()).any(overlap) {
            return Err(GroupError::Overlap);
        }
        if bar.zip(floor).is_some_and(|(bar, floor)| floor > bar) {
            return Err(GroupError::FloorAboveBar);
        }
        Ok(Self { bar, floor, groups })
    }

    /// Returns whether nothing is said of bar, floor and groups.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }

    /// The score that a rank begins with. As in OpenGotha 30 kyu is 0, 20 kyu 10 and 1 dan 30 without groups; a group
    /// counts as one rank, so that who stands above it begins one point higher.
    #[must_use]
    pub fn start(&self, rank: Rank) -> Points {
        let rank = rank
            .max(self.floor.unwrap_or(Rank::LOWEST))
            .min(self.bar.unwrap_or(Rank::HIGHEST));
        let own = self
            .groups
            .iter()
            .find(|group| group.low <= rank && rank <= group.high);
        let steps = own.map_or(rank, |group| group.low).steps();
        let below = self.groups.iter().filter(|group| group.high < rank);
        let joined: u8 = below
            .map(|group| group.high.steps() - group.low.steps())
            .sum();
        Points::whole(i64::from(steps) - i64::from(joined))
    }
}

impl std::str::FromStr for RankGroup {
    type Err = GroupError;

    /// Reads "12k-8k".
    fn from_str(text: &str) -> Result<Self, GroupError> {
        let (low, high) = text.split_once('-').ok_or(GroupError::NoRanks)?;
        let rank = |word: &str| word.parse::<Rank>().map_err(|_| GroupError::NoRanks);
        let (low, high) = (rank(low)?, rank(high)?);
        match low <= high {
            true => Ok(Self { low, high }),
            false => Err(GroupError::NoRanks),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(bar: &str, floor: &str, groups: &[&str]) -> MacMahonRule {
        let groups = groups.iter().map(|group| group.parse().unwrap());
        MacMahonRule::new(bar.parse().ok(), floor.parse().ok(), groups.collect()).unwrap()
    }

    fn start(rule: &MacMahonRule, rank: &str) -> String {
        rule.start(rank.parse().unwrap()).to_string()
    }

    #[test]
    fn bar_and_floor_bind_the_ranks_beyond_them() {
        let plain = rule("", "", &[]);
        assert_eq!(
            ["30k", "20k", "1d", "9d"].map(|rank| start(&plain, rank)),
            ["0", "10", "30", "38"]
        );
        let bound = rule("2d", "20k", &[]);
        let ranks = ["30k", "21k", "20k", "19k", "1d", "2d", "5d"];
        assert_eq!(
            ranks.map(|rank| start(&bound, rank)),
            ["10", "10", "10", "11", "30", "31", "31"]
        );
    }

    #[test]
    fn a_group_is_one_rank() {
        let grouped = rule("1d", "20k", &["12k-9k", "3k-2k"]);
        let ranks = [
            "13k", "12k", "10k", "9k", "8k", "4k", "3k", "2k", "1k", "1d",
        ];
        let starts = ["17", "18", "18", "18", "19", "23", "24", "24", "25", "26"];
        assert_eq!(ranks.map(|rank| start(&grouped, rank)), starts);
    }

    #[test]
    fn groups_that_make_no_sense_are_refused() {
        for text in ["", "5k", "3k-5k", "x-1k", "1k-"] {
            assert_eq!(
                text.parse::<RankGroup>(),
                Err(GroupError::NoRanks),
                "{text}"
            );
        }
        let groups = ["9k-7k", "7k-5k"]
            .map(|text| text.parse().unwrap())
            .to_vec();
        assert_eq!(
            MacMahonRule::new(None, None, groups),
            Err(GroupError::Overlap)
        );
        let (bar, floor) = ("5k".parse().ok(), "1k".parse().ok());
        assert_eq!(
            MacMahonRule::new(bar, floor, Vec::new()),
            Err(GroupError::FloorAboveBar)
        );
    }
}
