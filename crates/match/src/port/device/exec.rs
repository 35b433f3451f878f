//! A program as the other player.

use std::process::Stdio;

use super::child::ChildGuard;
use super::connection::Connection;
use super::port_error::OpenError;
use super::port_spec::CommandLine;
use super::program_words::ProgramWords;

/// The log target of what it says on its standard error.
const TARGET: &str = "peer";

/// Starts the program with one side of a raw pseudo terminal as its standard input and output.
///
/// A terminal, not two pipes, because programs buffer what they write to a pipe. It is nobody's
/// controlling terminal.
#[cfg(unix)]
pub(in crate::port) fn open(command: &CommandLine) -> Result<(Connection, ChildGuard), OpenError> {
    use super::pty::{Master, connection_on};
    use std::io;
    use std::os::fd::OwnedFd;

    let system = |e: io::Error| OpenError::system("a pseudo terminal", e);
    let master = Master::open().map_err(system)?;
    let slave = OwnedFd::from(master.open_slave().map_err(system)?);
    let input = slave.try_clone().map_err(system)?;
    let set_up = |started: &mut std::process::Command| {
        started.stdin(Stdio::from(input));
        started.stdout(Stdio::from(slave));
        started.stderr(Stdio::piped());
    };
    let (child, _) = ChildGuard::start(command, set_up, TARGET, &ProgramWords::default())?;
    Ok((connection_on(&std::sync::Arc::new(master)), child))
}

/// Starts the program with two pipes as its standard input and output: it has to write without a buffer.
#[cfg(not(unix))]
pub(in crate::port) fn open(command: &CommandLine) -> Result<(Connection, ChildGuard), OpenError> {
    let set_up = |started: &mut std::process::Command| {
        started.stdin(Stdio::piped());
        started.stdout(Stdio::piped());
        started.stderr(Stdio::piped());
    };
    let (child, pipes) = ChildGuard::start(command, set_up, TARGET, &ProgramWords::default())?;
    let connection = super::pipe_io::connection_on(pipes);
    let connection = connection.map_err(|error| OpenError::program(command.program(), error))?;
    Ok((connection, child))
}
