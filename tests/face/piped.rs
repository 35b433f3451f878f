//! The program with its lines in a pipe, as a script or a screen reader speaks to it.

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

/// Starts the program with pipes, its files in a folder of their own.
pub(crate) fn start(home: &Path, words: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_sgmp-go"))
        .args(words)
        .env("HOME", home)
        .env("XDG_DATA_HOME", home)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Runs the program with some lines for it, its files in a folder of their own.
pub(crate) fn run(home: &Path, words: &[&str], lines: &str) -> Output {
    let mut child = start(home, words);
    let mut input = child.stdin.take().expect("a pipe");
    // It may have ended already.
    let _gone = input.write_all(lines.as_bytes());
    drop(input);
    child.wait_with_output().expect("the program ends")
}

/// The output of a run that has gone well.
pub(crate) fn told(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}
