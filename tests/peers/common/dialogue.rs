//! A program that is spoken to line by line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use super::program::{HANG_TIMEOUT, until};
use super::words::Folder;

/// A controller's end of the Go Text Protocol; dropping it kills the program.
pub(crate) struct Dialogue {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Dialogue {
    pub(crate) fn start(folder: &Folder, name: &str, command: &mut Command) -> Self {
        let errors = std::fs::File::create(folder.path(&format!("{name}.stderr")));
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors.expect("a file for its errors"))
            .spawn()
            .expect("a program");
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let stdout = BufReader::new(stdout.expect("its output"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self {
            child,
            stdin,
            lines,
        }
    }

    pub(crate) fn send(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().expect("its input");
        writeln!(stdin, "{line}").expect("a program that reads");
    }

    /// The next answer, without the empty line that ends it.
    #[track_caller]
    pub(crate) fn answer(&mut self) -> String {
        let mut answer = Vec::new();
        loop {
            let line = self.lines.recv_timeout(HANG_TIMEOUT).expect("an answer");
            if line.is_empty() {
                return answer.join("\n");
            }
            answer.push(line);
        }
    }

    #[track_caller]
    pub(crate) fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.answer()
    }

    /// Asks, and is answered with the rest of a success.
    #[track_caller]
    pub(crate) fn gets(&mut self, line: &str) -> String {
        let answer = self.ask(line);
        let rest = answer.strip_prefix('=');
        rest.unwrap_or_else(|| panic!("{line}: {answer}"))
            .trim()
            .to_owned()
    }

    /// Says good-bye; the exit code.
    #[track_caller]
    pub(crate) fn quit(mut self) -> i32 {
        assert_eq!(self.ask("quit"), "=");
        self.end()
    }

    #[track_caller]
    fn end(&mut self) -> i32 {
        let status = until("its end", || self.child.try_wait().expect("a child"));
        status.code().expect("an exit code")
    }

    /// Goes without a word; the exit code.
    #[track_caller]
    pub(crate) fn hang_up(mut self) -> i32 {
        self.stdin = None;
        self.end()
    }
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        // An error is a program that has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
