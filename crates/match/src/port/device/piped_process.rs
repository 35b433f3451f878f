//! A program behind two pipes that carry bytes, such as a teacher of nets.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use super::child::ChildGuard;
use super::exec::failed;
use super::port_error::OpenError;
use super::port_spec::CommandLine;

/// Time that a program has to end by itself once its input has ended.
const EXIT_TIMEOUT: Duration = Duration::from_secs(2);

/// A program that was started; its standard error is ours. Dropped it gets two seconds, and then
/// signals: drop its input first.
pub struct PipedProcess {
    child: ChildGuard,
}

impl PipedProcess {
    /// Starts a program in a process group of its own; gives what it says and what it hears, too.
    ///
    /// # Errors
    /// [`OpenError`]: no such program, or none that can be run.
    pub fn start(command: &CommandLine) -> Result<(Self, ChildStdout, ChildStdin), OpenError> {
        let program = command.program();
        let spawned = Command::new(program)
            .args(command.arguments())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .process_group(0)
            .spawn();
        let mut child = spawned.map_err(|error| failed(program, error))?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let process = Self {
            child: ChildGuard::new(child, None),
        };
        match (stdout, stdin) {
            (Some(stdout), Some(stdin)) => Ok((process, stdout, stdin)),
            _ => Err(failed(
                program,
                io::Error::other("it has no standard input or output"),
            )),
        }
    }
}

impl Drop for PipedProcess {
    fn drop(&mut self) {
        let (ended, _) = self.child.finish(EXIT_TIMEOUT);
        log::debug!("the program {ended}");
    }
}
