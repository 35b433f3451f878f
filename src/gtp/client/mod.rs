//! The other side of the protocol: a controller that has an engine answer.
//!
//! [`Controller`] numbers commands and finds their answers among whatever else the engine says.
//! It starts no program and reads no clock: a [`Peer`] carries the lines and tells the time.

mod answer_reader;
mod controller;
mod peer;

pub use controller::{AskError, Asked, Controller, Patience};
pub use peer::{Gone, Peer};

#[cfg(test)]
pub(crate) use peer::testing;
