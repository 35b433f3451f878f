//! How other programs decide that a frame has to be sent again.

use core::time::Duration;

use super::Model;
use crate::sim::Rng;
use crate::time::Instant;

/// Wake-ups that GNU Go sleeps through.
const PATIENCE: u32 = 20;
/// Resends after which GNU Go gives up.
const RESENDS: u32 = 9;
/// The others' wait.
const WAIT: Duration = Duration::from_secs(20);
/// What GoGui's adapter adds to it, at most.
const MORE: Duration = Duration::from_secs(10);

#[derive(Clone, Copy, Debug)]
pub(super) enum Timer {
    /// GNU Go: wake-ups since the frame was sent first.
    Wakes(u32),
    /// By the clock.
    At(Instant),
}

/// What a wake-up brings about.
pub(super) enum Wake {
    Rest,
    Resend,
    GiveUp,
}

impl Timer {
    pub(super) fn start(model: Model, now: Instant, rng: &mut Rng) -> Self {
        match model {
            Model::GnuGo => Self::Wakes(0),
            Model::Windows => Self::At(now + WAIT),
            Model::GoGui => Self::At(now + WAIT + rng.up_to(MORE)),
        }
    }

    pub(super) const fn deadline(&self) -> Option<Instant> {
        match self {
            Self::Wakes(_) => None,
            Self::At(at) => Some(*at),
        }
    }

    /// Whether the clock says to send again; then it starts anew.
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
        match wakes.saturating_sub(PATIENCE) {
            0 => Wake::Rest,
            1..=RESENDS => Wake::Resend,
            _ => Wake::GiveUp,
        }
    }
}
