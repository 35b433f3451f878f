//! Pauses: time in which the two sides did not exchange a frame, and what is charged for it.
//!
//! The wire has no word for clocks, and the call (15 (1)) leaves an interrupted game to the judges. Both sides count a
//! pause from their latest exchange and charge it to the side on move then: given the same word of the judge, both
//! show the same clocks. A charge never ends a game.

use std::time::Duration;

use sgmp_proto::Instant;

use sgmp_board::rules::{ByColor, Color};

/// The least time without an exchange that counts as a pause.
pub const LEAST_PAUSE: Duration = Duration::from_secs(60);

/// The least time without an exchange on which a judge's word is taken: the other side may have gone for so long, or only
/// think.
const LEAST_SILENCE: Duration = Duration::from_secs(10);

/// The judge's word on a pause: the time charged for it to the side that was on move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PauseCharge {
    /// All of it.
    #[default]
    All,
    /// Nothing: the clocks stood.
    Nothing,
    /// So much.
    Time(Duration),
}

impl PauseCharge {
    /// The time charged for a pause of this length.
    #[must_use]
    pub const fn charged(self, length: Duration) -> Duration {
        match self {
            Self::All => length,
            Self::Nothing => Duration::ZERO,
            Self::Time(time) => time,
        }
    }
}

/// A pause with what was charged for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pause {
    /// The side on move when it began, which is charged.
    pub to: Color,
    /// Its length.
    pub length: Duration,
    /// Time used by that side when it began.
    pub used_before: Duration,
    /// Time charged to that side for it.
    pub charged: Duration,
}

impl Pause {
    /// Returns whether the charge empties a clock of so much time that was not empty.
    #[must_use]
    pub fn empties(&self, limit: Duration) -> bool {
        let used = self.used_before.saturating_add(self.charged);
        self.used_before <= limit && used > limit
    }

    /// Returns whether its side, which `is_over` its time now or is not, is so by pauses: by this one, or `before` it.
    pub(crate) fn is_over_by_pause(&self, before: bool, is_over: bool, limit: Duration) -> bool {
        is_over && (before || self.empties(limit))
    }

    /// Time left to the side that is charged, of so much, right after the pause.
    #[must_use]
    pub const fn left(&self, limit: Duration) -> Duration {
        limit
            .saturating_sub(self.used_before)
            .saturating_sub(self.charged)
    }
}

/// The latest exchange of the two sides, and the latest pause.
#[derive(Clone, Copy, Debug)]
pub struct Exchanges {
    at: Instant,
    used: ByColor<Duration>,
    to: Color,
    /// The latest pause that is over.
    pub(crate) pause: Option<Pause>,
}

impl Exchanges {
    /// An exchange now, after a pause or none.
    pub const fn new(
        at: Instant,
        used: ByColor<Duration>,
        to: Color,
        pause: Option<Pause>,
    ) -> Self {
        Self {
            at,
            used,
            to,
            pause,
        }
    }

    /// The two sides have exchanged something; the time until then may have been a pause, if the game was `in_play`.
    pub fn renew(&mut self, now: Instant, used: ByColor<Duration>, to: Color, in_play: bool) {
        let passed = self.current(now, used);
        let is_pause = in_play && passed.length >= LEAST_PAUSE;
        *self = Self::new(
            now,
            used,
            to,
            Some(passed).filter(|_| is_pause).or(self.pause),
        );
    }

    /// Charges the judge's word for the latest pause, the one that goes on or else the one that is over: that pause, and
    /// the time that its side has used by that; `None` where there has been none.
    pub fn charge(
        &self,
        charge: PauseCharge,
        now: Instant,
        used: ByColor<Duration>,
    ) -> Option<(Pause, Duration)> {
        let current = self.current(now, used);
        let pause = match self.pause {
            Some(over) if current.length < LEAST_PAUSE => over,
            None if current.length < LEAST_SILENCE => return None,
            _ => current,
        };
        let charged = charge.charged(pause.length);
        let now_used = used[pause.to].saturating_sub(pause.charged);
        Some((Pause { charged, ..pause }, now_used.saturating_add(charged)))
    }

    /// The time since the latest exchange as a pause.
    fn current(&self, now: Instant, used: ByColor<Duration>) -> Pause {
        Pause {
            to: self.to,
            length: now.since(self.at),
            used_before: self.used[self.to],
            charged: used[self.to].saturating_sub(self.used[self.to]),
        }
    }
}
