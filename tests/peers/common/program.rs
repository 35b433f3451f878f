//! Programs under test: every wait has an end, and none of them outlives its test.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

pub(crate) use rustix::process::Signal;
use rustix::process::{Pid, kill_process};

use super::words::Folder;

/// A longer wait is a hang, however slow the machine: a whole game takes seconds.
pub(crate) const HANG_TIMEOUT: Duration = Duration::from_secs(600);
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// Looks until there is something to see, for no longer than any wait here may last.
#[track_caller]
pub(crate) fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + HANG_TIMEOUT;
    loop {
        if let Some(seen) = look() {
            return seen;
        }
        assert!(Instant::now() < deadline, "waited in vain for {what}");
        thread::sleep(LOOK_EVERY);
    }
}

/// A running program; dropping it kills it. What it prints goes to files, so that it never waits
/// for a reader.
pub(crate) struct Program {
    name: String,
    child: Child,
    stdout: PathBuf,
    stderr: PathBuf,
}

impl Program {
    /// Starts a program with nothing to read.
    #[track_caller]
    pub(crate) fn start(folder: &Folder, name: &str, command: &mut Command) -> Self {
        let stdout = folder.path(&format!("{name}.stdout"));
        command
            .stdin(Stdio::null())
            .stdout(File::create(&stdout).expect("a file for its words"));
        Self::spawn(folder, name, log_errors(folder, name, command))
    }

    /// Starts a program whose standard input and output are `line`.
    #[track_caller]
    pub(crate) fn start_on(folder: &Folder, name: &str, command: &mut Command, line: File) -> Self {
        command
            .stdin(line.try_clone().expect("a second descriptor"))
            .stdout(line);
        Self::spawn(folder, name, log_errors(folder, name, command))
    }

    /// Starts a program with everything on one terminal.
    #[track_caller]
    pub(crate) fn start_at(folder: &Folder, name: &str, command: &mut Command, tty: File) -> Self {
        let again = || tty.try_clone().expect("another descriptor");
        command.stdin(again()).stdout(again()).stderr(again());
        Self::spawn(folder, name, command)
    }

    fn spawn(folder: &Folder, name: &str, command: &mut Command) -> Self {
        let child = command
            .spawn()
            .unwrap_or_else(|error| panic!("{command:?}: {error}"));
        Self {
            name: name.to_owned(),
            child,
            stdout: folder.path(&format!("{name}.stdout")),
            stderr: folder.path(&format!("{name}.stderr")),
        }
    }

    /// Runs a program to its end; its exit code and what it printed on either stream.
    #[track_caller]
    pub(crate) fn run(folder: &Folder, name: &str, command: &mut Command) -> (i32, String, String) {
        let mut program = Self::start(folder, name, command);
        let code = program.end();
        (code, program.stdout(), program.stderr())
    }

    /// Waits for its end; the exit code, or minus the number of the signal that killed it.
    #[track_caller]
    pub(crate) fn end(&mut self) -> i32 {
        use std::os::unix::process::ExitStatusExt;
        let deadline = Instant::now() + HANG_TIMEOUT;
        loop {
            if let Some(status) = self.child.try_wait().expect("a child to wait for") {
                return status
                    .code()
                    .or_else(|| status.signal().map(|signal| -signal))
                    .expect("an exit code or a signal");
            }
            assert!(
                Instant::now() < deadline,
                "{} does not end\n{}",
                self.name,
                self.told()
            );
            thread::sleep(LOOK_EVERY);
        }
    }

    /// Waits for its end, which must have this exit code.
    #[track_caller]
    pub(crate) fn ends_with(&mut self, code: i32) {
        let ended = self.end();
        assert_eq!(ended, code, "exit code of {}\n{}", self.name, self.told());
    }

    /// Waits until it has printed `text` on either stream.
    #[track_caller]
    pub(crate) fn says(&mut self, text: &str) {
        self.has_said(text, |told| told.contains(text));
    }

    /// Waits until what it has printed, on both streams, is such that `heard` is true.
    #[track_caller]
    pub(crate) fn has_said(&mut self, what: &str, heard: impl Fn(&str) -> bool) {
        let deadline = Instant::now() + HANG_TIMEOUT;
        while !heard(&(self.stdout() + &self.stderr())) {
            let ended = self.child.try_wait().expect("a child to wait for");
            // Its last words may have come between the two looks.
            let told = self.stdout() + &self.stderr();
            if (ended.is_some() || Instant::now() > deadline) && !heard(&told) {
                panic!("{} never says {what:?}\n{}", self.name, self.told());
            }
            thread::sleep(LOOK_EVERY);
        }
    }

    /// Waits for the word that follows `before` in what it prints.
    #[track_caller]
    pub(crate) fn word_after(&mut self, before: &str) -> String {
        self.says(before);
        let rest = until("the whole line", || {
            let told = self.stdout() + &self.stderr();
            let rest = told.split_once(before)?.1.to_owned();
            rest.contains('\n').then_some(rest)
        });
        rest.split_whitespace().next().expect("a word").to_owned()
    }

    /// Its standard output so far.
    pub(crate) fn stdout(&self) -> String {
        text(&self.stdout)
    }

    /// Its standard error so far.
    pub(crate) fn stderr(&self) -> String {
        text(&self.stderr)
    }

    /// Sends it a signal.
    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(self.pid(), signal).expect("a program to signal");
    }

    pub(crate) fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// Its last words, for a test that fails.
    fn told(&self) -> String {
        const LINES: usize = 40;
        let last = |text: String| {
            let lines: Vec<_> = text.lines().collect();
            lines[lines.len().saturating_sub(LINES)..].join("\n")
        };
        let name = &self.name;
        let (stdout, stderr) = (last(self.stdout()), last(self.stderr()));
        format!("--- {name}, stdout\n{stdout}\n--- {name}, stderr\n{stderr}")
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // An error is a program that has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn log_errors<'a>(folder: &Folder, name: &str, command: &'a mut Command) -> &'a mut Command {
    let errors = File::create(folder.path(&format!("{name}.stderr")));
    command.stderr(errors.expect("a file for its errors"))
}

fn text(path: &PathBuf) -> String {
    let bytes = fs::read(path).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}
