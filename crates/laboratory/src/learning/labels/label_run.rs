//! Plays many games at a time and keeps the teacher busy: while it judges one half of them, the other
//! half moves on.

use super::evaluator::{Evaluator, EvaluatorError, REPLY_BYTES, REQUEST_BYTES};
use super::labelled_game::LabelledGame;
use super::self_playing_game::SelfPlayingGame;
use sgmp_board::rng::Rng;
use sgmp_board::shared_work::map_each;
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::net::inputs::TeacherReader;

/// The games that are to be made.
#[derive(Clone, Debug)]
pub struct LabelPlan {
    /// Positions that are enough.
    pub positions: u64,
    /// Positions of a file.
    pub shard: u64,
    /// Seed of everything drawn.
    pub seed: u64,
    /// Threads that describe positions and make moves.
    pub jobs: usize,
}

/// Games that move on together.
struct Half {
    games: Vec<SelfPlayingGame>,
}

/// Takes games as they end, and hands them on a file at a time.
pub(super) struct Harvest<'a, S> {
    shard: Vec<LabelledGame>,
    shard_positions: u64,
    shard_size: u64,
    positions: u64,
    sink: &'a mut S,
}

impl<'a, S: FnMut(Vec<LabelledGame>)> Harvest<'a, S> {
    /// `sink` gets files of so many positions or few more.
    pub(super) const fn new(shard_size: u64, sink: &'a mut S) -> Self {
        Self {
            shard: Vec::new(),
            shard_positions: 0,
            shard_size,
            positions: 0,
            sink,
        }
    }

    /// Positions of all games so far.
    pub(super) const fn positions(&self) -> u64 {
        self.positions
    }

    /// Takes a game, unless it has no positions.
    pub(super) fn take(&mut self, game: LabelledGame) {
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

    /// Hands on what is left.
    pub(super) fn flush(&mut self) {
        self.shard_positions = 0;
        if !self.shard.is_empty() {
            (self.sink)(std::mem::take(&mut self.shard));
        }
    }
}

/// Begins games by their numbers.
struct GameStarts {
    next: u64,
    rng: Rng,
}

impl GameStarts {
    fn begin(&mut self) -> SelfPlayingGame {
        loop {
            let number = self.next;
            self.next += 1;
            if let Some(game) = SelfPlayingGame::begin(number, &self.rng) {
                return game;
            }
        }
    }
}

/// Plays games until there are positions enough, counting those of games that are still going on; these
/// come last, cut off. `sink` gets the games a file at a time; `tick` hears how many positions there are.
///
/// # Errors
/// [`EvaluatorError`]; what was made so far has gone to the sink.
pub fn label(
    plan: &LabelPlan,
    evaluator: &mut dyn Evaluator,
    halt: &StopFlag,
    mut sink: impl FnMut(Vec<LabelledGame>),
    mut tick: impl FnMut(u64),
) -> Result<u64, EvaluatorError> {
    let batch = evaluator.batch_size();
    let mut harvest = Harvest::new(plan.shard, &mut sink);
    let mut starts = GameStarts {
        next: 0,
        rng: Rng::from_seed(plan.seed),
    };
    let mut halves: Vec<Half> = (0..2)
        .map(|_| Half {
            games: (0..batch).map(|_| starts.begin()).collect(),
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
                        let next = starts.begin();
                        harvest.take(std::mem::replace(game, next).finish());
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
            harvest.take(game.finish());
        }
    }
    harvest.flush();
    result.map(|()| harvest.positions())
}

/// Games that a thread does at a time.
fn chunk_size(games: usize, jobs: usize) -> usize {
    games.div_ceil(jobs.max(1)).max(1)
}

/// The requests of all games.
fn requests(half: &mut Half, jobs: usize) -> Vec<u8> {
    let mut requests = vec![0; half.games.len() * REQUEST_BYTES];
    let chunk = chunk_size(half.games.len(), jobs);
    let rooms = requests.chunks_mut(chunk * REQUEST_BYTES);
    let parts = half.games.chunks_mut(chunk).zip(rooms);
    map_each(jobs, parts, |(games, rooms)| {
        let mut reader = TeacherReader::default();
        let rooms = rooms.chunks_exact_mut(REQUEST_BYTES);
        for (game, room) in games.iter_mut().zip(rooms) {
            game.ask(&mut reader, room);
        }
    });
    requests
}

/// Makes a move in all games; whether each has ended.
fn answer(half: &mut Half, replies: &[u8], jobs: usize) -> Vec<bool> {
    let replies = replies.chunks_exact(REPLY_BYTES);
    let asked = half.games.iter_mut().zip(replies);
    map_each(jobs, asked, |(game, reply)| game.answer(reply).is_some())
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;
    use crate::learning::labels::labels_file::{read_labels, write_labels};
    use crate::learning::labels::planes_file::write_planes;
    use sgmp_engine::net::inputs::TEACHER_PLANES;

    /// Likes all legal moves alike, passes last, and ends games soon by its wish to pass.
    #[derive(Default)]
    struct EvenTeacher {
        asked: VecDeque<Vec<u8>>,
        rounds: u32,
    }

    impl Evaluator for EvenTeacher {
        fn batch_size(&self) -> usize {
            6
        }

        fn ask(&mut self, requests: Vec<u8>) -> Result<(), EvaluatorError> {
            self.asked.push_back(requests);
            Ok(())
        }

        fn replies(&mut self) -> Result<Vec<u8>, EvaluatorError> {
            self.rounds += 1;
            let passes = self.rounds.is_multiple_of(40) || self.rounds % 40 > 36;
            let requests = self.asked.pop_front().unwrap_or_default();
            let replies = requests.chunks(REQUEST_BYTES);
            Ok(replies.flat_map(|request| reply(request, passes)).collect())
        }
    }

    fn reply(request: &[u8], passes: bool) -> Vec<u8> {
        let legal = &request[TEACHER_PLANES * 46..][..46];
        let is_legal = |place: &u16| legal[usize::from(*place) / 8] >> (place % 8) & 1 == 1;
        let mut places: Vec<u16> = (0..361).filter(is_legal).take(23).collect();
        places.push(361);
        if passes {
            places = vec![361];
        }
        places.resize(24, u16::MAX);
        let mut bytes: Vec<u8> = places
            .iter()
            .flat_map(|place| place.to_le_bytes())
            .collect();
        bytes.extend(
            places
                .iter()
                .map(|place| if *place == u16::MAX { 0 } else { 50 }),
        );
        bytes.extend([0, 128, 16, 0, 16, 0]);
        bytes.resize(REPLY_BYTES, 3);
        bytes
    }

    fn made(jobs: usize) -> Vec<LabelledGame> {
        let plan = LabelPlan {
            positions: 1500,
            shard: 400,
            seed: 5,
            jobs,
        };
        let (mut games, mut shards) = (Vec::new(), 0);
        let sink = |some: Vec<LabelledGame>| {
            shards += 1;
            games.extend(some);
        };
        let mut teacher = EvenTeacher::default();
        let made = label(&plan, &mut teacher, &StopFlag::new(), sink, |_| {});
        assert_eq!(made.expect("labels"), 1500);
        assert!(shards > 2, "{shards} files");
        games
    }

    #[test]
    fn games_are_legal_and_do_not_depend_on_the_threads() {
        let games = made(1);
        assert_eq!(games, made(3));
        assert!(
            games
                .iter()
                .any(|game| game.end == super::super::LabelledEnd::Passes)
        );
        for game in &games {
            assert_eq!(game.moves.len(), game.labels.len());
            game.replay(|_, _, _| {}).expect("a legal game");
        }
        let bytes = write_labels(&games).expect("packed");
        assert_eq!(read_labels(&bytes).expect("read"), games);
        let mut planes = Vec::new();
        write_planes(&games, 2, &mut planes).expect("planes");
        assert_eq!(planes.len(), 64 + 1500 * 844);
    }

    #[test]
    fn a_run_that_is_halted_hands_over_what_it_has() {
        let halt = StopFlag::new();
        halt.request();
        let plan = LabelPlan {
            positions: 1_000_000,
            shard: 1_000_000,
            seed: 5,
            jobs: 1,
        };
        let mut games = 0;
        let sink = |some: Vec<LabelledGame>| games += some.len();
        let mut teacher = EvenTeacher::default();
        let made = label(&plan, &mut teacher, &halt, sink, |_| {});
        assert_eq!(made.expect("no fault"), 0);
        assert_eq!(games, 0, "games without a move are left out");
    }
}
