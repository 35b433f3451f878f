//! The exchanges of the two sides, and the times without one: what a word of the judge on a pause speaks of.

use std::time::Duration;

use sgmp_proto::Instant;

use super::latest_exchange::{Exchange, LatestExchange};
use super::pause::{Account, Accounts, LEAST_PAUSE, NothingCharged, Pause, PauseWord};
use sgmp_board::rules::{ByColor, Color};

/// The least time without an exchange on which a judge's word is taken: the other side may have gone for so long, or only
/// think.
const LEAST_LULL: Duration = Duration::from_secs(10);

/// The time that a word of the judge comes after its pause at most, where longer pauses, or later ones, may be meant.
const FRESH: Duration = Duration::from_secs(300);

/// The time in which a word that is given again corrects the one before, where a silence that goes on may be meant.
const CORRECTION: Duration = LEAST_PAUSE;

/// The longest time after which a move that comes again has had no OK there: it is sent again every 20 s. One that comes
/// later asks whether we are still there, as a nudge does.
const MOST_BEFORE_RESEND: Duration = Duration::from_secs(25);

/// A time without an exchange that is over.
#[derive(Clone, Debug)]
struct Lull {
    accounts: Accounts,
    ended: Instant,
    /// The clocks at its end, with what was charged for it.
    used: ByColor<Duration>,
    /// True if it is a pause for certain: so long, or with the line down, or ended by a program that had been away, or one
    /// that the judge has spoken on.
    is_certain: bool,
    /// The judge's latest word on it, and the time of that.
    ruled: Option<(PauseWord, Instant)>,
}

impl Lull {
    /// It lasted until now.
    fn lengthen(&mut self, now: Instant, used: ByColor<Duration>) {
        self.accounts.lengthen(now.since(self.ended));
        (self.ended, self.used) = (now, used);
    }

    const fn length(&self) -> Duration {
        self.accounts.known.length
    }

    fn is_fresh(&self, now: Instant) -> bool {
        now.since(self.ended) < FRESH
    }

    /// Returns whether a word now corrects the one that was given on it, and `false` if there was none.
    fn is_corrected(&self, now: Instant) -> bool {
        self.ruled
            .is_some_and(|(_, ruled)| now.since(ruled) < CORRECTION)
    }
}

/// The time that a word of the judge is taken to speak of.
enum Spoken {
    /// The one that goes on.
    Current(Lull),
    /// One that is over, by its place on the list.
    Past(usize),
}

/// The least time by which a pause that goes on is told anew.
const LEAST_EXTENSION: Duration = Duration::from_secs(1);

/// A pause with what is charged for it, and the time that both sides have used by that now.
pub type Charged = (Pause, ByColor<Duration>);

/// The latest exchange of the two sides, and the times without one before it of which the judge may speak.
#[derive(Clone, Debug)]
pub struct Exchanges {
    latest: LatestExchange<Instant>,
    /// The time of the latest frame, of whatever kind, or of the return of the line.
    heard: Instant,
    /// The time at which the other side's latest move came first; `None` if that was before a pause.
    taken: Option<Instant>,
    /// The latest time at which the other side has said its move again without having heard us.
    repeated: Option<Instant>,
    /// True if the line has been down since the latest exchange.
    line_was_down: bool,
    /// True if the other side has just shown that it was away.
    has_returned: bool,
    /// True if a frame of ours went out again since the latest exchange.
    is_unanswered: bool,
    /// The judge's word on the pause that goes on: it holds for the whole of it.
    word: Option<PauseWord>,
    /// The latest certain pause, whenever it was, and every lull of late.
    lulls: Vec<Lull>,
    /// True from our own return until the other side is heard: it may be away, too, and the pause goes on then.
    has_just_returned: bool,
    /// True from our own return until a move is made, if ours has not gone out again before.
    is_last_move_unsaid: bool,
}

impl Exchanges {
    /// An exchange now, after a pause that the judge has spoken on, or none; after one we have just returned.
    pub fn new(
        at: Instant,
        used: ByColor<Duration>,
        to: Color,
        ruled: Option<(Accounts, PauseWord)>,
    ) -> Self {
        let ruled = ruled.map(|(accounts, word)| Lull {
            accounts,
            ended: at,
            used,
            is_certain: true,
            ruled: Some((word, at)),
        });
        Self {
            latest: LatestExchange::new(Exchange { at, used, to }),
            heard: at,
            taken: None,
            repeated: None,
            line_was_down: false,
            has_returned: false,
            is_unanswered: false,
            word: None,
            has_just_returned: ruled.is_some(),
            is_last_move_unsaid: ruled.is_some(),
            lulls: ruled.into_iter().collect(),
        }
    }

    /// The line is down, or was.
    pub const fn note_line_down(&mut self) {
        self.line_was_down = true;
    }

    /// The line is up again: what comes again now is no nudge.
    pub const fn note_line_up(&mut self, now: Instant) {
        self.heard = now;
    }

    /// The other side has shown that it was away: it says again what it said last, as a program does that goes on.
    pub const fn note_return(&mut self) {
        self.has_returned = true;
    }

    /// A frame of ours has gone out again: whoever is there answers at once, thinking or not.
    pub const fn note_resend(&mut self) {
        self.is_unanswered = true;
        self.is_last_move_unsaid = false;
    }

    /// A move of the other side has come for the first time.
    pub const fn note_taken(&mut self, now: Instant) {
        self.taken = Some(now);
    }

    /// A move of the side on move has gone out for the first time.
    pub fn note_move(&mut self, now: Instant, used: ByColor<Duration>) {
        self.latest.note_sent(now, used);
        self.is_last_move_unsaid = false;
    }

    /// The other side, which plays this color, answers our last move by its own, without an OK, and we have not said ours
    /// again since our return: it had that move before the pause, and was on move, as it says itself.
    pub fn note_answer(
        &mut self,
        side: Color,
        now: Instant,
        used: ByColor<Duration>,
    ) -> Option<Charged> {
        let is_news = std::mem::take(&mut self.is_last_move_unsaid);
        let place = self.lulls.len().checked_sub(1).filter(|_| is_news)?;
        let lull = &mut self.lulls[place];
        let (word, _) = lull.ruled.filter(|(word, _)| word.to.is_none())?;
        let changed = lull.accounts.had_moved_to(side);
        changed
            .then(|| self.charge_past(place, word, now, used).ok())
            .flatten()
    }

    /// Returns whether the other side has said its last move again without having heard our OK, and nothing else since.
    pub const fn has_lost_ok(&self) -> bool {
        self.repeated.is_some()
    }

    /// The judge's word on the pause that goes on, and the side that it speaks of.
    pub fn standing_word(&self) -> Option<(Color, PauseWord)> {
        let word = self.word?;
        Some((word.to.unwrap_or(self.latest.on_move()), word))
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
        if in_play && lull.length() >= LEAST_LULL {
            self.lulls.push(lull);
        }
        self.latest.renew(Exchange { at: now, used, to });
        self.heard = now;
        (self.line_was_down, self.has_returned, self.repeated) = (false, false, None);
        (self.is_unanswered, self.word, self.has_just_returned) = (false, None, false);
    }

    /// The other side is heard for the first time since our return; `returns` says that it has just come back itself. If so,
    /// or if it has left a frame of ours unanswered, it was away as well, and the pause lasted until now.
    pub fn end_absence(
        &mut self,
        returns: bool,
        now: Instant,
        used: ByColor<Duration>,
    ) -> Option<Charged> {
        // A move that came again has told already.
        let is_news = self.has_just_returned && self.repeated.is_none();
        let was_away = is_news && (returns || self.is_unanswered);
        self.has_just_returned = false;
        was_away.then(|| self.extend_last(now, used)).flatten()
    }

    /// The pause from which we have returned lasted until now.
    fn extend_last(&mut self, now: Instant, used: ByColor<Duration>) -> Option<Charged> {
        let place = self.lulls.len().checked_sub(1)?;
        let lull = &mut self.lulls[place];
        // Copies that had waited come at once: the first has told.
        let more = now.since(lull.ended);
        if more < LEAST_EXTENSION {
            return None;
        }
        lull.lengthen(now, used);
        let (word, _) = lull.ruled?;
        let charged = self.charge_past(place, word, now, used).ok()?;
        let to = self.latest.on_move();
        let (at, used) = (now, charged.1);
        self.latest.renew(Exchange { at, used, to });
        Some(charged)
    }

    /// The other side, which plays this color, says its last move again, which had its OK. Returns whether that shows that
    /// it has not heard the OK, and so nothing of us since: that is no exchange, and it was on move, as it says itself. The
    /// pause from which we have just come back is then another one, if the judge has not named its side.
    pub fn note_repeat(
        &mut self,
        side: Color,
        now: Instant,
        used: ByColor<Duration>,
    ) -> (bool, Option<Charged>) {
        let since = now.since(std::mem::replace(&mut self.heard, now));
        // What waited on the line comes at once, and then some of it went out before our OK.
        let was_under_way = self
            .taken
            .is_some_and(|taken| now.since(taken) < LEAST_LULL);
        // A nudge comes late, and from a side that has answered all that we have sent.
        let is_nudge = since > MOST_BEFORE_RESEND && !self.is_unanswered;
        if is_nudge || was_under_way {
            return (false, None);
        }
        self.latest.was_on_move(side);
        self.repeated = Some(now);
        let extended = self.has_just_returned.then(|| self.extend_last(now, used));
        let extended = extended.flatten();
        let used = extended.map_or(used, |(_, used)| used);
        (true, self.correct_last(side, now, used).or(extended))
    }

    /// The other side was on move in the pause that has just ended: what was charged for it, if the judge did not name its
    /// side, is charged anew.
    fn correct_last(
        &mut self,
        side: Color,
        now: Instant,
        used: ByColor<Duration>,
    ) -> Option<Charged> {
        let place = self.lulls.len().checked_sub(1)?;
        let lull = &mut self.lulls[place];
        let is_named = lull.ruled.is_some_and(|(word, _)| word.to.is_some());
        let is_late = now.since(lull.ended) > MOST_BEFORE_RESEND;
        if is_named || is_late || !lull.accounts.was_on_move(side) {
            return None;
        }
        let (word, _) = lull.ruled?;
        self.charge_past(place, word, now, used).ok()
    }

    /// The other side is heard: the pause that the judge has spoken on is over. Returns it with what the word charges for
    /// the whole of it; `None` without such a word.
    pub fn settle(&mut self, now: Instant, used: ByColor<Duration>) -> Option<Charged> {
        let word = self.word.take()?;
        // Our OK to the latest copy of a move was heard: the pause ended there, and the time since then is ours.
        let ended = self.repeated.unwrap_or(now);
        let lull = self.current(ended, used);
        // A word for more than the pause is not taken, and the pause has only grown since.
        let (pause, mut used) = lull.accounts.charged(word).ok()?;
        let answered = !lull.accounts.known.to;
        used[answered] = used[answered].saturating_add(now.since(ended));
        self.renew(now, used, self.latest.on_move(), false);
        self.lulls.push(Lull {
            used,
            is_certain: true,
            ruled: Some((word, now)),
            ..lull
        });
        Some((pause, used))
    }

    /// Charges the judge's word for the pause that it is taken to speak of. A pause that goes on is charged so until
    /// [`Exchanges::settle`]; a further word takes the place of the one before.
    ///
    /// That is the pause that goes on, or else the latest certain one while the judge has not spoken on it, or has just
    /// done so; or else, since pauses of less than a minute look like thinking, the silence that goes on, or the longest
    /// lull of the last five minutes.
    ///
    /// # Errors
    /// [`NothingCharged`]; nothing has changed.
    pub fn charge(
        &mut self,
        word: PauseWord,
        now: Instant,
        used: ByColor<Duration>,
    ) -> Result<Charged, NothingCharged> {
        match self.spoken_of(now, used).ok_or(NothingCharged::NoPause)? {
            Spoken::Current(lull) => {
                let charged = lull.accounts.charged(word)?;
                self.word = Some(word);
                Ok(charged)
            }
            Spoken::Past(place) => {
                // Nobody has answered since our return: the pause goes on, and the word may be for all of it.
                if self.has_just_returned && self.is_unanswered {
                    self.lulls[place].lengthen(now, used);
                }
                self.charge_past(place, word, now, used)
            }
        }
    }

    fn charge_past(
        &mut self,
        place: usize,
        word: PauseWord,
        now: Instant,
        used: ByColor<Duration>,
    ) -> Result<Charged, NothingCharged> {
        let (_, later) = self.lulls.split_at_mut(place);
        let Some((lull, later)) = later.split_first_mut() else {
            return Err(NothingCharged::NoPause);
        };
        let (pause, charged) = lull.accounts.charged(word)?;
        let before = std::mem::replace(&mut lull.used, charged);
        (lull.is_certain, lull.ruled) = (true, Some((word, now)));
        let ended = lull.ended;
        // What came after it began with other clocks.
        let moved = |used: ByColor<Duration>| {
            let of = |color: Color| {
                let since = used[color].saturating_sub(before[color]);
                charged[color].saturating_add(since)
            };
            ByColor::new(of(Color::Black), of(Color::White))
        };
        for lull in later {
            let began_later = |account: &&mut Account| lull.ended.since(ended) >= account.length;
            let accounts =
                std::iter::once(&mut lull.accounts.known).chain(&mut lull.accounts.others);
            for account in accounts.filter(began_later) {
                account.used = moved(account.used);
            }
            lull.used = moved(lull.used);
        }
        self.latest.move_clocks(moved, |at| at >= ended);
        Ok((pause, moved(used)))
    }

    fn spoken_of(&self, now: Instant, used: ByColor<Duration>) -> Option<Spoken> {
        if self.has_just_returned {
            return self.lulls.len().checked_sub(1).map(Spoken::Past);
        }
        let current = self.current(now, used);
        let is_silent = current.length() >= LEAST_LULL;
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
        let longest = fresh.max_by_key(|place| self.lulls[*place].length());
        longest.or(certain).map(Spoken::Past)
    }

    /// The time since the latest exchange.
    fn current(&self, now: Instant, used: ByColor<Duration>) -> Lull {
        let accounts = self.latest.accounts(|at| now.since(at), false);
        let length = accounts.known.length;
        Lull {
            accounts,
            ended: now,
            used,
            is_certain: length >= LEAST_PAUSE
                || self.has_returned && length >= LEAST_LULL
                || self.line_was_down && length >= Duration::from_secs(1),
            ruled: None,
        }
    }
}
