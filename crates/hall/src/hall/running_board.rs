//! The page of a game while it is played, written anew every few seconds.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::hall::event_folder::EventFolder;
use crate::hall::publishing::publish_running;
use crate::tournament::event::EventState;
use sgmp_board::rules::Game;
use sgmp_match::port::MonotonicClock;

/// Time between two writings of a page.
const PAGE_INTERVAL: Duration = Duration::from_secs(5);

/// A game under way, and its page.
pub struct RunningBoard<'a> {
    folder: &'a EventFolder,
    state: &'a EventState,
    place: (u32, u32),
    clock: MonotonicClock,
    /// The time of the last writing.
    written: Mutex<Option<Duration>>,
}

impl<'a> RunningBoard<'a> {
    /// The board of a game that begins.
    pub fn new(folder: &'a EventFolder, state: &'a EventState, place: (u32, u32)) -> Self {
        Self {
            folder,
            state,
            place,
            clock: MonotonicClock::start(),
            written: Mutex::new(None),
        }
    }

    /// Writes the page, if it was not written a moment ago. A page that cannot be written stops no game.
    pub fn show(&self, game: &Game) {
        let now = self.clock.now().since(sgmp_proto::Instant::ZERO);
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        if written.is_some_and(|at| now.saturating_sub(at) < PAGE_INTERVAL) {
            return;
        }
        *written = Some(now);
        drop(written);
        if let Err(failure) = publish_running(self.folder, self.state, self.place, game) {
            log::warn!("{failure}");
        }
    }
}
