//! Pauses: time in which the two sides did not exchange a frame, and what is charged for it.
//!
//! The wire has no word for clocks, and the call (15 (1)) leaves an interrupted game to the judges. Both sides count a
//! pause from their latest exchange and charge it to the side on move then: given the same word of the judge, both
//! show the same clocks. A charge never ends a game.

use std::time::Duration;

use jiff::Timestamp;
use sgmp_proto::Instant;

use super::resume::{Restored, ResumeError};
use super::{Event, Match};
use crate::play::journal::Entry;
use crate::play::terms::Terms;
use crate::rules::{ByColor, Color};

/// The least time without an exchange that counts as a pause.
pub const LEAST_PAUSE: Duration = Duration::from_secs(60);

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
    pub const fn of(self, length: Duration) -> Duration {
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

    /// Time left to the side that is charged, of so much, right after the pause.
    #[must_use]
    pub const fn left(&self, limit: Duration) -> Duration {
        limit
            .saturating_sub(self.used_before)
            .saturating_sub(self.charged)
    }
}

/// The time that a journal's match was away, before it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Absence {
    /// The time of the journal's last entry.
    pub since: Timestamp,
    /// The pause, all of it charged.
    pub pause: Pause,
}

impl Absence {
    /// The absence of a match, by the entries of its journal; `None` for one whose game has not begun or is over:
    /// no clock runs.
    ///
    /// # Errors
    /// [`ResumeError`].
    pub fn of(
        terms: &Terms,
        entries: &[Entry],
        wall_now: Timestamp,
    ) -> Result<Option<Self>, ResumeError> {
        let restored = Restored::read(terms, entries)?;
        let since = restored.last();
        Ok(restored
            .pause_until(wall_now, PauseCharge::All)
            .map(|pause| Self { since, pause }))
    }
}

/// The latest exchange with the other side, and the latest pause.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exchanges {
    at: Instant,
    used: ByColor<Duration>,
    to: Color,
    pause: Option<Pause>,
}

impl Exchanges {
    /// An exchange now, after a pause or none.
    pub(super) const fn new(
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

impl Match {
    /// The two sides have exchanged something.
    pub(super) fn note_exchange(&mut self, now: Instant) {
        let used = self.used(now);
        let passed = self.exchanges.current(now, used);
        let pause = if self.has_begun() && passed.length >= LEAST_PAUSE {
            Some(passed)
        } else {
            self.exchanges.pause
        };
        self.exchanges = Exchanges::new(now, used, self.game.to_move(), pause);
    }

    /// Charges the judge's word for the latest pause: the one that goes on, or else the one that is over.
    pub(super) fn charge_pause(&mut self, charge: PauseCharge, now: Instant) {
        let used = self.used(now);
        let current = self.exchanges.current(now, used);
        let pause = match self.exchanges.pause {
            Some(over) if current.length < LEAST_PAUSE => over,
            _ => current,
        };
        let charged = charge.of(pause.length);
        let now_used = (used[pause.to].saturating_sub(pause.charged)).saturating_add(charged);
        self.clocks.set_used(pause.to, now_used, now);
        let pause = Pause { charged, ..pause };
        self.exchanges = Exchanges::new(now, self.used(now), self.game.to_move(), Some(pause));
        self.note(Entry::Resumed {
            at: self.wall.at(now),
            charged_ms: millis(now_used.saturating_sub(self.journal_used[pause.to])),
            to: pause.to,
        });
        if self.link.is_down() {
            // The entry above is that of a line that is up.
            self.note(Entry::LinkDown {
                at: self.wall.at(now),
            });
        }
        self.tell_pause(pause, now);
    }

    /// Notes whether a side's clock is over by a pause, and tells what was charged.
    pub(super) fn tell_pause(&mut self, pause: Pause, now: Instant) {
        let is_over = self.clocks.over(pause.to, now).is_some();
        let by_pause = self.is_over_by_pause[pause.to] || pause.empties(self.terms.main_time);
        self.is_over_by_pause[pause.to] = is_over && by_pause;
        self.record.set_old();
        self.events.push_back(Event::PauseCharged(pause));
    }

    /// Returns whether a side's clock was emptied by what was charged for a pause: the judge decides on it, and no flag
    /// of it falls.
    #[must_use]
    pub fn is_over_by_pause(&self, color: Color) -> bool {
        self.is_over_by_pause[color]
    }
}

pub(super) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
