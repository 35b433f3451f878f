//! An adaptive binary range coder (Martin, "Range encoding", 1979).
//!
//! Each bit is coded with a probability that adapts to the bits seen before. Encoder and decoder
//! adapt alike, so that no table of probabilities is stored.
//
// The coder keeps an interval [low, low + range). A bit divides it in the ratio of its
// probabilities and keeps one part; a bit of probability p so costs -log2(p) bits, whatever p is.
// Once the interval is narrower than 2^24 its top byte is settled and goes out - except that a
// later addition to `low` may still carry into it. As in LZMA the last byte is therefore held back,
// with the number of 255s behind it: a carry turns those to 0 and adds 1 to the held byte.
//
// Division by 2^16 before the multiplication keeps everything in 32 bits; the probability stays
// between 1/128 and 127/128, so neither part of the interval is ever empty.

/// The probability that a bit is 0, and the number of bits it was learned from.
#[derive(Clone, Copy, Debug)]
pub(super) struct BitModel {
    /// In 1/65536.
    zero: u16,
    seen: u8,
}

impl BitModel {
    pub(super) const EVEN: Self = Self {
        zero: 1 << 15,
        seen: 0,
    };

    /// Number of bits after which the rate of learning stays: later bits displace earlier ones.
    const MEMORY: u8 = 60;

    const fn learn(&mut self, bit: bool) {
        let target = if bit { 0 } else { u16::MAX as i32 };
        let rate = self.seen as i32 * 2 + 3;
        let moved = self.zero as i32 + (target - self.zero as i32) * 2 / rate;
        // Never certain: the other bit has to cost something that can be written.
        self.zero = if moved < 512 {
            512
        } else if moved > 65_024 {
            65_024
        } else {
            moved as u16
        };
        if self.seen < Self::MEMORY {
            self.seen += 1;
        }
    }

    const fn bound(self, range: u32) -> u32 {
        (range >> 16) * self.zero as u32
    }
}

/// Codes numbers of a fixed width; each bit has a model for every value of the bits above it.
#[derive(Clone, Debug)]
pub(super) struct BitTree {
    models: Vec<BitModel>,
    bits: u32,
}

impl BitTree {
    /// For numbers below 2 to the `bits`.
    pub(super) fn new(bits: u32) -> Self {
        Self {
            models: vec![BitModel::EVEN; 1 << bits],
            bits,
        }
    }

    pub(super) fn write(&mut self, encoder: &mut Encoder, number: u32) {
        let mut at = 1;
        for place in (0..self.bits).rev() {
            let bit = number >> place & 1 == 1;
            encoder.write(&mut self.models[at], bit);
            at = 2 * at + usize::from(bit);
        }
    }

    pub(super) fn read(&mut self, decoder: &mut Decoder<'_>) -> u32 {
        let mut at = 1;
        for _ in 0..self.bits {
            let bit = decoder.read(&mut self.models[at]);
            at = 2 * at + usize::from(bit);
        }
        // `at` has a 1 before the bits that were read: 2 to the `bits`, as many as there are models.
        (at - self.models.len()) as u32
    }
}

/// A range below this sends out a byte.
const MIN_RANGE: u32 = 1 << 24;

pub(super) struct Encoder {
    low: u64,
    range: u32,
    /// The byte that a carry may still change; `full` bytes of 255 follow it.
    held: Option<u8>,
    full: usize,
    bytes: Vec<u8>,
}

impl Encoder {
    pub(super) const fn new() -> Self {
        Self {
            low: 0,
            range: u32::MAX,
            held: None,
            full: 0,
            bytes: Vec::new(),
        }
    }

    pub(super) fn write(&mut self, models: &mut BitModel, bit: bool) {
        let bound = models.bound(self.range);
        if bit {
            self.low += u64::from(bound);
            self.range -= bound;
        } else {
            self.range = bound;
        }
        models.learn(bit);
        while self.range < MIN_RANGE {
            self.range <<= 8;
            self.shift();
        }
    }

    fn shift(&mut self) {
        let (carry, top) = ((self.low >> 32) as u8, (self.low >> 24) as u8);
        if carry == 1 || top != u8::MAX {
            if let Some(held) = self.held {
                self.bytes.push(held.wrapping_add(carry));
            }
            let filler = u8::MAX.wrapping_add(carry);
            self.bytes.extend(std::iter::repeat_n(filler, self.full));
            self.full = 0;
            self.held = Some(top);
        } else {
            self.full += 1;
        }
        self.low = (self.low & 0x00ff_ffff) << 8;
    }

    /// Returns the bytes. Zeros at the end are left out: the decoder reads zeros past the end.
    pub(super) fn finish(mut self) -> Vec<u8> {
        // The four bytes of `low`, and the one that is held back.
        for _ in 0..5 {
            self.shift();
        }
        while self.bytes.last() == Some(&0) {
            self.bytes.pop();
        }
        self.bytes
    }
}

pub(super) struct Decoder<'a> {
    bytes: std::slice::Iter<'a, u8>,
    range: u32,
    code: u32,
}

impl<'a> Decoder<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Self {
            bytes: bytes.iter(),
            range: u32::MAX,
            code: 0,
        };
        for _ in 0..4 {
            decoder.code = decoder.code << 8 | decoder.next();
        }
        decoder
    }

    fn next(&mut self) -> u32 {
        self.bytes.next().copied().unwrap_or(0).into()
    }

    pub(super) fn read(&mut self, models: &mut BitModel) -> bool {
        let bound = models.bound(self.range);
        let bit = self.code >= bound;
        if bit {
            self.code -= bound;
            self.range -= bound;
        } else {
            self.range = bound;
        }
        models.learn(bit);
        while self.range < MIN_RANGE {
            self.range <<= 8;
            self.code = self.code << 8 | self.next();
        }
        bit
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn numbers_read_back(numbers in prop::collection::vec(0..64u32, 0..2000)) {
            let mut encoder = Encoder::new();
            let mut tree = BitTree::new(6);
            for number in &numbers {
                tree.write(&mut encoder, *number);
            }
            let bytes = encoder.finish();
            let mut decoder = Decoder::new(&bytes);
            let mut tree = BitTree::new(6);
            for number in &numbers {
                prop_assert_eq!(tree.read(&mut decoder), *number);
            }
        }

        #[test]
        fn any_bytes_are_some_bits(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            let mut decoder = Decoder::new(&bytes);
            let mut tree = BitTree::new(5);
            for _ in 0..1000 {
                prop_assert!(tree.read(&mut decoder) < 32);
            }
        }
    }

    #[test]
    fn what_is_always_the_same_costs_little() {
        let mut encoder = Encoder::new();
        let mut models = BitModel::EVEN;
        for _ in 0..8000 {
            encoder.write(&mut models, true);
        }
        assert!(encoder.finish().len() < 50);
    }
}
