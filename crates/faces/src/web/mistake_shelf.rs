//! Searches for mistakes that go on where they were left.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::study::{GameSource, MistakeSearch};
use sgmp_board::rules::{Color, Game};

/// Searches that are remembered: more than the games that a page looks through.
const MAX_SEARCHES: usize = 32;

/// Searches of late, the latest first.
#[derive(Default)]
pub(super) struct MistakeShelf(Mutex<VecDeque<MistakeSearch>>);

impl MistakeShelf {
    fn lock(&self) -> MutexGuard<'_, VecDeque<MistakeSearch>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The search through a game for what these colors missed, as far as it has come.
    pub(super) fn take(&self, game: Game, colors: Vec<Color>, source: GameSource) -> MistakeSearch {
        let mut searches = self.lock();
        let is_it = |search: &MistakeSearch| search.is_of(&game, &colors, &source);
        let known = searches.iter().position(is_it);
        let known = known.and_then(|place| searches.remove(place));
        known.unwrap_or_else(|| MistakeSearch::new(game, colors, source))
    }

    pub(super) fn put(&self, search: MistakeSearch) {
        let mut searches = self.lock();
        searches.truncate(MAX_SEARCHES - 1);
        searches.push_front(search);
    }
}
