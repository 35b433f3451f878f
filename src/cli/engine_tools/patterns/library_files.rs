//! The library that the commands look at: of files, or the program's own.

use std::borrow::Cow;
use std::path::PathBuf;

use crate::cli::engine_tools::input_files;
use sgmp_board::failure::Failure;
use sgmp_knowledge::patterns::{Library, Report};

/// The library of these files, whatever is wrong with them; without files the program's own.
pub(super) fn read(named: &[PathBuf]) -> Result<(Cow<'static, Library>, Report), Failure> {
    if named.is_empty() {
        return Ok((Cow::Borrowed(Library::embedded()), Report::default()));
    }
    let mut library = Library::default();
    let mut errors = Vec::new();
    for path in input_files::files(named)? {
        let text = input_files::read(&path)?;
        errors.extend(library.read_text(&path.display().to_string(), &text).errors);
    }
    Ok((Cow::Owned(library), Report { errors }))
}

/// The library of these files, in which nothing may be wrong; without files the program's own.
pub(super) fn library(named: &[PathBuf]) -> Result<Cow<'static, Library>, Failure> {
    let (library, report) = read(named)?;
    input_files::refuse_errors(&report.errors)?;
    Ok(library)
}
