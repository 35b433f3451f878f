//! Command lines, and a folder for everything a test leaves.

use std::path::PathBuf;
use std::process::Command;

use tempfile::TempDir;

use crate::tools::gnugo_program;

/// A folder of the test's own; it goes with the test.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    /// A name in the folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The same as text, for a command line.
    pub(crate) fn text(&self, name: &str) -> String {
        self.path(name).to_str().expect("a plain name").to_owned()
    }

    pub(crate) fn read(&self, name: &str) -> String {
        let path = self.path(name);
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }
}

/// Our program with these words.
pub(crate) fn sgmp_go(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sgmp-go"));
    command.env("XDG_CONFIG_HOME", "/dev/null");
    command.args(words);
    command
}

/// A match of ours at a fast clock: `NAME.sgf` in the folder is its record. The pause between
/// two frames is the one of 115200 baud, the shortest there is, and the player hardly thinks.
pub(crate) fn ours(folder: &Folder, name: &str, color: &str, port: &str) -> Command {
    ours_thinking(folder, name, color, port, "20")
}

/// The same with so many playouts a move.
pub(crate) fn ours_thinking(
    folder: &Folder,
    name: &str,
    color: &str,
    port: &str,
    playouts: &str,
) -> Command {
    let mut command = sgmp_go(&["--port", port, "--color", color]);
    command
        .args(["--baud", "115200", "--playouts", playouts, "--seed", "1"])
        .args([
            "--linger",
            "500ms",
            "--sgf",
            &folder.text(&format!("{name}.sgf")),
        ]);
    command
}

/// The words that go on with the match of [`ours`] named `ours`.
pub(crate) fn resumed(folder: &Folder, port: &str) -> Command {
    let mut command = sgmp_go(&["--resume", &folder.text("ours.journal"), "--port", port]);
    command.args(["--baud", "115200", "--playouts", "20", "--seed", "1"]);
    command.args(["--linger", "500ms", "--resend", "1s"]);
    command
}

/// The words that start GNU Go as our opponent; `NAME.sgf` in the folder is its record.
fn gnugo_words(folder: &Folder, name: &str, color: &str, size: u8) -> Vec<String> {
    let record = folder.text(&format!("{name}.sgf"));
    let size = size.to_string();
    let words = [
        gnugo_program(),
        "--mode",
        "sgmp",
        "--color",
        color,
        "--boardsize",
        &size,
        "--komi",
        "5.5",
        "--level",
        "0",
        "--seed",
        "1",
        "--quiet",
        "--outfile",
        &record,
    ];
    words.map(str::to_owned).to_vec()
}

/// Every option of a player that thinks.
pub(crate) const THINKING: [&str; 9] = [
    "--engine gnugo",
    "--move-time 1s",
    "--playouts 1",
    "--level 1",
    "--threads 1",
    "--memory 16M",
    "--seed 1",
    "--no-ponder",
    "--never-resign",
];

/// GNU Go as a program of its own.
pub(crate) fn gnugo(folder: &Folder, name: &str, color: &str, size: u8) -> Command {
    let words = gnugo_words(folder, name, color, size);
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]);
    command
}

/// GNU Go behind `exec:`.
pub(crate) fn gnugo_port(folder: &Folder, name: &str, color: &str, size: u8) -> String {
    format!("exec:{}", gnugo_words(folder, name, color, size).join(" "))
}

/// A command as a shell reads it.
pub(crate) fn as_shell_words(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words = words.map(|word| word.to_str().expect("a plain word"));
    shlex::try_join(words).expect("words without zero bytes")
}

/// A command in a session of its own, without any terminal: nobody is asked anything.
pub(crate) fn detached(command: &Command) -> Command {
    let mut session = Command::new("setsid");
    session.arg(command.get_program()).args(command.get_args());
    session
}
