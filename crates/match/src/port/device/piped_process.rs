//! A program behind two pipes that carry bytes, such as a teacher of nets.

use std::process::{ChildStdin, ChildStdout, Stdio};
use std::time::Duration;

use super::child::ChildGuard;
use super::port_error::OpenError;
use super::port_spec::CommandLine;
use super::program_words::ProgramWords;

/// Time that a program has to end by itself once its input has ended.
const EXIT_TIMEOUT: Duration = Duration::from_secs(2);

/// A program that was started; its standard error is ours. Dropped it gets two seconds, and then
/// signals: drop its input first.
pub struct PipedProcess {
    child: ChildGuard,
}

impl PipedProcess {
    /// Starts a program in a group of its own; gives what it says and what it hears, too.
    ///
    /// # Errors
    /// [`OpenError`]: no such program, or none that can be run.
    pub fn start(command: &CommandLine) -> Result<(Self, ChildStdout, ChildStdin), OpenError> {
        let set_up = |started: &mut std::process::Command| {
            started.stdin(Stdio::piped()).stdout(Stdio::piped());
        };
        let (child, pipes) =
            ChildGuard::start(command, set_up, "program", &ProgramWords::default())?;
        match (pipes.output, pipes.input) {
            (Some(output), Some(input)) => Ok((Self { child }, output, input)),
            _ => Err(OpenError::program(
                command.program(),
                std::io::Error::other("it has no standard input or output"),
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
