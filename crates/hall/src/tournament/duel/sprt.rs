//! The sequential probability ratio test (Wald 1945) of two strengths, on the results of pairs.
//
// The two games of a pair share their opening, so their results are not independent: a lopsided
// opening gives both sides one win. The test therefore counts pairs, which are independent, in five
// classes (0, 1/2, 1, 3/2 and 2 points): the pentanomial model. The likelihood of each hypothesis is
// that of the likeliest distribution over the five classes with its mean (the generalized SPRT of
// chess engines' testing, as in Fishtest), since the spread is not known beforehand. With bounds of
// ln(0.95 / 0.05) either error is made in about one of twenty tests.

use std::fmt;

/// Outcomes of pairs: how many brought the first player 0, 1/2, 1, 1 1/2 and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairResults {
    pairs: [u32; 5],
    won: u32,
    even: u32,
    lost: u32,
}

/// The width of a 95 % interval, in standard deviations.
const NINETY_FIVE: f64 = 1.959_964;

impl PairResults {
    /// Adds the half points, 0 to 2, that each game of a pair brought the first player.
    pub fn add(&mut self, games: [u32; 2]) {
        for half_points in games {
            match half_points {
                0 => self.lost += 1,
                1 => self.even += 1,
                _ => self.won += 1,
            }
        }
        let both: u32 = games.iter().map(|points| points.min(&2)).sum();
        self.pairs[both as usize] += 1;
    }

    /// Games played so far, even ones among them.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.won + self.even + self.lost
    }

    /// Pairs by the first player's half points, 0 to 4.
    #[must_use]
    pub const fn pairs(&self) -> [u32; 5] {
        self.pairs
    }

    /// The first player's share, 0 to 1; one half without games.
    #[must_use]
    pub fn share(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (f64::from(self.won) + f64::from(self.even) / 2.0) / f64::from(self.games())
    }

    /// Wilson's interval of 95 % for the share (1927); games count as independent, which shared
    /// openings make a little too careful.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        let n = f64::from(self.games());
        if n == 0.0 {
            return (0.0, 1.0);
        }
        let (p, z) = (self.share(), NINETY_FIVE);
        let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        ((middle - half).max(0.0), (middle + half).min(1.0))
    }

    /// The share with its interval, and both as Elo points.
    pub(crate) fn share_words(&self) -> String {
        let (least, most) = self.interval();
        let percent = |share: f64| 100.0 * share;
        format!(
            "{:.1} % (95 %: {:.1} to {:.1}), {:+.0} Elo ({:+.0} to {:+.0})",
            percent(self.share()),
            percent(least),
            percent(most),
            elo_of(self.share()),
            elo_of(least),
            elo_of(most),
        )
    }

    /// The logarithm of how much likelier these pairs are if the first player's share is the better
    /// one of the test than if it is the lesser one, each with the likeliest spread of outcomes that has
    /// this share.
    #[must_use]
    pub fn evidence(&self, sprt: Sprt) -> f64 {
        let [lesser, better] = [sprt.lesser, sprt.better].map(|elo| self.likeliest(share_of(elo)));
        let pairs = self.pairs.iter().zip(lesser.iter().zip(&better));
        let evidence = pairs.map(|(count, (l, b))| f64::from(*count) * (b / l).ln());
        evidence.sum()
    }

    /// The likeliest probabilities of the five outcomes of a pair with this mean share. By Lagrange
    /// they are `p / (1 + t (x - share))`, with the `t` that gives this mean.
    fn likeliest(&self, share: f64) -> [f64; 5] {
        /// A count for classes that have not been seen yet.
        const UNSEEN: f64 = 1e-3;
        let counts = self.pairs.map(|count| f64::from(count).max(UNSEEN));
        let all: f64 = counts.iter().sum();
        let off = |i: usize| i as f64 / 4.0 - share;
        let surplus = |t: f64| -> f64 {
            let outcomes = counts.iter().enumerate();
            let parts = outcomes.map(|(i, count)| count * off(i) / (1.0 + t * off(i)));
            parts.sum()
        };
        // It falls from positive to negative between its poles.
        let (mut low, mut high) = (-1.0 / (1.0 - share), 1.0 / share);
        for _ in 0..100 {
            let middle = f64::midpoint(low, high);
            if surplus(middle) > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        let t = f64::midpoint(low, high);
        std::array::from_fn(|i| counts[i] / all / (1.0 + t * off(i)))
    }

    /// The verdict by now; either error is made in one of twenty tests.
    #[must_use]
    pub fn verdict(&self, sprt: Sprt) -> SprtVerdict {
        let evidence = self.evidence(sprt);
        if evidence >= Sprt::BOUND {
            SprtVerdict::Better
        } else if evidence <= -Sprt::BOUND {
            SprtVerdict::NotBetter
        } else {
            SprtVerdict::Open
        }
    }
}

impl fmt::Display for PairResults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "A won {} of {} games, {} even: {}; pairs by A's points {}",
            self.won,
            self.games(),
            self.even,
            self.share_words(),
            self.pairs.map(|count| count.to_string()).join("-"),
        )
    }
}

/// A sequential probability ratio test (Wald 1945) of two differences in strength.
///
/// # Examples
///
/// ```
/// use sgmp_hall::tournament::duel::{PairResults, Sprt, SprtVerdict};
///
/// // Is A better by 0 or by 50 Elo points? It wins both games of each pair.
/// let sprt = Sprt::new(0.0, 50.0).expect("the second is more");
/// let mut results = PairResults::default();
/// while results.verdict(sprt) == SprtVerdict::Open {
///     results.add([2, 2]);
/// }
/// assert_eq!(results.verdict(sprt), SprtVerdict::Better);
/// assert!(results.games() < 200);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The first player is at most so much better: nothing is gained. In Elo points.
    pub lesser: f64,
    /// It is at least so much better; more than `lesser`.
    pub better: f64,
}

impl Sprt {
    /// The evidence that decides: ln(0.95 / 0.05).
    pub(crate) const BOUND: f64 = 2.944_438_979_166_44;
    /// Differences in strength at most, in Elo points.
    pub(crate) const MAX_WEIGHT: f64 = 1000.0;

    /// A test of these two, in Elo points from -1000 to 1000; `None` unless the second is more.
    #[must_use]
    pub fn new(lesser: f64, better: f64) -> Option<Self> {
        let known = -Self::MAX_WEIGHT..=Self::MAX_WEIGHT;
        let is_good = known.contains(&lesser) && known.contains(&better) && lesser < better;
        is_good.then_some(Self { lesser, better })
    }
}

/// The verdict of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtVerdict {
    /// The first player is better.
    Better,
    /// The first player is not better.
    NotBetter,
    /// More games are needed.
    Open,
}

impl fmt::Display for SprtVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Better => "A is better",
            Self::NotBetter => "A is not better",
            Self::Open => "open",
        })
    }
}

/// The share to be expected of a player so many Elo points stronger.
fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

fn elo_of(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rng::Rng;

    fn results(pairs: &[([u32; 2], u32)]) -> PairResults {
        let mut results = PairResults::default();
        for (games, count) in pairs {
            (0..*count).for_each(|_| results.add(*games));
        }
        results
    }

    #[test]
    fn wilsons_interval_is_the_published_one() {
        // 20 of 40: 35.2 to 64.8 %; none of ten: 0 to 27.8 %.
        let (least, most) = results(&[([2, 0], 20)]).interval();
        assert!((least - 0.352).abs() < 5e-4 && (most - 0.648).abs() < 5e-4);
        let (least, most) = results(&[([0, 0], 5)]).interval();
        assert!(least < 1e-9 && (most - 0.278).abs() < 5e-4, "{most}");
        assert_eq!(PairResults::default().interval(), (0.0, 1.0));
    }

    #[test]
    fn the_likeliest_spread_has_the_share_it_should() {
        let results = results(&[([2, 2], 30), ([2, 0], 20), ([0, 0], 10), ([1, 2], 3)]);
        for share in [0.1, 0.5, 0.53, 0.9] {
            let spread = results.likeliest(share);
            let sum: f64 = spread.iter().sum();
            let mean: f64 = (0..5).map(|i| i as f64 / 4.0 * spread[i]).sum();
            assert!(
                (sum - 1.0).abs() < 1e-6 && (mean - share).abs() < 1e-6,
                "{spread:?}"
            );
        }
        // Near the normal approximation where that holds: n (s1 - s0) (2 m - s0 - s1) / (2 v).
        let sprt = Sprt::new(0.0, 10.0).unwrap();
        let many = self::results(&[([2, 2], 270), ([2, 0], 500), ([0, 0], 230)]);
        let (s0, s1, m) = (0.5, share_of(10.0), 0.52);
        let v = 0.27 * 0.48_f64.powi(2) + 0.5 * 0.02_f64.powi(2) + 0.23 * 0.52_f64.powi(2);
        let normal = 1000.0 * (s1 - s0) * (2.0 * m - s0 - s1) / (2.0 * v);
        assert!((many.evidence(sprt) / normal - 1.0).abs() < 0.05);
    }

    /// Number of 100 tests that end with "better" when the first player wins so many of 1000 games.
    fn found_better(of_thousand: u32, sprt: Sprt) -> u32 {
        let mut chance = Rng::from_seed(3);
        let found = (0..100).filter(|_| {
            let mut results = PairResults::default();
            for _ in 0..5000 {
                let mut game = || 2 * u32::from(chance.below(1000) < of_thousand);
                results.add([game(), game()]);
                match results.verdict(sprt) {
                    SprtVerdict::Open => {}
                    verdict => return verdict == SprtVerdict::Better,
                }
            }
            false
        });
        u32::try_from(found.count()).unwrap()
    }

    #[test]
    fn the_test_errs_as_seldom_as_it_says() {
        // 100 Elo: 640 of 1000 games.
        let sprt = Sprt::new(0.0, 100.0).unwrap();
        assert!(found_better(500, sprt) <= 12);
        assert!(found_better(640, sprt) >= 88);
        assert_eq!(Sprt::new(20.0, 0.0), None);
        assert_eq!(Sprt::new(0.0, f64::NAN), None);
    }

    #[test]
    fn a_standing_reads_well() {
        let text = results(&[([2, 2], 2), ([2, 0], 3), ([0, 1], 1)]).to_string();
        assert_eq!(
            text,
            "A won 7 of 12 games, 1 even: 62.5 % (95 %: 35.4 to 83.5), +89 Elo (-104 to +282); pairs by A's points 0-1-3-0-2"
        );
        let none = PairResults::default();
        assert_eq!(none.share(), 0.5);
        assert_eq!(
            none.verdict(Sprt::new(0.0, 10.0).unwrap()),
            SprtVerdict::Open
        );
    }
}
