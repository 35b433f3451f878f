//! Tools for the engine and its data: benchmark, learning, the joseki book, the pattern library.

pub(crate) mod bench_command;
mod input_files;
pub(crate) mod joseki;
pub(crate) mod learn;
pub(crate) mod patterns;
pub(super) mod questionnaire;
mod weights_files;
