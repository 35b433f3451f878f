//! A folder with an event, and the commands that are tried on it.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use sgmp_match::play::journal::JournalFile;

/// A folder with an event in it.
pub(crate) struct Desk(tempfile::TempDir);

impl Desk {
    pub(crate) fn new(plan: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("cup.toml"), plan).expect("a file");
        Self(folder)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub(crate) fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sgmp-go"));
        command.env("XDG_CONFIG_HOME", "/dev/null");
        command
            .arg("tournament")
            .args(shlex::split(words).expect("words"));
        command.current_dir(self.0.path()).stdin(Stdio::null());
        command
    }

    pub(crate) fn heard(&self, words: &str) -> (i32, String) {
        let Output {
            status,
            stdout,
            stderr,
        } = self.command(words).output().expect("it runs");
        let text =
            String::from_utf8_lossy(&stdout).into_owned() + &String::from_utf8_lossy(&stderr);
        (status.code().expect("an exit code"), text)
    }

    /// The answer of a command to lines that are typed.
    pub(crate) fn typed(&self, words: &str, lines: &str) -> (i32, String) {
        let mut command = self.command(words);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("it runs");
        let mut input = child.stdin.take().expect("its input");
        input.write_all(lines.as_bytes()).expect("it reads");
        drop(input);
        let output = child.wait_with_output().expect("it ends");
        let text = String::from_utf8_lossy(&output.stdout).into_owned()
            + &String::from_utf8_lossy(&output.stderr);
        (output.status.code().expect("an exit code"), text)
    }

    pub(crate) fn done(&self, words: &str) -> String {
        let (code, text) = self.heard(words);
        assert_eq!(code, 0, "{words}: {text}");
        text
    }

    /// Entries of the journal of a kind, each as JSON.
    pub(crate) fn entries(&self, kind: &str) -> Vec<serde_json::Value> {
        let contents = JournalFile::read(&self.path("cup/event.journal")).expect("a journal");
        let entries = contents.records.iter();
        let entries = entries.map(|record| serde_json::from_slice(&record.payload).expect("JSON"));
        entries
            .filter(|entry: &serde_json::Value| entry["kind"] == kind)
            .collect()
    }

    pub(crate) fn standings(&self) -> serde_json::Value {
        serde_json::from_str(&self.read("cup/standings.json")).expect("JSON")
    }
}

/// An event on boards of five lines, a minute each.
pub(crate) fn plan(head: &str, players: &[(&str, &str)]) -> String {
    let mut text = format!("name = \"Cup\"\nsize = 5\ntime = \"1m\"\nseed = 7\n{head}\n");
    for (name, plays) in players {
        text += &format!("[[player]]\nname = \"{name}\"\nplays = '{plays}'\n");
    }
    text
}
