//! Pauses: time in which the two sides did not exchange a frame, and what is charged for it.
//!
//! The wire has no word for clocks, and the call (15 (1)) leaves an interrupted game to the judges. Both sides count a
//! pause from their latest exchange and charge it to the side on move then: given the same word of the judge, both
//! show the same clocks. A charge never ends a game.

use std::time::Duration;

use sgmp_proto::Instant;

use super::duration::clock;
use sgmp_board::rules::{ByColor, Color};

/// The least time without an exchange that counts as a pause.
pub const LEAST_PAUSE: Duration = Duration::from_secs(60);

/// The least time without an exchange on which a judge's word is taken: the other side may have gone for so long, or only
/// think.
const LEAST_LULL: Duration = Duration::from_secs(10);

/// The time that a word of the judge comes after its pause at most, where longer pauses, or later ones, may be meant.
const FRESH: Duration = Duration::from_secs(300);

/// The time in which a word that is given again corrects the one before, where a silence that goes on may be meant.
const CORRECTION: Duration = LEAST_PAUSE;

/// The time by which a charge may be greater than its pause: the two sides measure it from their own last frames.
const ROUNDING: Duration = Duration::from_secs(60);

/// The judge's word on a pause: the time charged for it to the side that was on move.
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
    /// The side on move when it began, which is charged.
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

/// A time without an exchange that is over.
#[derive(Clone, Copy, Debug)]
struct Lull {
    pause: Pause,
    ended: Instant,
    /// True if it is a pause for certain: so long, or with the line down, or ended by a program that had been away, or one
    /// that the judge has spoken on.
    is_certain: bool,
    /// The time of the judge's latest word on it.
    ruled: Option<Instant>,
}

impl Lull {
    fn is_fresh(&self, now: Instant) -> bool {
        now.since(self.ended) < FRESH
    }

    /// Returns whether a word now corrects the one that was given on it, and `false` if there was none.
    fn is_corrected(&self, now: Instant) -> bool {
        self.ruled
            .is_some_and(|ruled| now.since(ruled) < CORRECTION)
    }
}

/// The time that a word of the judge is taken to speak of.
enum Spoken {
    /// The one that goes on.
    Current(Lull),
    /// One that is over, by its place on the list.
    Past(usize),
}

/// The latest exchange of the two sides, and the times without one before it of which the judge may speak.
#[derive(Clone, Debug)]
pub struct Exchanges {
    at: Instant,
    used: ByColor<Duration>,
    to: Color,
    /// True if the line has been down since the latest exchange.
    line_was_down: bool,
    /// True if the other side has just shown that it was away.
    has_returned: bool,
    /// True if a frame of ours went out again since the latest exchange.
    is_unanswered: bool,
    /// The judge's word on the pause that goes on: it holds for the whole of it.
    word: Option<PauseCharge>,
    /// The latest certain pause, whenever it was, and every lull of late.
    lulls: Vec<Lull>,
}

impl Exchanges {
    /// An exchange now, after a pause that the judge has spoken on, or none.
    pub fn new(at: Instant, used: ByColor<Duration>, to: Color, ruled: Option<Pause>) -> Self {
        let ruled = ruled.map(|pause| Lull {
            pause,
            ended: at,
            is_certain: true,
            ruled: Some(at),
        });
        Self {
            at,
            used,
            to,
            line_was_down: false,
            has_returned: false,
            is_unanswered: false,
            word: None,
            lulls: ruled.into_iter().collect(),
        }
    }

    /// The line is down, or was.
    pub const fn note_line_down(&mut self) {
        self.line_was_down = true;
    }

    /// The other side has shown that it was away: it says again what it said last, as a program does that goes on.
    pub const fn note_return(&mut self) {
        self.has_returned = true;
    }

    /// A frame of ours has gone out again: whoever is there answers at once, thinking or not.
    pub const fn note_resend(&mut self) {
        self.is_unanswered = true;
    }

    /// The judge's word on the pause that goes on, and the side that it speaks of.
    pub const fn standing_word(&self) -> Option<(Color, PauseCharge)> {
        match self.word {
            Some(word) => Some((self.to, word)),
            None => None,
        }
    }

    /// The two sides have exchanged something; the time until then may have been a pause, if the game was `in_play`.
    pub fn renew(&mut self, now: Instant, used: ByColor<Duration>, to: Color, in_play: bool) {
        let lull = self.current(now, used);
        let last_certain = self.lulls.iter().rposition(|lull| lull.is_certain);
        let mut place = 0;
        self.lulls.retain(|lull| {
            place += 1;
            lull.is_fresh(now) || last_certain == Some(place - 1)
        });
        if in_play && lull.pause.length >= LEAST_LULL {
            self.lulls.push(lull);
        }
        (self.at, self.used, self.to) = (now, used, to);
        (self.line_was_down, self.has_returned) = (false, false);
        (self.is_unanswered, self.word) = (false, None);
    }

    /// The other side is heard: the pause that the judge has spoken on is over. Returns it with what the word charges for
    /// the whole of it, and the time that its side has used by that; `None` without such a word.
    pub fn settle(&mut self, now: Instant, used: ByColor<Duration>) -> Option<(Pause, Duration)> {
        let word = self.word.take()?;
        let lull = self.current(now, used);
        // A word for more than the pause is not taken, and the pause has only grown since.
        let charged = word.charged(lull.pause.length).unwrap_or_default();
        let pause = Pause {
            charged,
            ..lull.pause
        };
        let now_used = pause.used_before.saturating_add(charged);
        let mut settled = used;
        settled[pause.to] = now_used;
        self.renew(now, settled, self.to, false);
        self.lulls.push(Lull {
            pause,
            is_certain: true,
            ruled: Some(now),
            ..lull
        });
        Some((pause, now_used))
    }

    /// Charges the judge's word: the pause that it is taken to speak of, and the time that its side has used by that. A
    /// pause that goes on is charged so until [`Exchanges::settle`]; a further word takes the place of the one before.
    ///
    /// That is the pause that goes on, or else the latest certain one while the judge has not spoken on it, or has just
    /// done so; or else, since pauses of less than a minute look like thinking, the silence that goes on, or the longest
    /// lull of the last five minutes.
    ///
    /// # Errors
    /// [`NothingCharged`]; nothing has changed.
    pub fn charge(
        &mut self,
        charge: PauseCharge,
        now: Instant,
        used: ByColor<Duration>,
    ) -> Result<(Pause, Duration), NothingCharged> {
        match self.spoken_of(now, used).ok_or(NothingCharged::NoPause)? {
            Spoken::Current(Lull { pause, .. }) => {
                let charged = charge.charged(pause.length)?;
                self.word = Some(charge);
                let now_used = pause.used_before.saturating_add(charged);
                Ok((Pause { charged, ..pause }, now_used))
            }
            Spoken::Past(place) => self.charge_past(place, charge, now, used),
        }
    }

    fn charge_past(
        &mut self,
        place: usize,
        charge: PauseCharge,
        now: Instant,
        used: ByColor<Duration>,
    ) -> Result<(Pause, Duration), NothingCharged> {
        let (_, later) = self.lulls.split_at_mut(place);
        let Some((lull, later)) = later.split_first_mut() else {
            return Err(NothingCharged::NoPause);
        };
        let to = lull.pause.to;
        let charged = charge.charged(lull.pause.length)?;
        let before = std::mem::replace(&mut lull.pause.charged, charged);
        (lull.is_certain, lull.ruled) = (true, Some(now));
        let pause = lull.pause;
        // What came after it began with another clock.
        let moved = |time: Duration| time.saturating_sub(before).saturating_add(charged);
        for lull in later.iter_mut().filter(|lull| lull.pause.to == to) {
            lull.pause.used_before = moved(lull.pause.used_before);
        }
        self.used[to] = moved(self.used[to]);
        Ok((pause, moved(used[to])))
    }

    fn spoken_of(&self, now: Instant, used: ByColor<Duration>) -> Option<Spoken> {
        let current = self.current(now, used);
        let is_silent = current.pause.length >= LEAST_LULL;
        if current.is_certain || self.word.is_some() || self.is_unanswered && is_silent {
            return Some(Spoken::Current(current));
        }
        let certain = self.lulls.iter().rposition(|lull| lull.is_certain);
        let is_meant = |lull: &Lull| lull.ruled.is_none() || lull.is_corrected(now);
        if let Some(place) = certain.filter(|place| is_meant(&self.lulls[*place])) {
            return Some(Spoken::Past(place));
        }
        if is_silent {
            return Some(Spoken::Current(current));
        }
        if let Some(place) = certain.filter(|place| self.lulls[*place].is_fresh(now)) {
            return Some(Spoken::Past(place));
        }
        let fresh = (0..self.lulls.len()).filter(|place| self.lulls[*place].is_fresh(now));
        let longest = fresh.max_by_key(|place| self.lulls[*place].pause.length);
        longest.or(certain).map(Spoken::Past)
    }

    /// The time since the latest exchange.
    fn current(&self, now: Instant, used: ByColor<Duration>) -> Lull {
        let length = now.since(self.at);
        Lull {
            pause: Pause {
                to: self.to,
                length,
                used_before: self.used[self.to],
                was_over: false,
                charged: used[self.to].saturating_sub(self.used[self.to]),
            },
            ended: now,
            is_certain: length >= LEAST_PAUSE
                || self.has_returned && length >= LEAST_LULL
                || self.line_was_down && length >= Duration::from_secs(1),
            ruled: None,
        }
    }
}
