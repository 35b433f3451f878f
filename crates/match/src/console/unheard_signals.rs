//! Signals that nobody listens for any more: they do what the system does with them.
//!
//! A handler that was set once stays. Without this Ctrl-C would do nothing at the list to which a game in lines leads
//! back.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::flag::register_conditional_default;

/// Signals that end the program: not a terminal that goes away, where whoever started us has kept that from us, as `nohup`
/// does.
pub(super) fn ending() -> &'static [i32] {
    static ALL: [i32; 4] = [SIGINT, SIGQUIT, SIGTERM, SIGHUP];
    static IS_KEPT: OnceLock<bool> = OnceLock::new();
    let is_kept = IS_KEPT.get_or_init(|| {
        let status = std::fs::read_to_string("/proc/self/status");
        status.is_ok_and(|status| is_ignored(SIGHUP, &status))
    });
    match is_kept {
        true => &ALL[..3],
        false => &ALL,
    }
}

/// Returns whether the kernel's account of a process says that it ignores a signal.
fn is_ignored(signal: i32, status: &str) -> bool {
    let mut lines = status.lines();
    let mask = lines.find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

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
                for &signal in ending() {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_that_goes_away_is_kept_from_us_by_nohup() {
        let status = |mask: &str| format!("Name:\tsgmp-go\nSigBlk:\t0\nSigIgn:\t{mask}\n");
        assert!(is_ignored(SIGHUP, &status("0000000000000001")));
        assert!(is_ignored(SIGHUP, &status("0000000000001001")));
        assert!(!is_ignored(SIGHUP, &status("0000000000001000")));
        assert!(!is_ignored(SIGTERM, &status("0000000000000001")));
        assert!(!is_ignored(SIGHUP, "Name:\tsgmp-go\n"));
    }
}
