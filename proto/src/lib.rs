//! The wire.
#![no_std]
#![forbid(unsafe_code)]

mod bit;
mod board_size;
mod color;
mod decoder;
mod frame;
mod message;
mod observer;
mod session;
mod time;

pub use bit::AlternatingBit;
pub use board_size::BoardSize;
pub use color::Color;
pub use decoder::{Counts, Decoder, Heard};
pub use frame::{Bit, Frame, FrameError, Hex};
pub use message::{Message, Query, Vertex, WireMove};
pub use observer::{Expected, Observation, Observer, Ruling, Violation, Violations};
pub use session::{
    Config, Event, Misuse, Pace, Progress, Reason, Refusal, Session, Snapshot, Stage, Stop,
    Tolerance, Transmit, Verdict,
};
pub use time::Instant;
