//! `learn`: training games, and what is learned from them.

mod beliefs;
mod duel;
mod games;
mod patterns;
mod playouts;
mod predict;
mod progress;
mod tune;

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
    /// Fit the weights of shapes and tactical features to games. Killed at any time, the same words
    /// go on
    Patterns(patterns::PatternsArgs),
    /// Fit what playouts like to play to how games ended. Killed or interrupted at any time, the same
    /// words go on
    Playouts(playouts::PlayoutsArgs),
    /// Fit how likely groups live and whose points become, by what is seen of them, to how games ended
    Beliefs(beliefs::BeliefsArgs),
    /// Foretell games by weights of shapes: how often the move that was made is among the first ones
    Predict(predict::PredictArgs),
    /// Tune the engine's parameters by pairs of games of the engine against itself. Killed or
    /// interrupted at any time, the same words go on where it stopped
    Tune(tune::TuneArgs),
    /// Tell which of two settings of the engine wins more games
    Duel(duel::DuelArgs),
}

/// Does a part of it.
///
/// # Errors
/// [`Failure`]: one line for the operator and the exit code.
pub(super) fn run(args: &LearnArgs) -> Result<Exit, Failure> {
    match &args.part {
        Part::Games(args) => games::run(args),
        Part::Patterns(args) => patterns::run(args),
        Part::Playouts(args) => playouts::run(args),
        Part::Beliefs(args) => beliefs::run(args),
        Part::Predict(args) => predict::run(args),
        Part::Tune(args) => tune::run(args),
        Part::Duel(args) => duel::run(args),
    }
}
