//! After the match: the program behind an `exec:` port gets its time to end by itself.

#[cfg(unix)]
use std::sync::atomic::Ordering;
#[cfg(unix)]
use std::time::Duration;

use super::signals::Interrupts;
#[cfg(unix)]
use crate::cli::output::stderr_line;
use crate::port::Port;
#[cfg(unix)]
use crate::port::pause;

/// Longest time that it may take.
#[cfg(unix)]
const CHILD_EXIT_TIMEOUT: Duration = Duration::from_secs(10);
/// Time until the operator is told what we wait for.
#[cfg(unix)]
const NOTICE_DELAY: Duration = Duration::from_secs(1);
/// Time between two looks whether it has ended.
#[cfg(unix)]
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Waits for the program's end, shows what is waited for, and ends it where it does not end by
/// itself or where Ctrl-C cuts the wait short.
#[cfg(unix)]
pub(crate) fn end_child(port: Option<Port>, interrupts: &Interrupts, quiet: bool) {
    let Some(mut port) = port else { return };
    let Some(child) = port.child() else { return };
    let cut_short = interrupts.take_back();
    let mut waited = Duration::ZERO;
    while child.ended().is_none()
        && waited < CHILD_EXIT_TIMEOUT
        && !cut_short.load(Ordering::Relaxed)
    {
        if waited == NOTICE_DELAY && !quiet {
            let seconds = (CHILD_EXIT_TIMEOUT - NOTICE_DELAY).as_secs();
            stderr_line(format_args!(
                "the opponent's program has {seconds} s more to end by itself (Ctrl-C: end it now)"
            ));
        }
        pause(POLL_INTERVAL);
        waited += POLL_INTERVAL;
    }
    let (ended, _) = child.finish(Duration::ZERO);
    log::info!("the opponent's program {ended}");
}

/// No programs behind ports here.
#[cfg(not(unix))]
pub(crate) fn end_child(port: Option<Port>, _stop: &Interrupts, _quiet: bool) {
    drop(port);
}
