//! Eight numbers side by side, in plain arrays that the compiler turns into registers.
//!
//! Sums have one order and every operation one rounding (no fused multiply-adds, nothing of a
//! mathematics library), so the same bits come out on every machine.

/// Numbers side by side.
pub(crate) const WIDTH: usize = 8;

pub(crate) type Lanes = [f32; WIDTH];

/// Eight times nothing.
pub(crate) const ZERO: Lanes = [0.0; WIDTH];

/// Number of groups of eight that hold so many numbers.
pub(crate) const fn groups(count: usize) -> usize {
    count.div_ceil(WIDTH)
}

/// Adds `factor` times each number of `row` to `sums`.
#[inline(always)]
pub(crate) fn add_scaled(sums: &mut Lanes, factor: f32, row: &Lanes) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += factor * weight;
    }
}

/// The hyperbolic tangents of eight numbers.
///
/// The ninth convergent of Lambert's continued fraction x / (1 + x² / (3 + x² / (5 + ...))): five
/// digits are right everywhere; from 8 on the result is 1. Odd; it never falls but by
/// the rounding of the last digit.
#[inline(always)]
pub(crate) fn tanh_lanes(x: &Lanes) -> Lanes {
    let mut result = ZERO;
    for (y, x) in result.iter_mut().zip(x) {
        *y = tanh(*x);
    }
    result
}

/// Arguments beyond this give what this gives: 1.
const MAX_ARGUMENT: f32 = 9.0;

/// The hyperbolic tangent of a number: see [`tanh_lanes`].
#[inline(always)]
pub(crate) fn tanh(x: f32) -> f32 {
    let x = x.clamp(-MAX_ARGUMENT, MAX_ARGUMENT);
    let s = x * x;
    let above = x * ((((s + 990.0) * s + 135_135.0) * s + 4_729_725.0) * s + 34_459_425.0);
    let below = (((45.0 * s + 13_860.0) * s + 945_945.0) * s + 16_216_200.0) * s + 34_459_425.0;
    (above / below).clamp(-1.0, 1.0)
}

/// The sum of eight numbers, by halves.
#[inline(always)]
pub(crate) fn total(sums: &Lanes) -> f32 {
    let [a, b, c, d, e, f, g, h] = *sums;
    ((a + e) + (c + g)) + ((b + f) + (d + h))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tangent_is_close_odd_and_never_falls() {
        let mut before = -1.0;
        for step in -12_000..12_000 {
            let x = step as f32 / 1000.0;
            let y = tanh(x);
            assert!((y - x.tanh()).abs() < 1e-5, "{x}: {y} {}", x.tanh());
            assert_eq!(tanh(-x).to_bits(), (-y).to_bits());
            // But for the rounding of the last digit.
            assert!(y >= before - 1e-6, "{x}");
            before = y;
        }
        assert_eq!(tanh(1e30), 1.0);
        assert_eq!(tanh(-1e30), -1.0);
    }

    #[test]
    fn the_bits_are_these_on_every_machine() {
        let bits = [0.001, 0.5, 1.0, 2.5, 5.0, 7.75].map(|x: f32| tanh(x).to_bits());
        assert_eq!(
            bits,
            [
                0x3a83_126c,
                0x3eec_9a9f,
                0x3f42_f7d6,
                0x3f7c_92c2,
                0x3f7f_fa16,
                0x3f80_0000
            ]
        );
        let sums = [0.1, 0.7, -3.3, 1e-3, 25.0, 1.0 / 3.0, -0.9, 7.7];
        assert_eq!(total(&sums).to_bits(), 0x41ed_131e);
    }
}
