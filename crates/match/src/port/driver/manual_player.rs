//! A chair whose moves are made elsewhere: by a person at the keyboard, by a controller.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::play::{Decision, Fault, FaultKind, Player, Turn};
use sgmp_board::rules::{Game, Status};
use sgmp_engine::engine::Engine;

/// Longest time until a halt is heeded.
const HALT_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A place to put down a decision for whoever sits in the chair; clones share it.
#[derive(Clone, Debug, Default)]
pub struct MoveSlot(Arc<AnswerPlace>);

#[derive(Debug, Default)]
struct AnswerPlace {
    decision: Mutex<Option<Decision>>,
    changed: Condvar,
}

impl MoveSlot {
    /// A slot without a decision; its copies share the place.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Puts a decision down, in the place of one that nobody has taken.
    pub fn put(&self, decision: Decision) {
        *self.lock() = Some(decision);
        self.0.changed.notify_all();
    }

    /// Takes the decision back, if it still lies there.
    #[must_use]
    pub fn take(&self) -> Option<Decision> {
        self.lock().take()
    }

    fn lock(&self) -> MutexGuard<'_, Option<Decision>> {
        // A decision is put down and taken in one step: a panic leaves none half written.
        let lock = self.0.decision.lock();
        lock.unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a decision, for a short while.
    fn wait(&self) -> Option<Decision> {
        let waited = self
            .0
            .changed
            .wait_timeout_while(self.lock(), HALT_POLL_INTERVAL, |d| d.is_none());
        let (mut decision, _) = waited.unwrap_or_else(PoisonError::into_inner);
        decision.take()
    }
}

/// Plays what is put into a [`MoveSlot`]; the final count is a judge's.
pub struct ManualPlayer {
    slot: MoveSlot,
    name: String,
    judge: Engine,
}

impl ManualPlayer {
    /// Seats somebody who moves by `slot`.
    #[must_use]
    pub const fn new(slot: MoveSlot, name: String, judge: Engine) -> Self {
        Self { slot, name, judge }
    }
}

impl Player for ManualPlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault> {
        loop {
            let decision = self.slot.wait();
            if turn.halt.is_requested() {
                // What was put down meanwhile is for the turn that follows this one.
                decision
                    .into_iter()
                    .for_each(|decision| self.slot.put(decision));
                return Err(Fault::new(FaultKind::Hang, "no move was made"));
            }
            if let Some(decision) = decision {
                return Ok(decision);
            }
        }
    }

    fn status(&mut self, game: &Game) -> Result<Status, Fault> {
        Ok(self.judge.status(game))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::{BoardSize, Color, Komi, Move};
    use sgmp_board::stop_flag::StopFlag;
    use sgmp_engine::engine::{Settings, Timing};

    fn choose(slot: &MoveSlot, halt: &StopFlag) -> Result<Decision, Fault> {
        let judge = Engine::new(Settings::default());
        let mut hand = ManualPlayer::new(slot.clone(), "a person".to_owned(), judge);
        hand.choose(&Turn {
            game: &Game::new(BoardSize::NINETEEN, Komi::default()),
            color: Color::Black,
            time_left: Duration::MAX,
            halt,
            timing: Timing::UNTIMED,
        })
    }

    #[test]
    fn what_is_put_down_is_played_once() {
        let (slot, halt) = (MoveSlot::new(), StopFlag::new());
        let pass = Decision::Move(Move::Pass);
        slot.put(Decision::Resign);
        slot.put(pass);
        assert_eq!(choose(&slot, &halt), Ok(pass));
        assert_eq!(slot.take(), None);
        slot.put(pass);
        assert_eq!(slot.take(), Some(pass));
        halt.request();
        assert!(choose(&slot, &halt).is_err());
        slot.put(pass);
        assert!(choose(&slot, &halt).is_err());
        assert_eq!(slot.take(), Some(pass));
    }

    #[test]
    fn a_move_that_comes_later_is_waited_for() {
        let slot = MoveSlot::new();
        let later = slot.clone();
        let person = std::thread::spawn(move || later.put(Decision::Resign));
        assert_eq!(choose(&slot, &StopFlag::new()), Ok(Decision::Resign));
        person.join().unwrap();
    }
}
