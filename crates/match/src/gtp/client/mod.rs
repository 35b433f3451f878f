//! The client side of the protocol: a controller of another engine.
//!
//! [`Controller`] numbers commands and finds their answers among whatever else the engine says.
//! It starts no program and reads no clock: a [`Peer`] carries the lines and has the clock.

mod answer_reader;
mod controller;
mod last_words;
mod peer;
pub mod testing;

pub use controller::AskError;
pub use controller::Asked;
pub use controller::{Controller, WaitLimit};
pub use last_words::{LastWords, LatestLines};
pub use peer::{Gone, Peer};
