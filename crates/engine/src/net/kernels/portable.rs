//! The kernels on any machine.

use super::layout::{F32x8, INPUT_TILE, Layout, TILE};
use super::point_kernels::point_kernels;
use super::portable_lanes::{Lanes, add, load, max, mul, mul_add, neg_mul_add, splat, store, sub};
use super::product_kernel::{Blocks, product_kernel};
use super::winograd_kernel::winograd_kernel;
use super::work::{
    CHAINS, Chains, Convolution, Dots, Finish, MAX_TAPS, PANEL_GROUPS, Pooling, Product, Scaling,
    Stem, Work,
};

product_kernel! {}
winograd_kernel! {}
point_kernels! {}

pub(super) fn run(work: Work<'_>) {
    match work {
        Work::Stem(work) => stem(work),
        Work::Convolution(work) => convolution(work),
        Work::Product(work) => product(work),
        Work::Pooling(work) => pooling(work),
        Work::Dots(work) => dots(work),
        Work::Scaling(work) => scaling(work),
        Work::Chains(work) => chains(work),
    }
}
