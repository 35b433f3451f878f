//! Plays many games at a time and keeps the teacher busy: while it judges one half of them, the other
//! half moves on.

use std::thread;

use super::evaluator::{Evaluator, EvaluatorError, REPLY_BYTES, REQUEST_BYTES};
use super::labelled_game::LabelledGame;
use super::self_playing_game::SelfPlayingGame;
use crate::net::inputs::TeacherReader;
use crate::rng::Rng;
use crate::search::StopFlag;

/// The games that are to be made.
#[derive(Clone, Debug)]
pub(crate) struct LabelPlan {
    /// Positions that are enough.
    pub(crate) positions: u64,
    /// Positions of a file.
    pub(crate) shard: u64,
    /// Seed of everything drawn.
    pub(crate) seed: u64,
    /// Threads that describe positions and make moves.
    pub(crate) jobs: usize,
}

/// Games that move on together.
struct Half {
    games: Vec<SelfPlayingGame>,
}

/// Takes games as they end, and tells how many positions there are.
struct Harvest<'a, S> {
    shard: Vec<LabelledGame>,
    shard_positions: u64,
    shard_size: u64,
    positions: u64,
    next_game: u64,
    rng: Rng,
    sink: &'a mut S,
}

impl<S: FnMut(Vec<LabelledGame>)> Harvest<'_, S> {
    fn next_game(&mut self) -> SelfPlayingGame {
        loop {
            let number = self.next_game;
            self.next_game += 1;
            if let Some(game) = SelfPlayingGame::begin(number, &self.rng) {
                return game;
            }
        }
    }

    fn take(&mut self, game: SelfPlayingGame) {
        let game = game.finish();
        let positions = game.moves.len() as u64;
        if positions == 0 {
            return;
        }
        self.positions += positions;
        self.shard_positions += positions;
        self.shard.push(game);
        if self.shard_positions >= self.shard_size {
            self.flush();
        }
    }

    fn flush(&mut self) {
        self.shard_positions = 0;
        if !self.shard.is_empty() {
            (self.sink)(std::mem::take(&mut self.shard));
        }
    }
}

/// Plays games until there are positions enough, counting those of games that are still going on; these
/// come last, cut off. `sink` gets the games a file at a time; `tick` hears how many positions there are.
///
/// # Errors
/// [`EvaluatorError`]; what was made so far has gone to the sink.
pub(crate) fn label(
    plan: &LabelPlan,
    evaluator: &mut dyn Evaluator,
    halt: &StopFlag,
    mut sink: impl FnMut(Vec<LabelledGame>),
    mut tick: impl FnMut(u64),
) -> Result<u64, EvaluatorError> {
    let batch = evaluator.batch_size();
    let mut harvest = Harvest {
        shard: Vec::new(),
        shard_positions: 0,
        shard_size: plan.shard.max(1),
        positions: 0,
        next_game: 0,
        rng: Rng::from_seed(plan.seed),
        sink: &mut sink,
    };
    let mut halves: Vec<Half> = (0..2)
        .map(|_| Half {
            games: (0..batch).map(|_| harvest.next_game()).collect(),
        })
        .collect();
    let mut asked = 0;
    let result = (|| {
        for half in &mut halves {
            evaluator.ask(requests(half, plan.jobs))?;
        }
        while asked < plan.positions && !halt.is_requested() {
            for half in &mut halves {
                let replies = evaluator.replies()?;
                if replies.len() != half.games.len() * REPLY_BYTES {
                    return Err(EvaluatorError::Garbled("a number of replies"));
                }
                asked += half.games.len() as u64;
                let ended = answer(half, &replies, plan.jobs);
                for (game, ended) in half.games.iter_mut().zip(ended) {
                    if ended {
                        let next = harvest.next_game();
                        harvest.take(std::mem::replace(game, next));
                    }
                }
                evaluator.ask(requests(half, plan.jobs))?;
                tick(asked);
            }
        }
        Ok(())
    })();
    for half in halves {
        for game in half.games {
            harvest.take(game);
        }
    }
    harvest.flush();
    result.map(|()| harvest.positions)
}

/// Games that a thread does at a time.
fn chunk_size(games: usize, jobs: usize) -> usize {
    games.div_ceil(jobs.max(1)).max(1)
}

/// The requests of all games.
fn requests(half: &mut Half, jobs: usize) -> Vec<u8> {
    let mut requests = vec![0; half.games.len() * REQUEST_BYTES];
    let chunk = chunk_size(half.games.len(), jobs);
    thread::scope(|scope| {
        let rooms = requests.chunks_mut(chunk * REQUEST_BYTES);
        for (games, rooms) in half.games.chunks_mut(chunk).zip(rooms) {
            scope.spawn(|| {
                let mut reader = TeacherReader::default();
                let rooms = rooms.chunks_exact_mut(REQUEST_BYTES);
                for (game, room) in games.iter_mut().zip(rooms) {
                    game.ask(&mut reader, room);
                }
            });
        }
    });
    requests
}

/// Makes a move in all games; whether each has ended.
fn answer(half: &mut Half, replies: &[u8], jobs: usize) -> Vec<bool> {
    let mut ended = vec![false; half.games.len()];
    let chunk = chunk_size(half.games.len(), jobs);
    thread::scope(|scope| {
        let parts = half.games.chunks_mut(chunk).zip(ended.chunks_mut(chunk));
        let replies = replies.chunks(chunk * REPLY_BYTES);
        for ((games, ended), replies) in parts.zip(replies) {
            scope.spawn(|| {
                let replies = replies.chunks_exact(REPLY_BYTES);
                for ((game, ended), reply) in games.iter_mut().zip(ended).zip(replies) {
                    *ended = game.answer(reply).is_some();
                }
            });
        }
    });
    ended
}
