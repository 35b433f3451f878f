//! Fitting what playouts like to play to how games ended.
//!
//! Playouts from a position of a game should leave its points to those who own them in the end. The
//! weights follow the gradient of the squared error of the owners' means: of a policy that chooses by
//! weight, that of a mean is the mean of outcome times gradient of the log-chance of what was
//! chosen (Williams 1992), which Silver and Tesauro ("Monte-Carlo simulation balancing", 2009) follow
//! for the winner. Taking the owners of points near a choice alone for its outcome makes the same
//! playouts say many times as much.

mod balance;
mod gradient_trace;
mod labeled_position;
mod mogo_shapes;

pub use balance::{Balance, BalanceSettings};
pub use labeled_position::LabelError;
pub use labeled_position::LabeledPosition;
pub use labeled_position::PositionSampler;

#[cfg(test)]
pub(in crate::learning) mod tests;
