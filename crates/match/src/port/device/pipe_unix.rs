//! The pipes of a program that we started, on Unix: descriptors like all others.

use std::os::fd::OwnedFd;
use std::sync::Arc;

use rustix::io::ioctl_fionbio;

use super::connection::{ReadHalf, WriteHalf};
use super::fd_io::{FdReader, FdWriter};

/// Reads a pipe.
pub(super) fn pipe_reader(pipe: impl Into<OwnedFd>) -> Box<dyn ReadHalf> {
    Box::new(FdReader::new(Arc::new(pipe.into())))
}

/// Writes to a pipe; a program that does not read does not hold us up.
pub(super) fn pipe_writer(pipe: impl Into<OwnedFd>) -> std::io::Result<Box<dyn WriteHalf>> {
    let pipe = pipe.into();
    ioctl_fionbio(&pipe, true)?;
    Ok(Box::new(FdWriter::new(Arc::new(pipe))))
}
