//! A program as the other player.

use std::process::Stdio;
#[cfg(unix)]
use std::time::Duration;

use super::child::ChildGuard;
use super::connection::Connection;
#[cfg(unix)]
use super::connection::{Input, ReadHalf};
#[cfg(unix)]
use super::group_unix::has_failed;
use super::port_error::OpenError;
#[cfg(unix)]
use super::port_error::PortError;
use super::port_spec::CommandLine;
use super::program_words::ProgramWords;
#[cfg(unix)]
use crate::port::clock::Deadline;

/// The log target of what it says on its standard error.
const TARGET: &str = "peer";

/// Starts the program with one side of a raw pseudo terminal as its standard input and output.
///
/// A terminal, not two pipes, because programs buffer what they write to a pipe. It is nobody's
/// controlling terminal.
#[cfg(unix)]
pub(in crate::port) fn open(
    command: &CommandLine,
    words: &ProgramWords,
) -> Result<(Connection, ChildGuard), OpenError> {
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
    let (child, _) = ChildGuard::start(command, set_up, TARGET, words)?;
    let Connection { reader, writer } = connection_on(&std::sync::Arc::new(master));
    let reader = Box::new(ProgramReader {
        inner: reader,
        program: child.id(),
    });
    Ok((Connection { reader, writer }, child))
}

/// The output of a program, until it fails: a child of its own may hold the terminal open beyond that.
#[cfg(unix)]
struct ProgramReader {
    inner: Box<dyn ReadHalf>,
    /// Its number.
    program: u32,
}

/// Longest wait for bytes before the program itself is looked at again, and wait for its last ones, which the kernel hands on
/// in its own time.
#[cfg(unix)]
const MAX_LISTENING: Duration = Duration::from_millis(50);

#[cfg(unix)]
impl ReadHalf for ProgramReader {
    fn read(&mut self, buf: &mut [u8], timeout: Duration) -> Result<Input, PortError> {
        let deadline = Deadline::after(timeout);
        loop {
            let had_failed = has_failed(self.program);
            let wait = match had_failed {
                true => MAX_LISTENING,
                false => deadline.left().min(MAX_LISTENING),
            };
            match self.inner.read(buf, wait)? {
                Input::Idle if had_failed => return Err(PortError::HangUp),
                Input::Idle if !deadline.has_passed() => {}
                input => return Ok(input),
            }
        }
    }
}

/// Starts the program with two pipes as its standard input and output: it has to write without a buffer.
#[cfg(not(unix))]
pub(in crate::port) fn open(
    command: &CommandLine,
    words: &ProgramWords,
) -> Result<(Connection, ChildGuard), OpenError> {
    let set_up = |started: &mut std::process::Command| {
        started.stdin(Stdio::piped());
        started.stdout(Stdio::piped());
        started.stderr(Stdio::piped());
    };
    let (child, pipes) = ChildGuard::start(command, set_up, TARGET, words)?;
    let connection = super::pipe_io::connection_on(pipes);
    let connection = connection.map_err(|error| OpenError::program(command.program(), error))?;
    Ok((connection, child))
}
