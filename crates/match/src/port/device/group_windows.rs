//! A program and the job that it and all it starts belong to, on Windows.

use std::io;
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};

use process_wrap::std::{ChildWrapper, CommandWrap, CreationFlags, JobObject};
use windows::Win32::System::Threading::CREATE_NEW_PROCESS_GROUP;

use super::child::{Ended, Pipes, Termination};

/// A program in a job of its own.
#[derive(Debug)]
pub(super) struct ProgramGroup {
    /// The system tells the end of a program only through a mutable reference.
    child: Mutex<Box<dyn ChildWrapper>>,
}

impl ProgramGroup {
    /// Nothing: a program has no signal to hear but the end of its input.
    pub(super) const PERSUASIONS: &[Termination] = &[];

    /// Starts the program: a Ctrl-C at our console does not reach it.
    pub(super) fn spawn(command: &mut Command) -> io::Result<(Self, Pipes)> {
        let command = std::mem::replace(command, Command::new(""));
        let mut child = CommandWrap::from(command)
            .wrap(CreationFlags(CREATE_NEW_PROCESS_GROUP))
            .wrap(JobObject)
            .spawn()?;
        let pipes = Pipes {
            input: child.stdin().take(),
            output: child.stdout().take(),
            errors: child.stderr().take(),
        };
        let child = Mutex::new(child);
        Ok((Self { child }, pipes))
    }

    /// The program's number.
    pub(super) fn id(&self) -> u32 {
        self.child().id()
    }

    /// The end of the program, or `None` while it runs; what it has started may run on.
    pub(super) fn ended(&self) -> Option<Ended> {
        let status = self.child().inner_mut().try_wait().ok().flatten()?;
        status.code().map(Ended::Exited)
    }

    /// Kills the whole job.
    pub(super) fn signal(&self, means: Termination) {
        if means == Termination::Kill
            && let Err(error) = self.child().start_kill()
        {
            log::debug!("the end of program {}: {error}", self.id());
        }
    }

    /// Waits for its end.
    pub(super) fn reap(&mut self) -> Option<Ended> {
        let status = self.child().inner_mut().wait().ok()?;
        status.code().map(Ended::Exited)
    }

    fn child(&self) -> MutexGuard<'_, Box<dyn ChildWrapper>> {
        self.child.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
