//! `joseki`: the book of joseki and openings: its figures, its mistakes, its pages, its growth.

mod browse;
mod check;
mod compile;
mod grow;
mod stats;
mod texts;

use clap::{Args, Subcommand};

use super::exit::{Exit, Failure};

/// What to do with the book.
#[derive(Debug, Args)]
pub struct JosekiArgs {
    /// The task
    #[command(subcommand)]
    pub task: Task,
}

/// The tasks.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// Count moves, positions, marks and bytes
    BookStats(stats::StatsArgs),
    /// Look for mistakes: illegal moves, marks that disagree, bad moves that nobody punishes, lines
    /// that end in atari, lines that bring nothing
    Check(check::CheckArgs),
    /// Show positions and what follows: letters choose a move, u takes it back, q ends
    Browse(browse::BrowseArgs),
    /// Make the compiled book of texts
    Compile(compile::CompileArgs),
    /// Let the engine search on where lines end, and write what it finds as text, marked as grown.
    /// Interrupted at any time, the same words go on
    Grow(grow::GrowArgs),
}

/// Does it.
///
/// # Errors
/// [`Failure`]: one line for the operator and the exit code.
pub(super) fn run(args: &JosekiArgs) -> Result<Exit, Failure> {
    match &args.task {
        Task::BookStats(args) => stats::run(args),
        Task::Check(args) => check::run(args),
        Task::Browse(args) => browse::run(args),
        Task::Compile(args) => compile::run(args),
        Task::Grow(args) => grow::run(args),
    }
}
