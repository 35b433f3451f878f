//! Perfect matchings of least cost, by costs of several levels of which the earlier outweigh all later ones.
//!
//! One function stands before the crate that finds them, so that another can take its place; the tests judge
//! it by trying every matching.

use integer_blossom::min_weight_perfect_matching;

/// Bits that the costs of all levels together may take: the search adds and doubles them.
const MAX_COST_BITS: u32 = 116;

/// Costs of all pairs of `n` players, level by level, the most important level first.
#[derive(Clone, Debug)]
pub struct CostLevels {
    n: usize,
    levels: Vec<Vec<u32>>,
}

impl CostLevels {
    /// Pairs of `n` players that cost nothing yet.
    #[must_use]
    pub const fn new(n: usize) -> Self {
        Self {
            n,
            levels: Vec::new(),
        }
    }

    /// Adds a level below those there are: the cost of the pair of `i` and `j`, asked for `i < j`.
    pub fn push(&mut self, mut cost: impl FnMut(usize, usize) -> u32) {
        let n = self.n;
        let mut level = vec![0; n * n];
        for (i, j) in (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j))) {
            level[i * n + j] = cost(i, j);
        }
        self.levels.push(level);
    }

    /// Number of players; they are numbered from 0.
    #[must_use]
    pub const fn players(&self) -> usize {
        self.n
    }

    /// Costs of a set of pairs, level by level.
    #[must_use]
    pub fn sums(&self, pairs: &[(usize, usize)]) -> Vec<u64> {
        let at = |(i, j): (usize, usize)| i.min(j) * self.n + i.max(j);
        let levels = self.levels.iter();
        levels
            .map(|level| pairs.iter().map(|pair| u64::from(level[at(*pair)])).sum())
            .collect()
    }

    /// One number a pair that weighs the levels: the unit of a level is more than all pairs together can cost
    /// in the levels below it. Levels for which there is no room are left out, from the last on.
    fn combined(&self) -> Vec<i128> {
        let pairs = (self.n / 2).max(1) as u128;
        let spans: Vec<u128> = self
            .levels
            .iter()
            .map(|level| u128::from(level.iter().copied().max().unwrap_or(0)) * pairs + 1)
            .collect();
        let mut kept = 0;
        let mut room: u128 = 1;
        for span in &spans {
            match room.checked_mul(*span) {
                Some(wider) if wider >> MAX_COST_BITS == 0 => room = wider,
                _ => break,
            }
            kept += 1;
        }
        let mut sum = vec![0_i128; self.n * self.n];
        for (level, span) in self.levels.iter().zip(&spans).take(kept) {
            for (sum, cost) in sum.iter_mut().zip(level) {
                // All pairs together cost less than `span` in this level: they never outweigh a unit of the level
                // above. What is kept has `MAX_COST_BITS` bits, so neither product nor sum overflows.
                *sum = *sum * (*span as i128) + i128::from(*cost);
            }
        }
        sum
    }
}

/// The pairs of least cost among all ways to pair an even number of players, the lower index first.
///
/// # Panics
/// If the number of players is odd.
#[must_use]
pub fn cheapest_pairs(costs: &CostLevels) -> Vec<(usize, usize)> {
    let mates = min_weight_perfect_matching(&costs.combined(), costs.n);
    let mates = mates.into_iter().enumerate();
    mates.filter(|(i, mate)| i < mate).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rng::Rng;

    /// Every way to pair the players.
    fn all_matchings(left: &[usize]) -> Vec<Vec<(usize, usize)>> {
        let Some((first, rest)) = left.split_first() else {
            return vec![Vec::new()];
        };
        let mut all = Vec::new();
        for at in 0..rest.len() {
            let mut others = rest.to_vec();
            let mate = others.remove(at);
            for mut pairs in all_matchings(&others) {
                pairs.push((*first, mate));
                all.push(pairs);
            }
        }
        all
    }

    #[test]
    fn no_matching_is_cheaper_than_the_one_found() {
        let mut rng = Rng::from_seed(40);
        for n in [2, 4, 6, 8] {
            let all = all_matchings(&(0..n).collect::<Vec<_>>());
            for _ in 0..300 {
                let mut costs = CostLevels::new(n);
                for bound in [2, 5, 1000] {
                    costs.push(|_, _| rng.below(bound));
                }
                let found = cheapest_pairs(&costs);
                let best = all.iter().map(|pairs| costs.sums(pairs)).min().unwrap();
                assert_eq!(costs.sums(&found), best);
            }
        }
    }

    #[test]
    fn levels_without_room_are_left_out_from_the_last_on() {
        let mut costs = CostLevels::new(4);
        for level in 0..5 {
            costs.push(|i, j| match (level, i + j) {
                // Only the last level knows better than the first.
                (0, 1 | 5) => 1,
                (0, _) => 0,
                _ => u32::MAX,
            });
        }
        let found = cheapest_pairs(&costs);
        assert_eq!(costs.sums(&found)[0], 0);
    }
}
