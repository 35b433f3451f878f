//! Books from files.

use std::borrow::Cow;
use std::path::PathBuf;

use crate::cli::engine_tools::input_files::{self, files, read};
use sgmp_board::failure::Failure;
use sgmp_knowledge::joseki::{Book, Report};

/// Reads files into a book, whatever is wrong with them.
pub(super) fn read_into(book: &mut Book, named: &[PathBuf]) -> Result<Report, Failure> {
    let mut report = Report::default();
    for path in files(named)? {
        report.extend(book.read_text(&path.display().to_string(), &read(&path)?));
    }
    Ok(report)
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
    input_files::refuse_errors(&report.errors)
}
