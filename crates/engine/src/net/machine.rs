//! The machine's peak, to which the speed of an evaluation is compared.

use super::kernels::{Backend, CHAINS, Chains, F32x8, Work};

/// Makes multiply-adds that wait for nothing, `steps` times as many as run at once, and returns their number.
/// Their speed is the most that kernels can reach.
#[must_use]
pub fn multiply_add_chains(steps: u32) -> u64 {
    let mut output = [F32x8::ZERO; CHAINS];
    Backend::detect().run(Work::Chains(Chains {
        steps,
        output: &mut output,
    }));
    std::hint::black_box(output);
    u64::from(steps) * (CHAINS * 8) as u64
}
