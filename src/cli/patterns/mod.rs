//! `patterns`: the library of patterns: its figures, its mistakes, its pages, and what matches.

mod at;
mod check;
mod compile;
mod show;
mod stats;

use std::borrow::Cow;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::exit::{Exit, Failure};
use super::texts;
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
    Stats(stats::StatsArgs),
    /// Look for mistakes: moves that are illegal on the picture, patterns that are there twice, facts
    /// that can never hold
    Check(check::CheckArgs),
    /// Show a pattern, or all of a kind
    Show(show::ShowArgs),
    /// List the patterns that match in a record, with their moves and reasons
    At(at::AtArgs),
    /// Make the compiled library of texts
    Compile(compile::CompileArgs),
}

/// Does it.
///
/// # Errors
/// [`Failure`]: one line for the operator and the exit code.
pub(super) fn run(args: &PatternsArgs) -> Result<Exit, Failure> {
    match &args.task {
        Task::Stats(args) => stats::run(args),
        Task::Check(args) => check::run(args),
        Task::Show(args) => show::run(args),
        Task::At(args) => at::run(args),
        Task::Compile(args) => compile::run(args),
    }
}

/// The library of these files, whatever is wrong with them; without files the program's own.
fn read(named: &[PathBuf]) -> Result<(Cow<'static, Library>, Report), Failure> {
    if named.is_empty() {
        return Ok((Cow::Borrowed(Library::embedded()), Report::default()));
    }
    let mut library = Library::default();
    let mut errors = Vec::new();
    for path in texts::files(named)? {
        let text = texts::read(&path)?;
        errors.extend(library.read_text(&path.display().to_string(), &text).errors);
    }
    Ok((Cow::Owned(library), Report { errors }))
}

/// The library of these files, in which nothing may be wrong; without files the program's own.
fn library(named: &[PathBuf]) -> Result<Cow<'static, Library>, Failure> {
    let (library, report) = read(named)?;
    texts::refuse_errors(&report.errors)?;
    Ok(library)
}
