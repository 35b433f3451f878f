//! `learn`: training games, and what is learned from them.

mod beliefs_command;
mod duel_command;
mod fitting;
mod games_command;
mod journal_header;
mod label_command;
mod net_note_command;
mod net_report_command;
mod patterns_command;
mod planes_command;
mod playouts_command;
mod predict_command;
mod tune_command;
mod tuning_workers;

use clap::{Args, Subcommand};

use crate::cli::exit::Exit;
use sgmp_board::failure::Failure;

/// A task of learning.
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
    Games(games_command::GamesArgs),
    /// Fit the weights of shapes and tactical features to games. Killed at any time, the same words
    /// go on
    Patterns(patterns_command::PatternsArgs),
    /// Fit what playouts like to play to how games ended. Killed or interrupted at any time, the same
    /// words go on
    Playouts(playouts_command::PlayoutsArgs),
    /// Fit how likely groups live and whose points become, by what is seen of them, to how games ended
    Beliefs(beliefs_command::BeliefsArgs),
    /// Foretell games by weights of shapes: how often the move that was made is among the first ones
    Predict(predict_command::PredictArgs),
    /// Write the file of a net once more, with a note on its origin and teacher
    NetNote(net_note_command::NetNoteArgs),
    /// Tell how well nets foretell labelled games: moves, who wins, the score and the owners, by board size and
    /// phase, nets side by side
    NetReport(net_report_command::NetReportArgs),
    /// Tune the engine's parameters by pairs of games of the engine against itself. Killed or
    /// interrupted at any time, the same words go on where it stopped
    Tune(tune_command::TuneArgs),
    /// Make games with a teacher's labels, which nets are trained on
    Label(label_command::LabelArgs),
    /// Describe the positions of labelled games to a trainer of nets
    Planes(planes_command::PlanesArgs),
    /// Tell which of two settings of the engine wins more games
    Duel(Box<duel_command::DuelArgs>),
}

/// Does a part of it.
///
/// # Errors
/// [`Failure`]: one line for the operator and the exit code.
pub(crate) fn run(args: &LearnArgs) -> Result<Exit, Failure> {
    match &args.part {
        Part::Games(args) => games_command::run(args),
        Part::Patterns(args) => patterns_command::run(args),
        Part::Playouts(args) => playouts_command::run(args),
        Part::Beliefs(args) => beliefs_command::run(args),
        Part::Predict(args) => predict_command::run(args),
        Part::NetNote(args) => net_note_command::run(args),
        Part::NetReport(args) => net_report_command::run(args),
        Part::Tune(args) => tune_command::run(args),
        Part::Label(args) => label_command::run(args),
        Part::Planes(args) => planes_command::run(args),
        Part::Duel(args) => duel_command::run(args),
    }
}
