//! A tuning whose games several workers share.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::journal_header::{header, journal_failure};
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::stop_flag::StopFlag;
use sgmp_hall::tournament::duel::Worker;
use sgmp_laboratory::learning::tuning::{
    Budget, GameScore, JournalError, SharedGames, Tuning, TuningPlan, TuningStep, journal_in,
};
use sgmp_match::port::{MonotonicClock, pause};

/// Time between two looks at the others' files.
const LOOK_INTERVAL: Duration = Duration::from_millis(100);

/// Shortest wait for another worker's games.
const MIN_WAIT: Duration = Duration::from_secs(1);

/// The games of all workers, and what this one knows of the others' pace.
pub(super) struct SharedTuning {
    worker: Option<Worker>,
    state: Mutex<SharedState>,
    clock: MonotonicClock,
}

struct SharedState {
    games: SharedGames,
    /// The longest game of this process.
    longest: Duration,
    /// True since nothing came from the others in twice that time.
    is_alone: bool,
    failure: Option<JournalError>,
}

impl SharedTuning {
    /// The games that workers of this tuning have played; `worker` is this process.
    ///
    /// # Errors
    /// Files that cannot be read or written, or that other words began; a plan whose games nobody can
    /// repeat.
    pub(super) fn open(
        plan: &TuningPlan,
        journal: &Path,
        worker: Option<Worker>,
        others: &[PathBuf],
    ) -> Result<Self, Failure> {
        if worker.is_some() && !matches!(plan.conditions.budget, Budget::Playouts(_)) {
            let what = "--worker: games by move_time are never the same twice: write playouts";
            return Err(Failure::new(Blame::Usage, what));
        }
        let header = header(SharedGames::words(plan));
        let games = SharedGames::open(journal, &header, worker, others.to_vec());
        Ok(Self {
            worker,
            state: Mutex::new(SharedState {
                games: games.map_err(journal_failure)?,
                longest: Duration::ZERO,
                is_alone: false,
                failure: None,
            }),
            clock: MonotonicClock::start(),
        })
    }

    /// Returns whether a pair is this process's own.
    pub(super) fn is_own(&self, pair: u32) -> bool {
        self.worker.is_none_or(|worker| worker.plays(pair))
    }

    /// The score of a game: known from somebody's file, or played here once nobody else seems to do it.
    /// `None` if it was halted or could not be kept.
    pub(super) fn score(
        &self,
        game: u32,
        halt: &StopFlag,
        play: impl FnOnce() -> Option<GameScore>,
    ) -> Option<GameScore> {
        if let Some(known) = self.of_others(game, halt) {
            return Some(known);
        }
        if halt.is_requested() {
            return None;
        }
        let begun = self.now();
        let score = play()?;
        self.with(|state| {
            state.longest = state.longest.max(self.now().saturating_sub(begun));
            state.games.add(game, score)
        })
        .map_err(|()| halt.request())
        .ok()?;
        Some(score)
    }

    /// Waits for a game that is another worker's: twice as long as the longest game here takes, and after a
    /// vain wait no more until somebody is heard again.
    fn of_others(&self, game: u32, halt: &StopFlag) -> Option<GameScore> {
        let begun = self.now();
        loop {
            let looked = self.with(|state| {
                if state.games.refresh()? {
                    state.is_alone = false;
                }
                Ok((state.games.score(game), state.is_alone, state.longest))
            });
            let Ok((known, is_alone, longest)) = looked else {
                halt.request();
                return None;
            };
            if known.is_some() || is_alone || self.is_own(game / 2) || halt.is_requested() {
                return known;
            }
            if self.now().saturating_sub(begun) > MIN_WAIT.max(2 * longest) {
                let alone = self.with(|state| {
                    state.is_alone = true;
                    Ok(())
                });
                return alone.ok().and(None);
            }
            pause(LOOK_INTERVAL);
        }
    }

    fn now(&self) -> Duration {
        self.clock.now().since(sgmp_proto::Instant::ZERO)
    }

    /// Does something with the games; the first failure is kept.
    fn with<T>(
        &self,
        act: impl FnOnce(&mut SharedState) -> Result<T, JournalError>,
    ) -> Result<T, ()> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        act(&mut state).map_err(|error| {
            state.failure.get_or_insert(error);
        })
    }

    /// The failure that stopped it.
    pub(super) fn take_failure(&self) -> Option<Failure> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.failure.take().map(journal_failure)
    }
}

/// Goes through the iterations of a tuning's journal, where there is one, without a hand on it.
///
/// # Errors
/// A journal that cannot be read, or goes by another plan.
pub(super) fn recall_read_only(tuning: &mut Tuning, journal: &Path) -> Result<(), Failure> {
    if !journal.exists() {
        return Ok(());
    }
    let kept = journal_in::<TuningStep>(journal).map_err(journal_failure)?;
    if tuning.recall(&kept.steps) {
        return Ok(());
    }
    let what = format!("{}: it goes by another plan", journal.display());
    Err(Failure::new(Blame::Usage, what))
}
