//! A match as it stands, for those who look at it from other threads.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::play::{Event, Match, Outcome};
use sgmp_board::rules::Game;

/// A match as it stands.
#[derive(Clone, Debug)]
pub struct MatchState {
    /// The game so far.
    pub game: Game,
    /// True if our move is awaited.
    pub is_our_turn: bool,
    /// End of the match, in words.
    pub over: Option<String>,
    /// Its result, where that stands.
    pub outcome: Option<Outcome>,
}

/// The board that both sides of a thread see; clones share it.
#[derive(Clone, Debug)]
pub struct SharedMatch(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    state: Mutex<MatchState>,
    changed: Condvar,
}

impl SharedMatch {
    /// A match that is yet to begin, or to go on.
    pub fn new(game: Game) -> Self {
        Self(Arc::new(Shared {
            state: Mutex::new(MatchState {
                game,
                is_our_turn: false,
                over: None,
                outcome: None,
            }),
            changed: Condvar::new(),
        }))
    }

    /// Takes in an event of the match.
    pub fn update(&self, game: &Match, event: &Event) {
        let mut state = self.lock();
        match event {
            Event::OurTurn => state.is_our_turn = true,
            Event::Moved { color, .. } => {
                state.game = game.game().clone();
                state.is_our_turn &= *color != game.terms().color;
            }
            Event::TakenBack { .. } => {
                state.game = game.game().clone();
                state.is_our_turn = false;
            }
            Event::Ended(end) => state.over = Some(end.to_string()),
            Event::Settled(outcome) => state.outcome = Some((**outcome).clone()),
            _ => return,
        }
        self.0.changed.notify_all();
    }

    /// Takes our turn, if it is ours and not yet taken: one decision for each.
    pub fn take_turn(&self) -> bool {
        std::mem::take(&mut self.lock().is_our_turn)
    }

    /// The match was left.
    pub fn leave(&self) {
        let mut state = self.lock();
        if state.over.is_none() {
            state.over = Some("the match was left".to_owned());
        }
        self.0.changed.notify_all();
    }

    /// State of the match.
    pub fn state(&self) -> MatchState {
        self.lock().clone()
    }

    /// Waits until `is_so`, for no longer than this; whether it is.
    pub fn wait(&self, most: Duration, is_so: impl Fn(&MatchState) -> bool) -> bool {
        let waited = self
            .0
            .changed
            .wait_timeout_while(self.lock(), most, |state| !is_so(state));
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        is_so(&state)
    }

    fn lock(&self) -> MutexGuard<'_, MatchState> {
        let lock = self.0.state.lock();
        lock.unwrap_or_else(PoisonError::into_inner)
    }
}
