//! Telnet over TCP, for serial servers that speak it: a transparent connection between escapes.
//!
//! [`Telnet`] is the protocol alone, without I/O; the rest wraps a TCP connection in it.

mod telnet_codec;
mod telnet_io;

pub use telnet_codec::Telnet;
pub(super) use telnet_io::connect;
