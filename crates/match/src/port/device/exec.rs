//! A program on the other side of a raw pseudo terminal.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use super::child::ChildGuard;
use super::connection::Connection;
use super::peer_log::PeerLog;
use super::port_error::OpenError;
use super::port_spec::CommandLine;
use super::pty::{self, Master};

/// Starts the program with the slave's side as its standard input and output.
///
/// A terminal, not two pipes, because programs buffer what they write to a pipe. It is nobody's
/// controlling terminal, and the program has a process group of its own: a Ctrl-C at our terminal
/// does not reach it.
pub(in crate::port) fn open(command: &CommandLine) -> Result<(Connection, ChildGuard), OpenError> {
    let system = |e: io::Error| OpenError::system("a pseudo terminal", e);
    let master = Master::open().map_err(system)?;
    let slave = OwnedFd::from(master.open_slave().map_err(system)?);
    let mut child = spawn(command, slave).map_err(|e| failed(command.program(), e))?;
    let log = child.stderr.take().and_then(|stderr| {
        PeerLog::start("peer", stderr.into())
            .inspect_err(|e| log::warn!("what {} says is not shown: {e}", command.program()))
            .ok()
    });
    Ok((
        pty::connection_on(&Arc::new(master)),
        ChildGuard::new(child, log),
    ))
}

fn spawn(command: &CommandLine, slave: OwnedFd) -> io::Result<Child> {
    Command::new(command.program())
        .args(command.arguments())
        .stdin(Stdio::from(slave.try_clone()?))
        .stdout(Stdio::from(slave))
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()
}

pub(in crate::port) fn failed(program: &str, source: io::Error) -> OpenError {
    if source.kind() == io::ErrorKind::NotFound {
        OpenError::NoProgram(program.to_owned())
    } else {
        OpenError::Program {
            program: program.to_owned(),
            source,
        }
    }
}
