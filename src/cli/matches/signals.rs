//! From a signal to whoever has to hear it, before, during and after a match.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;

use super::operator::{Desk, Keyboard, Signal, Signals};
use crate::cli::exit::{Exit, Failure};
use crate::play::{Event, Match};
use crate::port::{DriverInput, Spectator};

/// Ctrl-C and its like: before the match they stop the wait for a peer, then they reach the desk.
pub(crate) struct Stop {
    pub(crate) flag: Arc<AtomicBool>,
    desk: Arc<std::sync::Mutex<Option<Desk>>>,
    _signals: Signals,
}

impl Stop {
    /// Listens for signals.
    pub(crate) fn listen() -> Result<Self, Failure> {
        let flag = Arc::new(AtomicBool::new(false));
        let desk = Arc::new(std::sync::Mutex::new(None::<Desk>));
        let (stop, reached) = (Arc::clone(&flag), Arc::clone(&desk));
        let signals = Signals::listen(move |signal| {
            let desk = reached
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            match (&*desk, signal) {
                (None, _) => stop.store(true, Ordering::Relaxed),
                (Some(desk), Signal::Interrupt) => desk.interrupted(),
                (Some(desk), Signal::Terminate) => desk.terminated(),
            }
        });
        let signals = signals.map_err(|error| Failure::new(Exit::Port, error))?;
        Ok(Self {
            flag,
            desk,
            _signals: signals,
        })
    }

    /// From now on signals reach the match.
    pub(crate) fn hand_over(
        &self,
        sender: Sender<DriverInput>,
        whistle: &Whistle,
        keyboard: Keyboard,
    ) {
        let desk = Desk::new(sender, Arc::clone(&whistle.0), keyboard);
        if self.flag.load(Ordering::Relaxed) {
            desk.terminated();
        }
        *self.desk() = Some(desk);
    }

    /// The match is over: from now on a signal raises the flag again.
    pub(crate) fn take_back(&self) -> &AtomicBool {
        let mut desk = self.desk();
        self.flag.store(false, Ordering::Relaxed);
        *desk = None;
        &self.flag
    }

    fn desk(&self) -> std::sync::MutexGuard<'_, Option<Desk>> {
        self.desk
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// Tells the operator's desk that there is nothing left to decide.
#[derive(Default)]
pub(crate) struct Whistle(Arc<AtomicBool>);

impl Spectator for Whistle {
    fn event(&mut self, _now: sgmp_proto::Instant, _game: &Match, event: &Event) {
        if matches!(event, Event::Settled(_)) {
            self.0.store(true, Ordering::SeqCst);
        }
    }
}
