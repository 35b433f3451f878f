//! The workers that play a generation's games: threads, and processes that share them.

use super::named_opponent::OpponentFault;
use super::trial_game::TrialResult;
use sgmp_board::shared_work::map_each;
use sgmp_board::stop_flag::StopFlag;

/// Processes that share the games of a generation. Each keeps the whole run, plays its part of the
/// games and hears the results of all others.
pub trait Ranks {
    /// Number of this process, from 0.
    fn rank(&self) -> usize;

    /// Number of processes, this one among them.
    fn count(&self) -> usize;

    /// Gives each process the numbers of all, rank by rank.
    fn gather(&self, own: &[i64]) -> Vec<i64>;
}

/// The workers of a run. Their number changes nothing but the speed.
pub struct Workers {
    /// Threads of this process.
    pub(super) threads: usize,
    /// Breaks off waiting for slow opponents.
    pub(super) halt: StopFlag,
    /// The processes that share the games, if there are others.
    ranks: Option<Box<dyn Ranks>>,
}

impl Workers {
    /// Threads of this process.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        Self {
            threads,
            halt: StopFlag::new(),
            ranks: None,
        }
    }

    /// The same, until a flag is raised.
    #[must_use]
    pub fn until(mut self, halt: StopFlag) -> Self {
        self.halt = halt;
        self
    }

    /// The same together with other processes.
    #[must_use]
    pub fn with_ranks(mut self, ranks: Box<dyn Ranks>) -> Self {
        self.ranks = Some(ranks);
        self
    }

    /// Returns whether any process was asked to stop; all processes have to ask together.
    #[must_use]
    pub fn are_halted(&self) -> bool {
        self.first_with(self.halt.is_requested()).is_some()
    }

    /// The first process for which something is true; all processes have to ask together.
    fn first_with(&self, own: bool) -> Option<usize> {
        match &self.ranks {
            None => own.then_some(0),
            Some(ranks) => {
                let all = ranks.gather(&[own.into()]);
                all.iter().position(|one| *one != 0)
            }
        }
    }

    /// Plays games, of which other processes play their share, and returns the results of all in order.
    pub(super) fn map<T: Sync>(
        &self,
        tasks: &[T],
        play: impl Fn(&T) -> Result<TrialResult, OpponentFault> + Sync,
    ) -> Result<Vec<TrialResult>, OpponentFault> {
        let (rank, count) = self
            .ranks
            .as_ref()
            .map_or((0, 1), |ranks| (ranks.rank(), ranks.count().max(1)));
        let all = tasks.len();
        let own = tasks.iter().skip(rank).step_by(count);
        let results = map_each(self.threads, own, play);
        let results: Result<Vec<TrialResult>, _> = results.into_iter().collect();
        let Some(ranks) = &self.ranks else {
            return results;
        };
        // Nobody waits for the results of a process that has none.
        let failed = self.first_with(results.is_err());
        let results = results?;
        if let Some(rank) = failed {
            return Err(OpponentFault::Elsewhere { rank });
        }
        let numbers: Vec<i64> = results.iter().flat_map(TrialResult::numbers).collect();
        Ok(in_order(&ranks.gather(&numbers), all, count))
    }
}

/// The results of all processes, which come rank by rank, in the order of the games.
fn in_order(gathered: &[i64], all: usize, count: usize) -> Vec<TrialResult> {
    let mut results = vec![TrialResult::default(); all];
    let mut numbers = gathered.chunks_exact(TrialResult::NUMBERS);
    for rank in 0..count {
        for (result, numbers) in results
            .iter_mut()
            .skip(rank)
            .step_by(count)
            .zip(&mut numbers)
        {
            *result = TrialResult::from_numbers(numbers);
        }
    }
    results
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Barrier, Mutex};
    use std::thread;

    use super::*;
    use crate::evolution::{EvolutionConfig, Population};

    /// Threads that stand for processes.
    struct Pretended {
        rank: usize,
        desk: Arc<(Barrier, Vec<Mutex<Vec<i64>>>)>,
    }

    impl Ranks for Pretended {
        fn rank(&self) -> usize {
            self.rank
        }

        fn count(&self) -> usize {
            self.desk.1.len()
        }

        fn gather(&self, own: &[i64]) -> Vec<i64> {
            let (barrier, parts) = &*self.desk;
            *parts[self.rank].lock().unwrap() = own.to_vec();
            barrier.wait();
            let all = parts.iter().flat_map(|part| part.lock().unwrap().clone());
            let all = all.collect();
            barrier.wait();
            all
        }
    }

    #[test]
    fn processes_that_share_the_games_change_nothing() {
        let rows = |workers: &Workers| {
            let (mut population, first) =
                Population::start(EvolutionConfig::toy(), workers).unwrap();
            let mut rows = vec![first];
            rows.extend((0..4).map(|_| population.step(workers).unwrap()));
            rows
        };
        let alone = rows(&Workers::new(1));
        let parts = (0..3).map(|_| Mutex::default()).collect();
        let desk = Arc::new((Barrier::new(3), parts));
        thread::scope(|scope| {
            let each: Vec<_> = (0..3)
                .map(|rank| {
                    let desk = Arc::clone(&desk);
                    scope.spawn(move || {
                        let ranks = Box::new(Pretended { rank, desk });
                        rows(&Workers::new(1).with_ranks(ranks))
                    })
                })
                .collect();
            for rank in each {
                assert_eq!(rank.join().unwrap(), alone);
            }
        });
    }
}
