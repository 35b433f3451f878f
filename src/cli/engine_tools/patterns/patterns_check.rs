//! `patterns check`: what is wrong with texts, or with the library that the program carries.

use std::path::PathBuf;

use clap::Args;

use super::library_files;
use crate::cli::exit::Exit;
use sgmp_board::failure::Failure;
use sgmp_knowledge::patterns::{Severity, check};
use sgmp_match::console::stdout_line;

/// Texts to check.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Text files, or folders of them [default: the library that the program carries]
    pub files: Vec<PathBuf>,
}

/// Prints every error and warning.
///
/// # Errors
/// Files that cannot be read.
pub(super) fn run(args: &CheckArgs) -> Result<Exit, Failure> {
    let (library, report) = library_files::read(&args.files)?;
    report.errors.iter().for_each(stdout_line);
    let findings = check(&library);
    findings.iter().for_each(stdout_line);
    let grave = |severity| findings.iter().filter(|f| f.severity() == severity).count();
    let errors = report.errors.len() + grave(Severity::Error);
    let warnings = grave(Severity::Warning);
    stdout_line(format_args!(
        "{} patterns, {} moves: {errors} errors, {warnings} warnings",
        library.patterns().len(),
        library.moves()
    ));
    Ok(if errors == 0 { Exit::Done } else { Exit::Check })
}
