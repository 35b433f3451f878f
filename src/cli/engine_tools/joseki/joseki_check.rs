//! `joseki check`: what is wrong with texts, or with the book that the program carries.

use std::path::PathBuf;

use clap::Args;

use super::book_files;
use crate::cli::exit::Exit;
use sgmp_board::failure::Failure;
use sgmp_knowledge::joseki::{Book, Severity, check};
use sgmp_match::console::stdout_line;

/// Texts to check.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Text files, or folders of them [default: the book that the program carries]
    pub files: Vec<PathBuf>,
}

/// Prints every error and warning.
///
/// # Errors
/// Files that cannot be read.
pub(super) fn run(args: &CheckArgs) -> Result<Exit, Failure> {
    let mut own = Book::default();
    let report = book_files::read_into(&mut own, &args.files)?;
    let book = if args.files.is_empty() {
        Book::embedded()
    } else {
        &own
    };
    report.errors.iter().for_each(stdout_line);
    for (place, idle) in &report.idle {
        stdout_line(format_args!("{place}: warning: {idle}"));
    }
    let findings: Vec<_> = book.graphs().flat_map(check).collect();
    findings.iter().for_each(stdout_line);
    let grave = |severity| findings.iter().filter(|f| f.severity() == severity).count();
    let errors = report.errors.len() + grave(Severity::Error);
    let warnings = report.idle.len() + grave(Severity::Warning);
    let moves: usize = book.graphs().map(|graph| graph.moves()).sum();
    stdout_line(format_args!(
        "{moves} moves: {errors} errors, {warnings} warnings"
    ));
    Ok(if errors == 0 { Exit::Done } else { Exit::Check })
}
