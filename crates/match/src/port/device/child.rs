//! A program we started: its end is waited for, brought about if need be, and told.

use std::fmt;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command};
use std::time::Duration;

#[cfg(unix)]
use super::group_unix::ProgramGroup;
#[cfg(not(unix))]
use super::group_windows::ProgramGroup;
use super::peer_log::PeerLog;
use super::pipe_io::pipe_reader;
use super::port_error::OpenError;
use super::port_spec::CommandLine;
use super::program_words::ProgramWords;
use crate::gtp::LastWords;
use crate::port::clock::{Deadline, pause};

/// Time between two looks of a waiting guard.
const EXIT_POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Longest wait for what a program has said before its end.
const LAST_WORDS_TIMEOUT: Duration = Duration::from_millis(200);

/// Between two signals a program gets as long as it had to end by itself, within these bounds.
const MIN_BETWEEN_SIGNALS: Duration = Duration::from_millis(100);
const MAX_BETWEEN_SIGNALS: Duration = Duration::from_secs(1);

/// The signal that nobody survives.
const SIGKILL: i32 = 9;

/// The end of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It returned an exit code.
    Exited(i32),
    /// A signal with this number killed it.
    Signalled(i32),
}

impl Ended {
    /// Returns whether a program that ended so has failed.
    #[must_use]
    pub const fn is_failure(self) -> bool {
        !matches!(self, Self::Exited(0))
    }
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exited(code) => write!(f, "ended with exit code {code}"),
            Self::Signalled(number) => match signal_hook::low_level::signal_name(*number) {
                Some(name) => write!(f, "was killed by {name}"),
                None => write!(f, "was killed by signal {number}"),
            },
        }
    }
}

/// The means by which a program was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Termination {
    /// Nothing: it ended by itself.
    None,
    /// SIGHUP, as when a terminal goes away: the first of the signals.
    HangUp,
    /// SIGTERM, after SIGHUP did not do.
    Terminate,
    /// SIGKILL, after all else.
    Kill,
}

/// Our ends of a program's pipes, where it has such.
#[derive(Debug)]
pub(super) struct Pipes {
    /// Its standard input.
    pub(super) input: Option<ChildStdin>,
    /// Its standard output.
    pub(super) output: Option<ChildStdout>,
    /// Its standard error.
    pub(super) errors: Option<ChildStderr>,
}

/// A program in a group of its own; dropping this ends it and leaves no zombie.
///
/// Nothing is reaped before [`ChildGuard::finish`].
#[derive(Debug)]
pub struct ChildGuard {
    id: u32,
    state: ChildState,
}

#[derive(Debug)]
enum ChildState {
    /// Running, or ended and not yet reaped.
    Ours {
        group: ProgramGroup,
        /// The reader of its standard error; dropped, it logs no more.
        log: Option<PeerLog>,
    },
    /// Ended; its number may be another program's by now.
    Reaped(Ended),
}

impl ChildGuard {
    /// Starts a program with these pipes; what it says on its standard error, if that is one, goes to our log as `target`, and to
    /// who keeps its words.
    ///
    /// # Errors
    /// [`OpenError`]: no such program, or none that can be run.
    pub(super) fn start(
        command: &CommandLine,
        set_up: impl FnOnce(&mut Command),
        target: &'static str,
        words: &ProgramWords,
    ) -> Result<(Self, Pipes), OpenError> {
        let program = command.program();
        let mut started = Command::new(program);
        started.args(command.arguments());
        set_up(&mut started);
        let spawned = ProgramGroup::spawn(&mut started);
        let (group, mut pipes) = spawned.map_err(|error| OpenError::program(program, error))?;
        let log = pipes.errors.take().and_then(|errors| {
            PeerLog::start(target, pipe_reader(errors), words.clone())
                .inspect_err(|error| log::warn!("what {program} says is not shown: {error}"))
                .ok()
        });
        let id = group.id();
        let state = ChildState::Ours { group, log };
        Ok((Self { id, state }, pipes))
    }

    /// The program's number, for as long as it is not reaped.
    pub(super) const fn id(&self) -> u32 {
        self.id
    }

    /// The end of the program, or `None` while it runs.
    #[must_use]
    pub fn ended(&self) -> Option<Ended> {
        match &self.state {
            ChildState::Ours { group, .. } => group.ended(),
            ChildState::Reaped(ended) => Some(*ended),
        }
    }

    /// Its last words on its standard error; those of a program that has ended are waited for a moment. None if it was
    /// reaped.
    #[must_use]
    pub fn last_words(&self) -> LastWords {
        let ChildState::Ours { log: Some(log), .. } = &self.state else {
            return LastWords::default();
        };
        let deadline = Deadline::after(LAST_WORDS_TIMEOUT);
        while self.ended().is_some() && !log.has_heard_all() && !deadline.has_passed() {
            pause(EXIT_POLL_INTERVAL);
        }
        log.last_words()
    }

    /// Gives the program `grace` to end by itself, then asks it (HUP and TERM on Unix, nothing elsewhere), with up to a
    /// second between two signals, then kills it; whatever is left of its group is killed too.
    ///
    /// A program that ends only when its input does needs the line dropped first.
    pub fn finish(&mut self, grace: Duration) -> (Ended, Termination) {
        if self.wait(grace) {
            return (self.reap(), Termination::None);
        }
        for means in ProgramGroup::PERSUASIONS {
            self.signal(*means);
            if self.wait(grace.clamp(MIN_BETWEEN_SIGNALS, MAX_BETWEEN_SIGNALS)) {
                return (self.reap(), *means);
            }
        }
        (self.reap(), Termination::Kill)
    }

    /// Returns whether the program ends within `patience`.
    fn wait(&self, patience: Duration) -> bool {
        let deadline = Deadline::after(patience);
        while self.ended().is_none() {
            if deadline.has_passed() {
                return false;
            }
            pause(EXIT_POLL_INTERVAL.min(deadline.left()));
        }
        true
    }

    /// Signals the whole group, while its number is certain to be the program's.
    fn signal(&self, means: Termination) {
        if let ChildState::Ours { group, .. } = &self.state {
            group.signal(means);
        }
    }

    /// Kills what is left of the group, then lets the number go. Its log ends with it: by now
    /// there is nobody left to say anything.
    fn reap(&mut self) -> Ended {
        self.signal(Termination::Kill);
        let ended = match &mut self.state {
            ChildState::Reaped(ended) => *ended,
            ChildState::Ours { group, .. } => group.reap().unwrap_or(Ended::Signalled(SIGKILL)),
        };
        self.state = ChildState::Reaped(ended);
        ended
    }
}

impl Drop for ChildGuard {
    fn drop(&mut self) {
        self.finish(Duration::ZERO);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::io;
    use std::process::{Command, Stdio};

    use rustix::process::Pid;

    use super::*;

    const SHORT_GRACE: Duration = Duration::from_millis(100);
    const TEST_TIMEOUT: Duration = Duration::from_secs(60);

    /// Returns once the script has said that its traps are set.
    fn start(script: &str) -> ChildGuard {
        let (said, says) = io::pipe().expect("pipe");
        let words = shlex::try_quote(script).expect("a script");
        let command = format!("sh -c {words}").parse().expect("words");
        let set_up = |command: &mut Command| {
            command.stdin(Stdio::null()).stdout(says);
        };
        let (guard, _) =
            ChildGuard::start(&command, set_up, "peer", &ProgramWords::default()).expect("sh");
        let mut ready = [0];
        let _ = io::Read::read(&mut { said }, &mut ready);
        guard
    }

    fn pid_of(guard: &ChildGuard) -> Pid {
        let id = i32::try_from(guard.id()).expect("a number");
        Pid::from_raw(id).expect("a number")
    }

    fn runs(pid: Pid) -> bool {
        rustix::process::test_kill_process(pid).is_ok()
    }

    #[test]
    fn a_program_that_ends_by_itself_is_not_signalled() {
        let mut guard = start("echo; exit 7");
        assert_eq!(
            guard.finish(TEST_TIMEOUT),
            (Ended::Exited(7), Termination::None)
        );
        assert_eq!(guard.ended(), Some(Ended::Exited(7)));
        assert_eq!(
            guard.finish(TEST_TIMEOUT),
            (Ended::Exited(7), Termination::None),
            "again"
        );
    }

    /// Whoever starts the tests may have made this process, and so its children, deaf to SIGHUP
    /// (nohup does).
    fn hears_hup() -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        mask.is_none_or(|mask| mask & 1 == 0)
    }

    #[test]
    fn a_program_that_stays_is_hung_up() {
        let mut guard = start("echo; while :; do sleep 0.01; done");
        assert_eq!(guard.ended(), None);
        let expected = if hears_hup() {
            (Ended::Signalled(1), Termination::HangUp)
        } else {
            (Ended::Signalled(15), Termination::Terminate)
        };
        assert_eq!(guard.finish(SHORT_GRACE), expected);
    }

    #[test]
    fn a_program_that_ignores_hup_is_terminated() {
        let mut guard = start("trap '' HUP; echo; while :; do sleep 0.01; done");
        assert_eq!(
            guard.finish(SHORT_GRACE),
            (Ended::Signalled(15), Termination::Terminate)
        );
    }

    #[test]
    fn a_program_that_ignores_everything_is_killed_and_reaped() {
        let mut guard = start("trap '' HUP TERM; echo; while :; do sleep 0.01; done");
        let pid = pid_of(&guard);
        assert_eq!(
            guard.finish(SHORT_GRACE),
            (Ended::Signalled(9), Termination::Kill)
        );
        assert!(!runs(pid), "a zombie");
    }

    #[test]
    fn dropping_the_guard_ends_the_program_and_its_group() {
        let guard = start("trap '' HUP TERM; sleep 60 & echo; while :; do sleep 0.01; done");
        let pid = pid_of(&guard);
        drop(guard);
        assert!(!runs(pid));
        // The group's other members are dying: init reaps them in its own time.
        let deadline = Deadline::after(TEST_TIMEOUT);
        while rustix::process::test_kill_process_group(pid).is_ok() && !deadline.has_passed() {
            pause(EXIT_POLL_INTERVAL);
        }
        assert!(!deadline.has_passed(), "the group lives on");
    }

    #[test]
    fn the_end_is_told_in_words() {
        assert_eq!(Ended::Exited(1).to_string(), "ended with exit code 1");
        assert_eq!(Ended::Signalled(6).to_string(), "was killed by SIGABRT");
        assert_eq!(Ended::Signalled(64).to_string(), "was killed by signal 64");
    }
}
