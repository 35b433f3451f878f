//! This program as a command of its own children.

use std::path::PathBuf;

/// This program, as a word for a shell.
pub(super) fn own_program() -> String {
    let path = std::env::current_exe().unwrap_or_else(|_| PathBuf::from("sgmp-go"));
    quoted(&path.to_string_lossy())
}

/// A word for a shell.
pub(super) fn quoted(word: &str) -> String {
    shlex::try_quote(word).map_or_else(|_| String::new(), |quoted| quoted.into_owned())
}
