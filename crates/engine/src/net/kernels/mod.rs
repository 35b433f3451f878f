//! The arithmetic: convolutions, products, pooling, with eight numbers side by side.
//!
//! The text of the kernels is written once, as macros over a set of lane operations, and compiled twice:
//! for registers of AVX2 and for plain arrays. Every sum has one order and every multiply-add one rounding,
//! so both give the same bits.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx2_lanes;
mod backend;
mod layout;
mod point_kernels;
mod portable;
mod portable_lanes;
mod product_kernel;
mod weights;
mod winograd_kernel;
mod work;

pub(super) use backend::Backend;
pub(super) use layout::{F32x8, Layout, grouped};
pub(super) use weights::{Matrix, WinogradWeights, stem_rows};
pub(super) use work::{
    CHAINS, Chains, Convolution, Dots, Finish, Pooling, Product, Scaling, Stem, Work,
    transformed_groups,
};
