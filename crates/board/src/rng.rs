//! Chance: seeded, split by name, the same on every machine.
//!
//! Everything random in the program is drawn from a [`Rng`] that somebody handed in, so a seed and
//! a record replay a game exactly. Parts that draw independently take their own stream with
//! [`Rng::split`]: what one part draws then never shifts what another part sees.

/// A generator of pseudo-random numbers: xoshiro256++ 1.0 by Blackman and Vigna (2019),
/// <https://prng.di.unimi.it/xoshiro256plusplus.c>, seeded through SplitMix64 as they advise.
///
/// Not for secrets.
///
/// # Examples
///
/// ```
/// use sgmp_board::rng::Rng;
///
/// let mut rng = Rng::from_seed(7);
/// let mut same = Rng::from_seed(7);
/// assert_eq!(rng.below(361), same.below(361));
/// // A part that draws from a stream of its own does not shift what others draw.
/// let mut opening = rng.split("opening");
/// let _ = opening.next_u64();
/// assert_eq!(rng.next_u64(), same.next_u64());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng([u64; 4]);

impl Rng {
    /// The stream of a seed. All seeds are good, zero included.
    #[must_use]
    pub const fn from_seed(seed: u64) -> Self {
        let mut state = seed;
        let mut words = [0; 4];
        let mut i = 0;
        while i < words.len() {
            (state, words[i]) = split_mix(state);
            i += 1;
        }
        Self(words)
    }

    /// A stream of its own for the part called `name`.
    ///
    /// It depends on the state of `self` and on the name alone, and does not advance `self`: equal
    /// names of one state give equal streams.
    #[must_use]
    pub fn split(&self, name: &str) -> Self {
        let [a, b, c, d] = self.0;
        let own = a ^ b.rotate_left(17) ^ c.rotate_left(31) ^ d.rotate_left(47);
        Self::from_seed(split_mix(own ^ fnv1a(name)).1)
    }

    /// The next 64 bits.
    pub const fn next_u64(&mut self) -> u64 {
        let [a, b, c, d] = &mut self.0;
        let result = a.wrapping_add(*d).rotate_left(23).wrapping_add(*a);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        result
    }

    /// A number from 0 up to but not including `bound`, all equally likely; 0 if `bound` is 0.
    pub const fn below(&mut self, bound: u32) -> u32 {
        // Lemire's multiplication (2019): the high half is the number; the few low halves that
        // would favor some numbers are drawn again.
        let mut product = self.next_u32() as u64 * bound as u64;
        if (product as u32) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u32) < threshold {
                product = self.next_u32() as u64 * bound as u64;
            }
        }
        (product >> 32) as u32
    }

    /// The upper half of the next 64 bits.
    const fn next_u32(&mut self) -> u32 {
        (self.next_u64() >> 32) as u32
    }
}

/// One step of SplitMix64: the next state, and the bits it yields.
pub const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, z ^ (z >> 31))
}

/// FNV-1a of a name, 64 bits.
fn fnv1a(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn split_mix_gives_the_published_numbers() {
        // First outputs of splitmix64.c for the state 1234567.
        let (state, first) = split_mix(1_234_567);
        assert_eq!(first, 6_457_827_717_110_365_317);
        assert_eq!(split_mix(state).1, 3_203_168_211_198_807_973);
    }

    #[test]
    fn xoshiro_gives_the_published_numbers() {
        // First outputs of xoshiro256plusplus.c for the state 1, 2, 3, 4.
        let mut rng = Rng([1, 2, 3, 4]);
        let drawn: Vec<u64> = (0..4).map(|_| rng.next_u64()).collect();
        assert_eq!(
            drawn,
            [
                41_943_041,
                58_720_359,
                3_588_806_011_781_223,
                3_591_011_842_654_386
            ]
        );
    }

    #[test]
    fn a_split_depends_on_the_name_and_leaves_its_parent_alone() {
        let rng = Rng::from_seed(7);
        let mut after = rng.clone();
        assert_eq!(rng.split("playout"), rng.split("playout"));
        assert_ne!(rng.split("playout"), rng.split("tree"));
        assert_ne!(rng.split("playout"), Rng::from_seed(8).split("playout"));
        after.next_u64();
        assert_ne!(rng.split("playout"), after.split("playout"));
    }

    #[test]
    fn below_reaches_every_number_about_equally_often() {
        let mut rng = Rng::from_seed(1);
        let mut counts = [0_u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7) as usize] += 1;
        }
        assert!(counts.iter().all(|c| (9_600..10_400).contains(c)));
        assert_eq!(rng.below(0), 0);
        assert_eq!(rng.below(1), 0);
    }
}
