//! `patterns`: the library of patterns: its figures, its mistakes, its pages, and what matches.

mod library_files;
mod patterns_at;
mod patterns_check;
mod patterns_compile;
mod patterns_show;
mod patterns_stats;

use clap::{Args, Subcommand};

use crate::cli::exit::Exit;
use sgmp_board::failure::Failure;

/// A task with the library.
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
