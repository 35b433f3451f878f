//! From a signal to whoever has to hear it, before, during and after a match.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Once};

use crate::console::operator::{CtrlZ, Keyboard, Signal, SignalTarget, Signals};
use crate::console::operator_menu::OperatorMenu;
use crate::console::stderr_line;
use crate::port::DriverInput;
use sgmp_board::failure::{Blame, Failure};

const STOP_KEY_NOTICE: &str = "Ctrl-Z does nothing while the line is in use: the other side waits for answers (Ctrl-C to stop)";

/// Ctrl-C and its like: before the match they stop the wait for a peer, then they reach the target.
pub struct Interrupts {
    /// Raised by a signal before the match.
    pub flag: Arc<AtomicBool>,
    target: Arc<std::sync::Mutex<Option<SignalTarget>>>,
    _signals: Signals,
}

impl Interrupts {
    /// Listens for the signals of the system; Ctrl-Z stops the process as it does any other.
    pub fn listen() -> Result<Self, Failure> {
        Self::listen_with(CtrlZ::Stops)
    }

    /// Listens for signals beside a line, where the other side waits for answers: Ctrl-Z stops nothing,
    /// which is said once.
    pub fn listen_at_line() -> Result<Self, Failure> {
        Self::listen_with(CtrlZ::Ignored)
    }

    fn listen_with(ctrl_z: CtrlZ) -> Result<Self, Failure> {
        let flag = Arc::new(AtomicBool::new(false));
        let target = Arc::new(std::sync::Mutex::new(None::<SignalTarget>));
        let (raised, reached) = (Arc::clone(&flag), Arc::clone(&target));
        let stop_key = Once::new();
        let signals = Signals::listen(ctrl_z, move |signal| {
            let target = reached
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            match (&*target, signal) {
                (_, Signal::Stop) => stop_key.call_once(|| stderr_line(STOP_KEY_NOTICE)),
                (None, _) => raised.store(true, Ordering::Relaxed),
                (Some(target), Signal::Interrupt) => target.interrupted(),
                (Some(target), Signal::Terminate) => target.terminated(),
            }
        });
        let signals = signals.map_err(|error| Failure::new(Blame::Port, error))?;
        Ok(Self {
            flag,
            target,
            _signals: signals,
        })
    }

    /// From now on signals reach the match; Ctrl-C opens this menu.
    pub fn hand_over(&self, sender: Sender<DriverInput>, menu: OperatorMenu, keyboard: Keyboard) {
        let target = SignalTarget::new(sender, menu, keyboard);
        if self.flag.load(Ordering::Relaxed) {
            target.terminated();
        }
        *self.target() = Some(target);
    }

    /// The match is over: from now on a signal raises the flag again.
    pub fn take_back(&self) -> &AtomicBool {
        let mut target = self.target();
        self.flag.store(false, Ordering::Relaxed);
        *target = None;
        &self.flag
    }

    fn target(&self) -> std::sync::MutexGuard<'_, Option<SignalTarget>> {
        self.target
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
