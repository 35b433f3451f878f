//! After the match: the other side learns that we are gone, where the wire has not told it, and the
//! program behind an `exec:` port gets its time to end by itself.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::match_plan::MatchPlan;
use sgmp_match::console::signals::Interrupts;
use sgmp_match::console::stderr_line;
use sgmp_match::play::End;
use sgmp_match::port::pause;
use sgmp_match::port::{DriverResult, Finish, Port};

/// Longest time that it may take.
const CHILD_EXIT_TIMEOUT: Duration = Duration::from_secs(10);
/// The same where it does not know of the end, and sees only that the line is gone.
const UNTOLD_CHILD_EXIT_TIMEOUT: Duration = Duration::from_secs(3);
/// Time until the operator is told what we wait for.
const NOTICE_DELAY: Duration = Duration::from_secs(1);
/// Time between two looks whether it has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Leaves the line of a match that is over.
///
/// Two passes are all that the wire tells of an end. After any other the other side would wait for
/// ever: the line is hung up, which ends a program behind it.
pub(crate) fn leave_line(played: &mut DriverResult, plan: &MatchPlan<'_>, interrupts: &Interrupts) {
    let is_told = match &played.finish {
        Finish::Outcome(outcome) => outcome.end == End::TwoPasses,
        Finish::Left => false,
    };
    if !is_told {
        played.connection = None;
    }
    end_child_within(played.port.take(), is_told, interrupts, plan.output.quiet);
}

/// Waits for the end of a program that knows that the match is over, as [`leave_line`] does.
pub(crate) fn end_child(port: Option<Port>, interrupts: &Interrupts, quiet: bool) {
    end_child_within(port, true, interrupts, quiet);
}

/// Waits for the program's end, shows what is waited for, and ends it where it does not end by
/// itself or where Ctrl-C cuts the wait short.
fn end_child_within(port: Option<Port>, is_told: bool, interrupts: &Interrupts, quiet: bool) {
    let Some(mut port) = port else { return };
    let Some(child) = port.child() else { return };
    let cut_short = interrupts.take_back();
    let timeout = if is_told {
        CHILD_EXIT_TIMEOUT
    } else {
        UNTOLD_CHILD_EXIT_TIMEOUT
    };
    let mut waited = Duration::ZERO;
    while child.ended().is_none() && waited < timeout && !cut_short.load(Ordering::Relaxed) {
        if waited == NOTICE_DELAY && !quiet {
            let seconds = (timeout - NOTICE_DELAY).as_secs();
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
