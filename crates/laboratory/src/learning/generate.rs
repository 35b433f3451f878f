//! Generation of training games on all cores.

use std::ops::ControlFlow;

use super::external_engine::ExternalEngineError;
use super::games_config::{GamesConfig, Pairing};
use super::self_play::{Played, Players, TrainingGameError};
use super::training_game::TrainingGame;
use sgmp_board::shared_work::share;
use sgmp_board::stop_flag::StopFlag;

/// A game that came to nothing.
#[derive(Debug, thiserror::Error)]
#[error("game {index} came to nothing: {source}")]
pub struct GenerationError {
    /// The number of the game, from 0.
    pub index: u32,
    /// The reason why it came to nothing.
    pub source: TrainingGameError,
}

/// The outcome of a game.
pub type GenerationResult = Result<Box<TrainingGame>, GenerationError>;

impl Pairing {
    /// Names of the players; external engines are started to ask for theirs.
    ///
    /// # Errors
    /// A program that cannot be started, or does not speak GTP.
    pub fn names(&self, halt: &StopFlag) -> Result<Vec<String>, ExternalEngineError> {
        Players::spawn(self, halt).map(|self_play| self_play.names())
    }
}

/// Plays the games of these numbers with so many at a time, and hands each to `take` as it ends,
/// until that breaks off or `halt` is requested; games on their way then are dropped.
pub fn generate(
    config: &GamesConfig,
    numbers: &[u32],
    jobs: usize,
    halt: &StopFlag,
    mut take: impl FnMut(GenerationResult) -> ControlFlow<()>,
) {
    let worker = || {
        let mut players = None;
        move |index: &u32| made(&mut players, config, *index, halt)
    };
    share(jobs, numbers, halt, worker, |_, made| take(made));
}

/// The game of a number, or why there is none; `None` where it was halted.
fn made(
    players: &mut Option<Players>,
    config: &GamesConfig,
    index: u32,
    halt: &StopFlag,
) -> Option<GenerationResult> {
    match play(players, config, index, halt) {
        Ok(Played::Halted) => None,
        _ if halt.is_requested() => None,
        Ok(Played::Whole(game)) => Some(Ok(game)),
        Err(source) => {
            // A program that failed is started anew.
            *players = None;
            Some(Err(GenerationError { index, source }))
        }
    }
}

fn play(
    self_play: &mut Option<Players>,
    config: &GamesConfig,
    index: u32,
    halt: &StopFlag,
) -> Result<Played, TrainingGameError> {
    let hired = match self_play.take() {
        Some(hired) => hired,
        None => Players::spawn(&config.pairing, halt)?,
    };
    self_play
        .insert(hired)
        .play(config, &config.plan(index), halt)
}
