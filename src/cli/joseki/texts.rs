//! Books from files.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use crate::cli::exit::{Exit, Failure};
use crate::cli::say::complain;
use crate::knowledge::joseki::{Book, Report};
use crate::record::read_bytes;

/// The text files that were meant: a folder's `.txt` in the order of their names.
pub(super) fn files(named: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in named {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let unread = |error| Failure::new(Exit::Record, format!("{}: {error}", path.display()));
        let entries = std::fs::read_dir(path).map_err(unread)?;
        let inside = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let mut texts: Vec<PathBuf> = inside
            .filter(|path| path.extension().is_some_and(|end| end == "txt"))
            .collect();
        if texts.is_empty() {
            let none = format!("{} holds no .txt: name files of joseki", path.display());
            return Err(Failure::new(Exit::Record, none));
        }
        texts.sort();
        files.extend(texts);
    }
    Ok(files)
}

/// Reads files into a book, whatever is wrong with them.
pub(super) fn read_into(book: &mut Book, named: &[PathBuf]) -> Result<Report, Failure> {
    let mut report = Report::default();
    for path in files(named)? {
        report.extend(book.read_text(&path.display().to_string(), &read(&path)?));
    }
    Ok(report)
}

pub(super) fn read(path: &Path) -> Result<String, Failure> {
    let bytes = read_bytes(path).map_err(|error| Failure::new(Exit::Record, error))?;
    String::from_utf8(bytes).map_err(|_| {
        let what = format!("{} is no UTF-8 text: write it as such", path.display());
        Failure::new(Exit::Record, what)
    })
}

/// The book of these files, in which nothing may be wrong; without files the program's own.
pub(super) fn book(named: &[PathBuf]) -> Result<(Cow<'static, Book>, Option<Report>), Failure> {
    if named.is_empty() {
        return Ok((Cow::Borrowed(Book::embedded()), None));
    }
    let mut book = Book::default();
    let report = read_into(&mut book, named)?;
    refuse_errors(&report)?;
    Ok((Cow::Owned(book), Some(report)))
}

/// Tells what is wrong with the texts, and ends there.
pub(super) fn refuse_errors(report: &Report) -> Result<(), Failure> {
    report.errors.iter().for_each(complain);
    match report.errors.len() {
        0 => Ok(()),
        errors => Err(Failure::new(
            Exit::Check,
            format!("{errors} errors in the texts: mend them first"),
        )),
    }
}
