//! Pauses: time in which the two sides did not exchange a frame, and what is charged for it.
//!
//! The wire has no word for clocks, and the call (15 (1)) leaves an interrupted game to the judges. Both sides count a
//! pause from their latest exchange and charge it to the side on move then: given the same word of the judge, both
//! show the same clocks. A charge never ends a game.

use std::time::Duration;

use super::duration::clock;
use sgmp_board::rules::{ByColor, Color};

/// The least time without an exchange that counts as a pause.
pub const LEAST_PAUSE: Duration = Duration::from_secs(60);

/// The time by which a charge may be greater than its pause: the two sides measure it from their own last frames.
const ROUNDING: Duration = Duration::from_secs(60);

/// The judge's word on a pause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PauseWord {
    /// The time that is charged.
    pub charge: PauseCharge,
    /// The side that is charged, where the judge names one: else the one that was on move. Where an OK was lost as the line
    /// went, the two programs may take different sides for that.
    pub to: Option<Color>,
}

impl From<PauseCharge> for PauseWord {
    fn from(charge: PauseCharge) -> Self {
        Self { charge, to: None }
    }
}

/// The time that is charged for a pause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PauseCharge {
    /// The whole length of the pause.
    #[default]
    All,
    /// Nothing: the clocks stood.
    Nothing,
    /// A time that the judge names, at most the length of the pause.
    Time(Duration),
}

impl PauseCharge {
    /// The time charged for a pause of this length.
    ///
    /// # Errors
    /// [`NothingCharged::TooMuch`]: a slip of the keyboard, rather than a word of the judge.
    pub fn charged(self, length: Duration) -> Result<Duration, NothingCharged> {
        match self {
            Self::All => Ok(length),
            Self::Nothing => Ok(Duration::ZERO),
            Self::Time(charged) if charged > length.saturating_add(ROUNDING) => {
                Err(NothingCharged::TooMuch { length, charged })
            }
            Self::Time(time) => Ok(time),
        }
    }
}

/// A pause with what was charged for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pause {
    /// The side that is charged: the one on move when it began, or the one that the judge names.
    pub to: Color,
    /// The length by the wall's clock, of which a part or all was charged.
    pub length: Duration,
    /// Time used by that side when it began.
    pub used_before: Duration,
    /// True if its clock was seen to be empty before the other side was away: that is no pause's doing.
    pub was_over: bool,
    /// Time charged to that side for it.
    pub charged: Duration,
}

impl Pause {
    /// Returns whether the charge empties a clock of so much time that was not empty.
    #[must_use]
    pub fn empties(&self, limit: Duration) -> bool {
        let used = self.used_before.saturating_add(self.charged);
        !self.was_over && self.used_before <= limit && used > limit
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

/// A reason why nothing is charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NothingCharged {
    /// There was no pause.
    #[error(
        "nothing is charged: no clock runs, or the two programs have heard of each other every ten seconds"
    )]
    NoPause,
    /// The pause was shorter than what is to be charged for it.
    #[error("nothing is charged: the pause was {} long, and {} are more than that", clock(*length), clock(*charged))]
    TooMuch {
        /// The length of the pause by the wall's clock.
        length: Duration,
        /// The time that was to be charged.
        charged: Duration,
    },
}

/// A pause, as it was if this side was on move when it began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Account {
    /// The side that was on move.
    pub to: Color,
    /// Time since the beginning.
    pub length: Duration,
    /// Time used by both sides at the beginning.
    pub used: ByColor<Duration>,
}

/// The accounts of one pause. A side does not know whether its last frame has arrived, and the two may begin the pause at
/// different moves: the judge's word may name the side on move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accounts {
    /// The one that holds by what is known here.
    pub known: Account,
    /// Those that hold if a frame was lost, the likeliest first.
    pub others: Vec<Account>,
    /// True if the clock of the side on move was seen to be empty before.
    pub was_over: bool,
    /// False if the machine's clock was set back meanwhile: then only the judge's word tells how long it was.
    pub is_length_known: bool,
}

impl Accounts {
    /// The pause with what a word of the judge charges for it, and the time that both sides have used by that at its end.
    ///
    /// # Errors
    /// [`NothingCharged::TooMuch`].
    pub fn charged(&self, word: PauseWord) -> Result<(Pause, ByColor<Duration>), NothingCharged> {
        let to = word.to.unwrap_or(self.known.to);
        let account = std::iter::once(&self.known)
            .chain(&self.others)
            .find(|account| account.to == to)
            .unwrap_or(&self.known);
        let charged = match word.charge {
            PauseCharge::Time(time) if !self.is_length_known => time,
            charge => charge.charged(account.length)?,
        };
        let mut used = account.used;
        used[to] = used[to].saturating_add(charged);
        let pause = Pause {
            to,
            length: account.length,
            used_before: account.used[to],
            was_over: self.was_over && to == self.known.to,
            charged,
        };
        Ok((pause, used))
    }

    /// This side has shown that it had our last move when the pause began: the account by which it was on move from there is
    /// the known one. Returns `false` if it was so already, or if there is none.
    pub(super) fn had_moved_to(&mut self, side: Color) -> bool {
        let likeliest = self.others.iter().position(|account| account.to == side);
        self.take_as_known(side, likeliest)
    }

    fn take_as_known(&mut self, side: Color, place: Option<usize>) -> bool {
        let Some(place) = place.filter(|_| self.known.to != side) else {
            return false;
        };
        std::mem::swap(&mut self.known, &mut self.others[place]);
        true
    }

    /// The pause lasted longer.
    pub(super) fn lengthen(&mut self, time: Duration) {
        for account in std::iter::once(&mut self.known).chain(&mut self.others) {
            account.length = account.length.saturating_add(time);
        }
    }

    /// This side has shown that it had not heard of us when it began: the account by which it was on move is the known one.
    /// Returns `false` if it was so already, or if there is none.
    pub(super) fn was_on_move(&mut self, side: Color) -> bool {
        let earliest = self.others.iter().rposition(|account| account.to == side);
        self.take_as_known(side, earliest)
    }
}
