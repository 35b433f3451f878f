//! `patterns`: the library of patterns: its figures, its mistakes, its pages, and what matches.

mod patterns_at;
mod patterns_check;
mod patterns_compile;
mod patterns_show;
mod patterns_stats;

use std::borrow::Cow;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::input_files;
use crate::cli::exit::{Exit, Failure};
use crate::patterns::{Library, Report};

/// What to do with the library.
#[derive(Debug, Args)]
pub struct PatternsArgs {
    /// The task
    #[command(subcommand)]
    pub task: Task,
}

/// The tasks.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// Count patterns, moves, facts, kinds and bytes
    Stats(patterns_stats::StatsArgs),
    /// Look for mistakes: moves that are illegal on the picture, patterns that are there twice, facts
    /// that can never hold
    Check(patterns_check::CheckArgs),
    /// Show a pattern, or all of a kind
    Show(patterns_show::ShowArgs),
    /// List the patterns that match in a record, with their moves and reasons
    At(patterns_at::AtArgs),
    /// Make the compiled library of texts
    Compile(patterns_compile::CompileArgs),
}

/// Does it.
///
/// # Errors
/// [`Failure`]: one line for the operator and the exit code.
pub(crate) fn run(args: &PatternsArgs) -> Result<Exit, Failure> {
    match &args.task {
        Task::Stats(args) => patterns_stats::run(args),
        Task::Check(args) => patterns_check::run(args),
        Task::Show(args) => patterns_show::run(args),
        Task::At(args) => patterns_at::run(args),
        Task::Compile(args) => patterns_compile::run(args),
    }
}

/// The library of these files, whatever is wrong with them; without files the program's own.
fn read(named: &[PathBuf]) -> Result<(Cow<'static, Library>, Report), Failure> {
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
fn library(named: &[PathBuf]) -> Result<Cow<'static, Library>, Failure> {
    let (library, report) = read(named)?;
    input_files::refuse_errors(&report.errors)?;
    Ok(library)
}
