//! A match as it stands, for those who look at it from other threads.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::play::{Event, Match, Outcome};
use crate::rules::Game;

/// A match as it stands.
#[derive(Clone, Debug)]
pub(crate) struct Standing {
    pub(crate) game: Game,
    /// Whether our move is awaited.
    pub(crate) is_our_turn: bool,
    /// How it ended.
    pub(crate) over: Option<String>,
    /// Its result, where that stands.
    pub(crate) outcome: Option<Outcome>,
}

/// The board that both sides of a thread see; clones share it.
#[derive(Clone, Debug)]
pub(crate) struct Table(Arc<Place>);

#[derive(Debug)]
struct Place {
    standing: Mutex<Standing>,
    changed: Condvar,
}

impl Table {
    /// A match that is yet to begin, or to go on.
    pub(crate) fn new(game: Game) -> Self {
        Self(Arc::new(Place {
            standing: Mutex::new(Standing {
                game,
                is_our_turn: false,
                over: None,
                outcome: None,
            }),
            changed: Condvar::new(),
        }))
    }

    /// What has happened.
    pub(crate) fn note(&self, game: &Match, event: &Event) {
        let mut standing = self.lock();
        match event {
            Event::OurTurn => standing.is_our_turn = true,
            Event::Moved { color, .. } => {
                standing.game = game.game().clone();
                standing.is_our_turn &= *color != game.terms().color;
            }
            Event::TakenBack { .. } => {
                standing.game = game.game().clone();
                standing.is_our_turn = false;
            }
            Event::Ended(end) => standing.over = Some(end.to_string()),
            Event::Settled(outcome) => standing.outcome = Some((**outcome).clone()),
            _ => return,
        }
        self.0.changed.notify_all();
    }

    /// Takes our turn, if it is ours and not yet taken: one decision for each.
    pub(crate) fn take_turn(&self) -> bool {
        std::mem::take(&mut self.lock().is_our_turn)
    }

    /// The match was left.
    pub(crate) fn leave(&self) {
        let mut standing = self.lock();
        if standing.over.is_none() {
            standing.over = Some("the match was left".to_owned());
        }
        self.0.changed.notify_all();
    }

    /// How it stands.
    pub(crate) fn look(&self) -> Standing {
        self.lock().clone()
    }

    /// Waits until `is_so`, for no longer than this; whether it is.
    pub(crate) fn wait(&self, most: Duration, is_so: impl Fn(&Standing) -> bool) -> bool {
        let waited = self
            .0
            .changed
            .wait_timeout_while(self.lock(), most, |standing| !is_so(standing));
        let (standing, _) = waited.unwrap_or_else(PoisonError::into_inner);
        is_so(&standing)
    }

    fn lock(&self) -> MutexGuard<'_, Standing> {
        let lock = self.0.standing.lock();
        lock.unwrap_or_else(PoisonError::into_inner)
    }
}
