//! Generation of training games on all cores.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use super::external_engine::SpawnError;
use super::games_config::{GamesConfig, Pairing};
use super::self_play::{Played, Players};
use super::training_game::TrainingGame;
use sgmp_board::stop_flag::StopFlag;

/// A game that came to nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {index} came to nothing: {why}")]
pub struct GenerationError {
    /// Its number.
    pub index: u32,
    /// The error.
    pub why: String,
}

/// The outcome of a game.
pub type GenerationResult = Result<Box<TrainingGame>, GenerationError>;

impl Pairing {
    /// Names of the players; external engines are started to ask for theirs.
    ///
    /// # Errors
    /// A program that cannot be started, or does not speak GTP.
    pub fn names(&self, halt: &StopFlag) -> Result<Vec<String>, SpawnError> {
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
    let next = AtomicUsize::new(0);
    let (sender, receiver) = channel();
    thread::scope(|scope| {
        for _ in 0..jobs.max(1).min(numbers.len()) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || work(config, numbers, next, halt, &sender));
        }
        drop(sender);
        for made in receiver {
            if take(made).is_break() {
                halt.request();
            }
        }
    });
}

/// Plays one game after another.
fn work(
    config: &GamesConfig,
    numbers: &[u32],
    next: &AtomicUsize,
    halt: &StopFlag,
    sender: &Sender<GenerationResult>,
) {
    let mut self_play = None;
    while !halt.is_requested() {
        let place = next.fetch_add(1, Ordering::Relaxed);
        let Some(index) = numbers.get(place).copied() else {
            return;
        };
        let made = match play(&mut self_play, config, index, halt) {
            Ok(Played::Halted) => return,
            _ if halt.is_requested() => return,
            Ok(Played::Whole(game)) => Ok(game),
            Err(why) => {
                // A program that failed is started anew.
                self_play = None;
                Err(GenerationError { index, why })
            }
        };
        if sender.send(made).is_err() {
            return;
        }
    }
}

fn play(
    self_play: &mut Option<Players>,
    config: &GamesConfig,
    index: u32,
    halt: &StopFlag,
) -> Result<Played, String> {
    let hired = match self_play.take() {
        Some(hired) => hired,
        None => Players::spawn(&config.pairing, halt).map_err(|error| error.to_string())?,
    };
    self_play
        .insert(hired)
        .play(config, &config.plan(index), halt)
}
