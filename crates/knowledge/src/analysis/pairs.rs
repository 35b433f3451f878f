//! A set of pairs of strings, a bit each.

use super::strings::StringId;

/// Pairs of strings of one board.
pub(super) struct Pairs {
    /// Words for the partners of one string.
    width: usize,
    words: Vec<u64>,
}

impl Pairs {
    /// An empty set of pairs among `strings` strings.
    pub(super) fn among(strings: usize) -> Self {
        let width = strings.div_ceil(64);
        Self {
            width,
            words: vec![0; strings * width],
        }
    }

    const fn place(&self, (a, b): (StringId, StringId)) -> (usize, u64) {
        let (a, b) = (a.index(), b.index());
        (a * self.width + b / 64, 1 << (b % 64))
    }

    pub(super) fn insert(&mut self, pair: (StringId, StringId)) {
        let (word, bit) = self.place(pair);
        self.words[word] |= bit;
    }

    pub(super) fn contains(&self, pair: (StringId, StringId)) -> bool {
        let (word, bit) = self.place(pair);
        self.words[word] & bit != 0
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::survey;
    use super::*;

    #[test]
    fn every_pair_is_itself() {
        // A hundred strings: more than a word has bits.
        let rows = |stone: &str| format!("{}{stone}\n", format!("{stone} . ").repeat(9));
        let (_, strings) = survey(&(format!("{}{}", rows("X"), rows(".")).repeat(9) + &rows("O")));
        let ids: Vec<StringId> = strings.iter().map(|(id, _)| id).collect();
        let pairs = || ids.iter().flat_map(|a| ids.iter().map(|b| (*a, *b)));
        let is_in = |(a, b): (StringId, StringId)| (3 * a.index() + b.index()) % 5 == 0;
        assert_eq!(ids.len(), 100);
        let mut set = Pairs::among(ids.len());
        for pair in pairs().filter(|pair| is_in(*pair)) {
            set.insert(pair);
        }
        for pair in pairs() {
            assert_eq!(set.contains(pair), is_in(pair), "{pair:?}");
        }
    }
}
