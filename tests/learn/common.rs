//! A folder in which the program learns.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
#[cfg(unix)]
use std::{process::Child, time::Duration};

#[cfg(unix)]
use sgmp_match::port::pause;

/// A folder that is gone in the end; the program works in it.
pub(crate) struct Folder(tempfile::TempDir);

/// The outcome of a run of the program.
pub(crate) struct Heard {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) errors: String,
}

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a file")
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("a file");
    }

    /// `sgmp-go learn` with these words.
    pub(crate) fn learn(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sgmp-go"));
        command.env("XDG_CONFIG_HOME", "/dev/null");
        command.arg("learn").args(words.split_whitespace());
        command.current_dir(self.0.path()).stdin(Stdio::null());
        command
    }

    /// Runs it to its end, whatever that is.
    pub(crate) fn heard(&self, words: &str) -> Heard {
        Heard::from(&mut self.learn(words))
    }

    /// Runs it to a good end.
    pub(crate) fn done(&self, words: &str) -> Heard {
        Heard::done(&mut self.learn(words))
    }

    /// Starts it, silent.
    #[cfg(unix)]
    fn started(&self, words: &str) -> Child {
        let mut command = self.learn(words);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().expect("it starts")
    }

    /// Kills it when it has run for so long.
    #[cfg(unix)]
    pub(crate) fn killed_after(&self, words: &str, millis: u64) {
        let mut child = self.started(words);
        pause(Duration::from_millis(millis));
        child.kill().expect("SIGKILL");
        child.wait().expect("gone");
    }

    /// Interrupts it as Ctrl-C does, once `is_ready` says so or 50 seconds have gone.
    #[cfg(unix)]
    pub(crate) fn interrupted_when(&self, words: &str, is_ready: impl Fn() -> bool) {
        let mut child = self.started(words);
        for _ in 0..500 {
            pause(Duration::from_millis(100));
            if is_ready() {
                break;
            }
        }
        let id = i32::try_from(child.id()).expect("an id");
        let id = rustix::process::Pid::from_raw(id).expect("an id");
        rustix::process::kill_process(id, rustix::process::Signal::INT).expect("Ctrl-C");
        let status = child.wait().expect("it ends");
        assert_eq!(status.code(), Some(130), "{words}");
    }

    /// Each of these words is refused with this code, and so that the user knows why.
    pub(crate) fn refuses(&self, cases: &[(&str, i32, &str)]) {
        for (words, code, told) in cases {
            let heard = self.heard(words);
            assert_eq!(heard.code, *code, "{words}: {}", heard.errors);
            assert!(heard.errors.contains(told), "{words}: {}", heard.errors);
        }
    }
}

impl Heard {
    pub(crate) fn done(command: &mut Command) -> Self {
        let heard = Self::from(&mut *command);
        assert_eq!(heard.code, 0, "{command:?}: {}", heard.errors);
        heard
    }
}

impl From<&mut Command> for Heard {
    fn from(command: &mut Command) -> Self {
        let Output {
            status,
            stdout,
            stderr,
        } = command.output().expect("the program runs");
        let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
        Self {
            code: status.code().expect("a code"),
            out: text(&stdout),
            errors: text(&stderr),
        }
    }
}
