//! `learn predict`: how well weights foretell games, and what asking them costs.

use std::num::NonZeroU16;
use std::path::PathBuf;

use clap::Args;

use super::fitting::{lessons, threads};
use crate::cli::engine_tools::weights_files::read_patterns;
use crate::cli::exit::Exit;
use sgmp_board::failure::Failure;
use sgmp_knowledge::move_weights::MovePriors;
use sgmp_laboratory::learning::patterns::{Prediction, SampleGame};
use sgmp_match::console::stdout_line;
use sgmp_match::port::MonotonicClock;

/// Weights and games.
#[derive(Debug, Args)]
pub struct PredictArgs {
    /// The file of weights
    pub weights: PathBuf,

    /// Files of training games, SGF records, and folders of such
    #[arg(required = true, value_name = "GAMES")]
    pub games: Vec<PathBuf>,

    /// Pass over moves of a side with a chance to win, or to lose, of less than so many percent
    #[arg(long, default_value_t = 3, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=50))]
    pub decided: u8,

    /// Threads; the time of a position is measured with one [default: one for each core]
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroU16>,

    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
}

/// Foretells the games.
///
/// # Errors
/// Files that cannot be read.
pub(super) fn run(args: &PredictArgs) -> Result<Exit, Failure> {
    let clock = MonotonicClock::start();
    let weights = read_patterns(&args.weights)?;
    let priors = MovePriors::from(&weights);
    let loaded = clock.now();
    let lessons = lessons(&args.games, args.decided)?;
    let jobs = threads(args.jobs);
    let lessons: Vec<&SampleGame> = lessons.iter().collect();
    let begun = clock.now();
    let prediction = Prediction::new(&priors, &lessons, jobs);
    let taken = clock.now().since(begun);
    stdout_line(prediction);
    let millis = loaded.since(sgmp_proto::Instant::ZERO).as_secs_f64() * 1e3;
    stdout_line(format_args!(
        "{} shapes, loaded in {millis:.1} ms",
        weights.shapes.len()
    ));
    let moves = prediction.all().moves;
    if jobs == 1 && moves > 0 {
        let micros = taken.as_secs_f64() * 1e6 / moves as f64;
        stdout_line(format_args!("{micros:.0} microseconds a position"));
    }
    stdout_line(&weights.note);
    Ok(Exit::Done)
}
