//! Probabilities, and random numbers from a seed.

use core::time::Duration;

/// A probability in parts of a million.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Probability(u32);

impl Probability {
    /// It does not happen.
    pub const NEVER: Self = Self(0);

    /// So many times in a thousand; from 1000 on, always.
    #[must_use]
    pub const fn per_thousand(times: u32) -> Self {
        Self(times.saturating_mul(1000))
    }

    /// So many times in a million; from 1,000,000 on, always.
    #[must_use]
    pub const fn per_million(times: u32) -> Self {
        Self(times)
    }
}

/// A generator of numbers that look random: Steele, Lea and Flood's SplitMix64. Enough for noise
/// on a line; no secret is safe with it.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// The same seed gives the same numbers.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Another generator, for a use of its own: neither disturbs the other.
    #[must_use]
    pub const fn split(&mut self) -> Self {
        Self(self.next_u64())
    }

    /// Draws any number of 64 bits, all equally likely.
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number less than `end`, or 0 where there is none.
    pub const fn below(&mut self, end: u64) -> u64 {
        // The upper half of a 128-bit product: no bias worth a thought for the small ends used here.
        ((self.next_u64() as u128 * end as u128) >> 64) as u64
    }

    /// Returns whether it happens this time.
    pub const fn happens(&mut self, chance: Probability) -> bool {
        // No roll where it cannot happen: a line without a kind of noise is not disturbed by it.
        chance.0 > 0 && self.below(1_000_000) < chance.0 as u64
    }

    /// A time from nothing to `most`, to the microsecond.
    pub fn up_to(&mut self, most: Duration) -> Duration {
        let most = u64::try_from(most.as_micros()).unwrap_or(u64::MAX);
        Duration::from_micros(self.below(most.saturating_add(1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_numbers_are_those_of_splitmix64() {
        let mut rng = Rng::new(1_234_567);
        let expected = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
        ];
        assert_eq!([rng.next_u64(), rng.next_u64(), rng.next_u64()], expected);
    }

    #[test]
    fn a_chance_is_as_likely_as_it_says() {
        let mut rng = Rng::new(1);
        let hits = (0..100_000)
            .filter(|_| rng.happens(Probability::per_thousand(250)))
            .count();
        assert!((24_000..26_000).contains(&hits), "{hits}");
        assert!(!rng.happens(Probability::NEVER));
        assert!(rng.happens(Probability::per_thousand(1000)));
    }
}
