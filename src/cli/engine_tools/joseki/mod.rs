//! `joseki`: the book of joseki and openings: its figures, its mistakes, its pages, its growth.

mod book_files;
mod joseki_browse;
mod joseki_check;
mod joseki_compile;
mod joseki_grow;
mod joseki_stats;

use clap::{Args, Subcommand};

use crate::cli::exit::Exit;
use crate::cli::face::study::joseki_command::{self, TutorArgs};
use sgmp_board::failure::Failure;

/// A task with the book.
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
    Stats(joseki_stats::StatsArgs),
    /// Look for mistakes: illegal moves, marks that disagree, bad moves that nobody punishes, lines
    /// that end in atari, lines that bring nothing
    Check(joseki_check::CheckArgs),
    /// Walk through the book on a board: marks, bad moves punished, questions
    Tutor(TutorArgs),
    /// Show positions and what follows: letters choose a move, u takes it back, q ends
    Browse(joseki_browse::BrowseArgs),
    /// Make the compiled book of texts
    Compile(joseki_compile::CompileArgs),
    /// Let the engine search on where lines end, and write what it finds as text, marked as grown.
    /// Interrupted at any time, the same words go on
    Grow(joseki_grow::GrowArgs),
}

/// Does it.
///
/// # Errors
/// [`Failure`]: one line for the operator and the exit code.
pub(crate) fn run(args: &JosekiArgs, is_plain: bool) -> Result<Exit, Failure> {
    match &args.task {
        Task::Stats(args) => joseki_stats::run(args),
        Task::Check(args) => joseki_check::run(args),
        Task::Tutor(args) => joseki_command::run(args, is_plain),
        Task::Browse(args) => joseki_browse::run(args),
        Task::Compile(args) => joseki_compile::run(args),
        Task::Grow(args) => joseki_grow::run(args),
    }
}
