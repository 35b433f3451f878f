//! Telnet over TCP, for serial servers that speak it: a transparent line between escapes.
//!
//! [`Telnet`] is the protocol alone, without I/O; the rest wraps a TCP line in it.

mod codec;
mod line;

pub use codec::Telnet;
pub(super) use line::connect;
