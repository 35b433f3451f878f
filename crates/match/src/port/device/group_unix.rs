//! A program and the process group that it leads, on Unix.

use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::child::{Ended, Pipes, Termination};

/// A program in a process group of its own.
///
/// Nothing is reaped before [`ProgramGroup::reap`], so that the process number, and the group's, stay the program's own for
/// as long as we may signal them.
#[derive(Debug)]
pub(super) struct ProgramGroup {
    child: Child,
}

impl ProgramGroup {
    /// The means that are tried, in this order, before it is killed.
    pub(super) const PERSUASIONS: &[Termination] = &[Termination::HangUp, Termination::Terminate];

    /// Starts the program: a Ctrl-C at our terminal does not reach it.
    pub(super) fn spawn(command: &mut Command) -> io::Result<(Self, Pipes)> {
        let mut child = command.process_group(0).spawn()?;
        let pipes = Pipes {
            input: child.stdin.take(),
            output: child.stdout.take(),
            errors: child.stderr.take(),
        };
        Ok((Self { child }, pipes))
    }

    /// The program's number.
    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// The end of the program, or `None` while it runs.
    pub(super) fn ended(&self) -> Option<Ended> {
        end_of(self.pid())
    }

    /// Asks the whole group to end, or kills it.
    pub(super) fn signal(&self, means: Termination) {
        let signal = match means {
            Termination::None => return,
            Termination::HangUp => Signal::HUP,
            Termination::Terminate => Signal::TERM,
            Termination::Kill => Signal::KILL,
        };
        if let Err(error) = kill_process_group(self.pid(), signal) {
            log::debug!("signal to program {}: {error}", self.id());
        }
    }

    /// Waits for its end, and lets its number go.
    pub(super) fn reap(&mut self) -> Option<Ended> {
        self.child.wait().ok().and_then(ended)
    }

    fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }
}

/// Returns whether a program that we started has failed, by its number, as long as nobody has reaped it.
pub(super) fn has_failed(id: u32) -> bool {
    let pid = i32::try_from(id).ok().and_then(Pid::from_raw);
    pid.and_then(end_of).is_some_and(Ended::is_failure)
}

/// The end of a program, which stays to be reaped; `None` while it runs.
fn end_of(pid: Pid) -> Option<Ended> {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let status = waitid(WaitId::Pid(pid), options).ok().flatten()?;
    let code = status.exit_status().map(Ended::Exited);
    code.or_else(|| status.terminating_signal().map(Ended::Signalled))
}

fn ended(status: ExitStatus) -> Option<Ended> {
    status
        .code()
        .map(Ended::Exited)
        .or_else(|| status.signal().map(Ended::Signalled))
}
