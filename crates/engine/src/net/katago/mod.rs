//! Nets in KataGo's form: what the teacher of our own is, and what a user may bring.
//!
//! Plain residual nets of model version 8, which see inputs of version 7 ([`super::inputs::TeacherInputs`]).
//! Written from a description of the file and of the layers alone; the arithmetic is that of
//! [`super::Network`].

mod katago_error;
mod katago_evaluation;
mod katago_heads;
mod katago_network;
#[cfg(test)]
pub(super) mod katago_twin;
mod model_file;
mod model_layers;
#[cfg(test)]
mod tests;

pub use katago_error::KatagoError;
pub use katago_evaluation::KatagoEvaluation;
pub use katago_network::{KatagoNetwork, KatagoScratch};
pub(super) use model_file::MAX_BYTES;
