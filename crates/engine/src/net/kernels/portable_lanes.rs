//! Eight numbers side by side, on any machine.
//!
//! Each function is one operation on each lane; [`mul_add`] rounds once, as the instruction does.

use super::layout::F32x8;

/// A register's worth of numbers.
pub(super) type Lanes = [f32; 8];

#[inline(always)]
pub(super) fn load(from: &F32x8) -> Lanes {
    from.0
}

#[inline(always)]
pub(super) fn store(to: &mut F32x8, lanes: Lanes) {
    to.0 = lanes;
}

/// The same number in each lane.
#[inline(always)]
pub(super) fn splat(number: f32) -> Lanes {
    [number; 8]
}

#[inline(always)]
pub(super) fn add(a: Lanes, b: Lanes) -> Lanes {
    std::array::from_fn(|lane| a[lane] + b[lane])
}

#[inline(always)]
pub(super) fn sub(a: Lanes, b: Lanes) -> Lanes {
    std::array::from_fn(|lane| a[lane] - b[lane])
}

#[inline(always)]
pub(super) fn mul(a: Lanes, b: Lanes) -> Lanes {
    std::array::from_fn(|lane| a[lane] * b[lane])
}

/// The greater number; the second where they are equal or one is no number, as `vmaxps` has it.
#[inline(always)]
pub(super) fn max(a: Lanes, b: Lanes) -> Lanes {
    std::array::from_fn(|lane| if a[lane] > b[lane] { a[lane] } else { b[lane] })
}

/// `a * b + c`, rounded once.
#[inline(always)]
pub(super) fn mul_add(a: Lanes, b: Lanes, c: Lanes) -> Lanes {
    std::array::from_fn(|lane| a[lane].mul_add(b[lane], c[lane]))
}

/// `c - a * b`, rounded once.
#[inline(always)]
pub(super) fn neg_mul_add(a: Lanes, b: Lanes, c: Lanes) -> Lanes {
    std::array::from_fn(|lane| (-a[lane]).mul_add(b[lane], c[lane]))
}
