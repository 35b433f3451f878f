//! The pauses of a match: what the judge has charged for them, and clocks that were emptied so.

use std::time::Duration;

use sgmp_proto::Instant;

use super::persistence::millis;
use super::{Event, Match, OpponentFlag};
use crate::play::journal::Entry;
use crate::play::pause::{Pause, PauseCharge};
use sgmp_board::rules::Color;

impl Match {
    /// The two sides have exchanged something.
    pub(super) fn note_exchange(&mut self, now: Instant) {
        let (used, to, in_play) = (self.used(now), self.game.to_move(), self.has_begun());
        self.exchanges.renew(now, used, to, in_play);
    }

    /// Charges the judge's word for the latest pause: the one that goes on, or else the one that is over.
    pub(super) fn charge_pause(&mut self, charge: PauseCharge, now: Instant) {
        let used = self.used(now);
        let (pause, now_used) = match self.exchanges.charge(charge, now, used) {
            Ok(charged) => charged,
            Err(why) => return self.events.push_back(Event::NothingCharged(why)),
        };
        self.set_charged(&pause, now_used, now);
        let Some((_, word)) = self.exchanges.standing_word() else {
            return self.events.push_back(Event::PauseCharged(pause));
        };
        // A clock that runs on would take what the judge gives.
        match word {
            PauseCharge::All if !self.link.is_down() => self.clocks.release(now),
            PauseCharge::All => {}
            PauseCharge::Nothing | PauseCharge::Time(_) => self.clocks.hold(pause.to, now),
        }
        self.events.push_back(Event::PauseRuled(pause));
    }

    /// The other side is heard: a pause that the judge has spoken on while it went on ends here.
    pub(super) fn settle_pause(&mut self, now: Instant) {
        let used = self.used(now);
        let Some((pause, now_used)) = self.exchanges.settle(now, used) else {
            return;
        };
        if !self.is_open() {
            return;
        }
        self.set_charged(&pause, now_used, now);
        self.clocks.release(now);
        self.events.push_back(Event::PauseCharged(pause));
    }

    /// Sets the clock of a side that was charged.
    fn set_charged(&mut self, pause: &Pause, now_used: Duration, now: Instant) {
        self.clocks.set_used(pause.to, now_used, now);
        let before = std::mem::replace(&mut self.journal_used[pause.to], now_used);
        self.note(Entry::Resumed {
            at: self.wall.at(now),
            charged_ms: millis(now_used.saturating_sub(before)),
            given_back_ms: millis(before.saturating_sub(now_used)),
            to: pause.to,
        });
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
        standing.is_some_and(|(_, word)| word != PauseCharge::All)
    }
}
