//! The choice of instructions at run time: the one call that the compiler cannot check.

use super::portable;
use super::work::Work;

/// Instructions that the kernels are made of. All give the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::net) enum Backend {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2Seen),
}

/// A witness that the processor has AVX2 and FMA: only [`Backend::detect`] makes one.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::net) struct Avx2Seen(());

impl Backend {
    /// The fastest one that this processor has.
    pub(in crate::net) fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
            return Self::Avx2(Avx2Seen(()));
        }
        Self::Portable
    }

    /// Does a piece of work.
    #[cfg_attr(
        target_arch = "x86_64",
        expect(
            unsafe_code,
            reason = "the compiler cannot know that the processor was asked; see the proof below"
        )
    )]
    pub(in crate::net) fn run(self, work: Work<'_>) {
        match self {
            Self::Portable => portable::run(work),
            // SAFETY: `avx2::run` is safe code whose only demand is a processor with AVX2 and FMA. An
            // `Avx2Seen` has a private field and is made in `detect` alone, after both were seen; features
            // do not go away while a program runs.
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(Avx2Seen(())) => unsafe { super::avx2::run(work) },
        }
    }
}
