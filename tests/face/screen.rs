//! A terminal of tmux, whose screen can be read.

use std::cell::Cell;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use sgmp_match::port::pause;

/// Looks at the screen until something appears: 60 s in all.
const MAX_LOOKS: u32 = 600;
const LOOK_INTERVAL: Duration = Duration::from_millis(100);

/// A window of a tmux server of its own, gone when it is dropped.
pub(crate) struct Screen {
    server: String,
    /// True once the server was told to end.
    is_gone: Cell<bool>,
}

impl Screen {
    /// Runs the program in a window of this size; what follows its end on the screen is its exit code.
    pub(crate) fn start(size: (u16, u16), data: &Path, words: &str, environment: &str) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let screen = Self {
            server: format!("sgmp-test-{}-{number}", std::process::id()),
            is_gone: Cell::new(false),
        };
        let program = env!("CARGO_BIN_EXE_sgmp-go");
        let data = data.display();
        // The command outlives the program, so that the terminal can be looked at afterwards.
        let command = format!(
            "env XDG_DATA_HOME={data} LANG=C.UTF-8 {environment} {program} {words}; \
             echo \"ended with $?\"; stty -a | grep -o -- '-\\?icanon'; sleep 600"
        );
        let (columns, rows) = (size.0.to_string(), size.1.to_string());
        let started = screen.tmux(&[
            "-u",
            "-f",
            "/dev/null",
            "new-session",
            "-d",
            "-x",
            &columns,
            "-y",
            &rows,
            &command,
        ]);
        assert!(started.status.success(), "{started:?}");
        screen
    }

    fn tmux(&self, words: &[&str]) -> Output {
        Command::new("tmux")
            .args(["-L", &self.server])
            .args(words)
            .output()
            .expect("tmux starts")
    }

    /// Types keys, as tmux names them.
    pub(crate) fn press(&self, keys: &[&str]) {
        let mut words = vec!["send-keys"];
        words.extend(keys);
        let sent = self.tmux(&words);
        assert!(sent.status.success(), "{sent:?}");
    }

    /// The screen as it is.
    pub(crate) fn text(&self) -> String {
        let output = self.tmux(&["capture-pane", "-p"]);
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    /// The screen once a text stands on it.
    ///
    /// # Panics
    /// If it never does.
    pub(crate) fn wait_for(&self, text: &str) -> String {
        self.wait_for_any(&[text])
    }

    /// The screen once one of some texts stands on it.
    ///
    /// # Panics
    /// If none ever does.
    pub(crate) fn wait_for_any(&self, texts: &[&str]) -> String {
        for _ in 0..MAX_LOOKS {
            let seen = self.text();
            if texts.iter().any(|text| seen.contains(text)) {
                return seen;
            }
            pause(LOOK_INTERVAL);
        }
        panic!("{texts:?} never appeared on\n{}", self.text());
    }

    /// Waits until a text stands on the screen no more.
    ///
    /// # Panics
    /// If it stays.
    pub(crate) fn wait_for_no(&self, text: &str) {
        for _ in 0..MAX_LOOKS {
            if !self.text().contains(text) {
                return;
            }
            pause(LOOK_INTERVAL);
        }
        panic!("{text:?} stays on\n{}", self.text());
    }

    /// The process of the program.
    ///
    /// # Panics
    /// If it runs no more.
    pub(crate) fn process(&self) -> u32 {
        let output = self.tmux(&["display-message", "-p", "#{pane_pid}"]);
        let shell = String::from_utf8(output.stdout).expect("a number");
        let children = Command::new("ps")
            .args(["-o", "pid=", "--ppid", shell.trim()])
            .output()
            .expect("ps starts");
        let children = String::from_utf8(children.stdout).expect("numbers");
        let first = children.lines().next().expect("the program runs");
        first.trim().parse().expect("a number")
    }

    /// Sends the program a signal.
    pub(crate) fn signal(&self, name: &str) {
        let process = self.process().to_string();
        let sent = Command::new("kill").args(["-s", name, &process]).status();
        assert!(sent.expect("kill starts").success());
    }

    /// The size of the window changes.
    pub(crate) fn resize(&self, (columns, rows): (u16, u16)) {
        let (columns, rows) = (columns.to_string(), rows.to_string());
        let resized = self.tmux(&["resize-window", "-x", &columns, "-y", &rows]);
        assert!(resized.status.success(), "{resized:?}");
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        if !self.is_gone.replace(true) {
            self.tmux(&["kill-server"]);
        }
    }
}
