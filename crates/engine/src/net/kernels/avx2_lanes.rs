//! Eight numbers side by side in a register of AVX2, with FMA.
//!
//! The same functions as in `portable_lanes.rs`, each one instruction.

use std::arch::x86_64::{
    __m256, _mm256_add_ps, _mm256_fmadd_ps, _mm256_fnmadd_ps, _mm256_max_ps, _mm256_mul_ps,
    _mm256_set1_ps, _mm256_sub_ps,
};

use super::layout::F32x8;

/// A register's worth of numbers.
pub(super) type Lanes = __m256;

#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn load(from: &F32x8) -> Lanes {
    bytemuck::cast(*from)
}

#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn store(to: &mut F32x8, lanes: Lanes) {
    *to = bytemuck::cast(lanes);
}

/// The same number in each lane.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn splat(number: f32) -> Lanes {
    _mm256_set1_ps(number)
}

#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn add(a: Lanes, b: Lanes) -> Lanes {
    _mm256_add_ps(a, b)
}

#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn sub(a: Lanes, b: Lanes) -> Lanes {
    _mm256_sub_ps(a, b)
}

#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn mul(a: Lanes, b: Lanes) -> Lanes {
    _mm256_mul_ps(a, b)
}

/// The greater number; the second where they are equal or one is no number.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn max(a: Lanes, b: Lanes) -> Lanes {
    _mm256_max_ps(a, b)
}

/// `a * b + c`, rounded once.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn mul_add(a: Lanes, b: Lanes, c: Lanes) -> Lanes {
    _mm256_fmadd_ps(a, b, c)
}

/// `c - a * b`, rounded once.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn neg_mul_add(a: Lanes, b: Lanes, c: Lanes) -> Lanes {
    _mm256_fnmadd_ps(a, b, c)
}
