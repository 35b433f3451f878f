//! The pauses of a match: what the judge has charged for them, and clocks that were emptied so.

use std::time::Duration;

use jiff::Timestamp;
use sgmp_proto::Instant;

use super::persistence::millis;
use super::{Event, Match, OpponentFlag};
use crate::play::journal::Entry;
use crate::play::pause::{Pause, PauseCharge, PauseWord};
use sgmp_board::rules::{ByColor, Color};

impl Match {
    /// The two sides have exchanged something.
    pub(super) fn note_exchange(&mut self, now: Instant) {
        let (used, to, in_play) = (self.used(now), self.game.to_move(), self.has_begun());
        self.exchanges.renew(now, used, to, in_play);
    }

    /// Charges the judge's word for the latest pause: the one that goes on, or else the one that is over.
    pub(super) fn charge_pause(&mut self, word: PauseWord, now: Instant) {
        let used = self.used(now);
        let (pause, now_used) = match self.exchanges.charge(word, now, used) {
            Ok(charged) => charged,
            Err(why) => return self.events.push_back(Event::NothingCharged(why)),
        };
        self.set_charged(&pause, now_used, now);
        if self.exchanges.standing_word().is_none() {
            return self.events.push_back(Event::PauseCharged(pause));
        }
        // A clock that runs on would take what the judge gives.
        let runs_on = word.charge == PauseCharge::All && !self.clocks.is_running(!pause.to);
        if !runs_on {
            for color in Color::BOTH {
                self.clocks.hold(color, now);
            }
        } else if !self.link.is_down() {
            self.clocks.release(now);
        }
        self.events.push_back(Event::PauseRuled(pause));
    }

    /// The other side answers our move by its own, without an OK to ours.
    pub(super) fn note_answer(&mut self, now: Instant) {
        let (side, used) = (!self.terms.color, self.used(now));
        let charged = self.exchanges.note_answer(side, now, used);
        if let Some((pause, now_used)) = charged.filter(|_| self.is_open()) {
            self.set_charged(&pause, now_used, now);
            self.events.push_back(Event::PauseCharged(pause));
        }
    }

    /// The other side says its last move again. Returns whether it has not heard our OK: that is no exchange.
    pub(super) fn hear_repeat(&mut self, now: Instant) -> bool {
        let (side, used) = (!self.terms.color, self.used(now));
        let (is_unheard, charged) = self.exchanges.note_repeat(side, now, used);
        if let Some((pause, now_used)) = charged.filter(|_| self.is_open()) {
            self.set_charged(&pause, now_used, now);
            self.events.push_back(Event::PauseCharged(pause));
        }
        if is_unheard {
            self.record.note_heard();
        }
        is_unheard
    }

    /// The other side is heard, and may have come back just now, as we may have before: a pause that the judge has spoken on
    /// while it went on ends here.
    pub(super) fn settle_pause(&mut self, returns: bool, now: Instant) {
        let used = self.used(now);
        let charged = match self.exchanges.settle(now, used) {
            Some(charged) => Some(charged),
            None => self.exchanges.end_absence(returns, now, used),
        };
        if returns {
            self.exchanges.note_return();
        }
        if let Some((pause, now_used)) = charged.filter(|_| self.is_open()) {
            self.set_charged(&pause, now_used, now);
            self.clocks.release(now);
            self.events.push_back(Event::PauseCharged(pause));
        }
    }

    /// Sets the clocks after a charge.
    fn set_charged(&mut self, pause: &Pause, now_used: ByColor<Duration>, now: Instant) {
        let running = Color::BOTH
            .into_iter()
            .find(|color| self.clocks.is_running(*color));
        let before = std::mem::replace(&mut self.journal_used, now_used);
        let at = self.wall.at(now);
        for entry in clock_entries(before, now_used, running, pause.to, at) {
            self.note(entry);
        }
        for color in Color::BOTH {
            self.clocks.set_used(color, now_used[color], now);
        }
        if self.link.is_down() {
            // The entry above is that of a line that is up.
            self.note(Entry::LinkDown {
                at: self.wall.at(now),
            });
        }
        let theirs = !self.terms.color;
        if self.clocks.over(theirs, now).is_none() {
            // The judge may have given back the time by which it was over: it may fall once more.
            self.opponent_flag = OpponentFlag::Up;
        }
        self.note_empty_clock(pause, now);
    }

    /// Notes whether a side's clock is over by a pause.
    pub(super) fn note_empty_clock(&mut self, pause: &Pause, now: Instant) {
        let is_over = self.clocks.over(pause.to, now).is_some();
        let before = self.is_over_by_pause[pause.to];
        self.is_over_by_pause[pause.to] =
            pause.is_over_by_pause(before, is_over, self.terms.main_time);
        // The other side may have been given back what was charged to it.
        self.is_over_by_pause[!pause.to] &= self.clocks.over(!pause.to, now).is_some();
        self.record.set_old();
    }

    /// Returns whether a side's clock was emptied by what was charged for a pause: the judge decides on it, and no flag
    /// of it falls.
    #[must_use]
    pub fn is_over_by_pause(&self, color: Color) -> bool {
        self.is_over_by_pause[color]
    }

    /// Returns whether no flag of a side falls now: by a pause that is over, or by the judge's word on the one that goes on.
    pub(super) fn has_no_flag(&self, color: Color) -> bool {
        let standing = self.exchanges.standing_word();
        self.is_over_by_pause(color) || standing.is_some_and(|(to, _)| to == color)
    }

    /// Returns whether a clock stands by the judge's word, whatever the line does.
    pub(super) fn is_held_by_word(&self) -> bool {
        let standing = self.exchanges.standing_word();
        standing.is_some_and(|(_, word)| word.charge != PauseCharge::All)
    }
}

/// The entries of the journal for a charge to one side, by which both clocks are set: they were `before` so in the journal,
/// and one may be `running` since then. A charge to another side than that counts the time until then for it: so it comes
/// first.
pub(super) fn clock_entries(
    before: ByColor<Duration>,
    after: ByColor<Duration>,
    running: Option<Color>,
    to: Color,
    at: Timestamp,
) -> Vec<Entry> {
    let first = running.unwrap_or(!to);
    let is_told =
        |color: &Color| *color == to || running == Some(*color) || after[*color] != before[*color];
    let entry = |color: Color| Entry::Resumed {
        at,
        charged_ms: millis(after[color].saturating_sub(before[color])),
        given_back_ms: millis(before[color].saturating_sub(after[color])),
        to: color,
    };
    [first, !first]
        .into_iter()
        .filter(is_told)
        .map(entry)
        .collect()
}
