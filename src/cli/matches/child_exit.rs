//! After the match: the program behind an `exec:` port gets its time to end by itself.

#[cfg(unix)]
use std::sync::atomic::Ordering;
#[cfg(unix)]
use std::time::Duration;

use super::signals::Stop;
#[cfg(unix)]
use crate::cli::output::complain;
use crate::port::Port;
#[cfg(unix)]
use crate::port::pause;

/// How long it may take.
#[cfg(unix)]
const CHILD_GRACE: Duration = Duration::from_secs(10);
/// How soon the operator is told what we wait for.
#[cfg(unix)]
const TELL_AFTER: Duration = Duration::from_secs(1);
/// How often we look whether it has ended.
#[cfg(unix)]
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Waits for the program's end, shows what is waited for, and ends it where it does not end by
/// itself or where Ctrl-C cuts the wait short.
#[cfg(unix)]
pub(crate) fn end_child(port: Option<Port>, stop: &Stop, quiet: bool) {
    let Some(mut port) = port else { return };
    let Some(child) = port.child() else { return };
    let cut_short = stop.take_back();
    let mut waited = Duration::ZERO;
    while child.ended().is_none() && waited < CHILD_GRACE && !cut_short.load(Ordering::Relaxed) {
        if waited == TELL_AFTER && !quiet {
            let seconds = (CHILD_GRACE - TELL_AFTER).as_secs();
            complain(format_args!(
                "the opponent's program has {seconds} s more to end by itself (Ctrl-C: end it now)"
            ));
        }
        pause(LOOK_EVERY);
        waited += LOOK_EVERY;
    }
    let (ended, _) = child.finish(Duration::ZERO);
    log::info!("the opponent's program {ended}");
}

/// No programs behind ports here.
#[cfg(not(unix))]
pub(crate) fn end_child(port: Option<Port>, _stop: &Stop, _quiet: bool) {
    drop(port);
}
