//! The net: a small convolutional network that judges a position.
//!
//! [`inputs`] makes planes of a board; [`Network`] turns them into an [`Evaluation`]: logits of moves, the
//! chance to win, the score, owners. Its arithmetic is in `kernels/`: 32-bit floats, Winograd's
//! convolution, AVX2 where the processor has it and the same bits elsewhere.

#[cfg(test)]
mod direct_twin;
mod evaluation;
mod heads;
pub mod inputs;
pub mod katago;
mod kernels;
mod layer;
mod machine;
mod net_choice;
mod net_error;
mod net_file;
mod net_reader;
mod network;
mod scratch;
#[cfg(test)]
mod tests;

pub use evaluation::Evaluation;
pub use machine::multiply_add_chains;
pub use net_choice::{NetChoice, NetChoiceError};
pub use net_error::NetError;
pub use net_file::NetFile;
pub use net_reader::{NetPast, NetReader};
pub use network::Network;
pub use scratch::Scratch;
