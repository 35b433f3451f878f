//! Signals that nobody listens for any more: they do what the system does with them.
//!
//! A handler that was set once stays. Without this Ctrl-C would do nothing at the list to which a game in lines leads
//! back.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::flag::register_conditional_default;

/// Signals that end the program.
pub(super) const ENDING: [i32; 4] = [SIGINT, SIGQUIT, SIGTERM, SIGHUP];

/// Those who listen, and the flag that is up while there is none; no flag before the first of them.
static LISTENERS: Mutex<(usize, Option<Arc<AtomicBool>>)> = Mutex::new((0, None));

/// Somebody who listens, until dropped.
pub(super) struct Listener(());

impl Listener {
    /// One more of them.
    ///
    /// # Errors
    /// The system's error in setting up a handler.
    pub(super) fn begin() -> io::Result<Self> {
        let mut listeners = LISTENERS.lock().unwrap_or_else(PoisonError::into_inner);
        let (count, flag) = &mut *listeners;
        match flag {
            Some(unheard) => unheard.store(false, Ordering::SeqCst),
            None => {
                let unheard = Arc::new(AtomicBool::new(false));
                for signal in ENDING {
                    register_conditional_default(signal, Arc::clone(&unheard))?;
                }
                *flag = Some(unheard);
            }
        }
        *count += 1;
        Ok(Self(()))
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut listeners = LISTENERS.lock().unwrap_or_else(PoisonError::into_inner);
        let (count, flag) = &mut *listeners;
        *count -= 1;
        if let (0, Some(unheard)) = (*count, flag) {
            unheard.store(true, Ordering::SeqCst);
        }
    }
}
