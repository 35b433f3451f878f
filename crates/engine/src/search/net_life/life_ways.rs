//! The ways down the tree of a search, and its end.

use super::life_tree::LifeTree;

/// Ways of a search at most.
const MAX_WAYS: u32 = 180;
/// When a search is clear. None of the 123 questions was answered otherwise for it.
const CLEAR: [Clear; 2] = [
    Clear {
        ways: 40,
        value: 0.6,
    },
    Clear {
        ways: 80,
        value: 0.5,
    },
];
/// The part of the ways that its first move has to have for a search to be clear.
const CLEARLY_MOST: f32 = 0.5;
/// A value so far from 0 keeps its sign on the ways that are left once no other move can be looked into more often.
const SURE_FROM: f32 = 0.3;

/// A state in which a search is clear before its ways are spent.
struct Clear {
    /// At so many ways.
    ways: u32,
    /// The value is so far from 0 at least.
    value: f32,
}

/// The ways down so far.
#[derive(Debug, Default)]
pub(super) struct Ways {
    all: u32,
    with_ko: u32,
}

impl Ways {
    pub(super) fn count(&mut self, has_met_ko: bool) {
        self.all += 1;
        self.with_ko += u32::from(has_met_ko);
    }

    /// The part on which a ko was taken, 0 to 1.
    pub(super) fn kos(&self) -> f32 {
        self.with_ko as f32 / self.all.max(1) as f32
    }

    /// Returns whether a search ends: all ways are spent, it is clear, or no other move can come first any more.
    pub(super) fn are_enough(&self, tree: &LifeTree) -> bool {
        if self.all >= MAX_WAYS {
            return true;
        }
        let Some(first) = tree.most_visited(LifeTree::ROOT) else {
            return false;
        };
        let first = tree.node(first);
        let value = first.mean().abs();
        let is_most = first.visits as f32 >= CLEARLY_MOST * self.all as f32;
        let is_clear = |clear: &Clear| self.all == clear.ways && value >= clear.value && is_most;
        let is_ahead = tree.lead(LifeTree::ROOT) > MAX_WAYS - self.all;
        CLEAR.iter().any(is_clear) || is_ahead && value >= SURE_FROM
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::{Move, Point};

    /// A tree of two moves, visited so often with such a value.
    fn tree(visits: [u32; 2], value: f32) -> LifeTree {
        let mut tree = LifeTree::new();
        let point = Point::parse("A1").expect("a point");
        tree.expand(
            LifeTree::ROOT,
            &[(Move::Play(point), 0.5), (Move::Pass, 0.5)],
        );
        for (place, visits) in visits.into_iter().enumerate() {
            for _ in 0..visits {
                tree.count(1 + place, value);
            }
        }
        tree
    }

    #[test]
    fn a_search_ends_where_it_is_clear() {
        let ends = |visits: [u32; 2], value| {
            let ways = Ways {
                all: visits.iter().sum(),
                with_ko: 0,
            };
            ways.are_enough(&tree(visits, value))
        };
        assert!(ends([30, 10], -0.7) && ends([20, 20], 0.6));
        assert!(
            !ends([30, 9], 0.7) && !ends([30, 11], 0.7),
            "at 40 ways alone"
        );
        assert!(!ends([30, 10], 0.5) && ends([60, 20], 0.5));
        assert!(ends([100, 21], 0.4) && ends([21, 100], -0.4), "59 are left");
        assert!(!ends([100, 21], 0.2) && !ends([90, 31], 0.4));
        assert!(ends([100, 80], 0.0));
    }
}
