//! `learn`: training games, and what is learned from them.

mod games;
mod progress;

use clap::{Args, Subcommand};

use super::exit::{Exit, Failure};

/// What to learn.
#[derive(Debug, Args)]
pub struct LearnArgs {
    /// The part of it
    #[command(subcommand)]
    pub part: Part,
}

/// The parts of learning.
#[derive(Debug, Subcommand)]
pub enum Part {
    /// Make training games: our engine against itself, or other programs' engines. Killed or
    /// interrupted at any time, the same words go on where it stopped
    Games(games::GamesArgs),
}

/// Does a part of it.
///
/// # Errors
/// [`Failure`]: one line for the operator and the exit code.
pub(super) fn run(args: &LearnArgs) -> Result<Exit, Failure> {
    match &args.part {
        Part::Games(args) => games::run(args),
    }
}
