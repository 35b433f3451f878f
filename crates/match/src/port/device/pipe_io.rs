//! The pipes of a program that we started, as a connection.

use std::io;

use super::child::Pipes;
use super::connection::Connection;
#[cfg(not(unix))]
pub(super) use super::pipe_threads::{pipe_reader, pipe_writer};
#[cfg(unix)]
pub(super) use super::pipe_unix::{pipe_reader, pipe_writer};

/// Its output to read and its input to write.
///
/// # Errors
/// A program without one of them, and the system's error in setting them up.
pub(super) fn connection_on(pipes: Pipes) -> io::Result<Connection> {
    match (pipes.output, pipes.input) {
        (Some(output), Some(input)) => Ok(Connection {
            reader: pipe_reader(output),
            writer: pipe_writer(input)?,
        }),
        _ => Err(io::Error::other("it has no standard input or output")),
    }
}
