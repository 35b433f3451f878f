//! The wire.
#![no_std]
#![forbid(unsafe_code)]

mod board_size;
mod color;
mod time;

pub use board_size::BoardSize;
pub use color::Color;
pub use time::Instant;
