//! The timers by which other programs send a frame again.

use core::time::Duration;

use super::Model;
use crate::sim::Rng;
use crate::time::Instant;

/// Wake-ups that GNU Go sleeps through.
const QUIET_WAKES: u32 = 20;
/// Resends after which GNU Go gives up.
const MAX_RESENDS: u32 = 9;
/// The time after which the other programs send a frame again.
const RESEND_TIMEOUT: Duration = Duration::from_secs(20);
/// The most that GoGui's adapter adds to it.
const MAX_EXTRA_TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Clone, Copy, Debug)]
pub(super) enum Timer {
    /// GNU Go: wake-ups since the frame was sent first.
    Wakes(u32),
    /// The other programs: the time at which the frame is sent again.
    At(Instant),
}

/// The effect of a wake-up.
pub(super) enum Wake {
    Rest,
    Resend,
    GiveUp,
}

impl Timer {
    pub(super) fn start(model: Model, now: Instant, rng: &mut Rng) -> Self {
        match model {
            Model::GnuGo => Self::Wakes(0),
            Model::Windows => Self::At(now + RESEND_TIMEOUT),
            Model::GoGui => Self::At(now + RESEND_TIMEOUT + rng.up_to(MAX_EXTRA_TIMEOUT)),
        }
    }

    pub(super) const fn deadline(&self) -> Option<Instant> {
        match self {
            Self::Wakes(_) => None,
            Self::At(at) => Some(*at),
        }
    }

    /// Returns whether it is time to send again; if so, the clock starts anew.
    pub(super) fn is_over(&mut self, model: Model, now: Instant, rng: &mut Rng) -> bool {
        let over = self.deadline().is_some_and(|at| now >= at);
        if over {
            *self = Self::start(model, now, rng);
        }
        over
    }

    /// A read has come, and the frame still waits.
    pub(super) const fn wake(&mut self) -> Wake {
        let Self::Wakes(wakes) = self else {
            return Wake::Rest;
        };
        *wakes = wakes.saturating_add(1);
        match wakes.saturating_sub(QUIET_WAKES) {
            0 => Wake::Rest,
            1..=MAX_RESENDS => Wake::Resend,
            _ => Wake::GiveUp,
        }
    }
}
