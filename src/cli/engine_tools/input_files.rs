//! Texts that people write about the game, from files.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::read_bytes;
use sgmp_match::console::stderr_line;

/// The text files that were meant: a folder's `.txt` in the order of their names.
pub(crate) fn files(named: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in named {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let unread = |error| Failure::new(Blame::Record, format!("{}: {error}", path.display()));
        let entries = std::fs::read_dir(path).map_err(unread)?;
        let inside = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let mut texts: Vec<PathBuf> = inside
            .filter(|path| path.extension().is_some_and(|end| end == "txt"))
            .collect();
        if texts.is_empty() {
            let none = format!("{} holds no .txt: name files", path.display());
            return Err(Failure::new(Blame::Record, none));
        }
        texts.sort();
        files.extend(texts);
    }
    Ok(files)
}

/// A text of UTF-8.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    let bytes = read_bytes(path).map_err(|error| Failure::new(Blame::Record, error))?;
    String::from_utf8(bytes).map_err(|_| {
        let what = format!("{} is no UTF-8 text: write it as such", path.display());
        Failure::new(Blame::Record, what)
    })
}

/// Tells what is wrong with texts, and ends there.
pub(crate) fn refuse_errors(errors: &[impl Display]) -> Result<(), Failure> {
    errors.iter().for_each(stderr_line);
    match errors.len() {
        0 => Ok(()),
        errors => Err(Failure::new(
            Blame::Check,
            format!("{errors} errors in the texts: mend them first"),
        )),
    }
}
