//! The pauses of a match: what the judge has charged for them, and clocks that were emptied so.

use sgmp_proto::Instant;

use super::persistence::millis;
use super::{Event, Match};
use crate::play::journal::Entry;
use crate::play::pause::{Exchanges, Pause, PauseCharge};
use sgmp_board::rules::Color;

impl Match {
    /// The two sides have exchanged something.
    pub(super) fn note_exchange(&mut self, now: Instant) {
        let (used, to, in_play) = (self.used(now), self.game.to_move(), self.has_begun());
        self.exchanges.renew(now, used, to, in_play);
    }

    /// Charges the judge's word for the latest pause: the one that goes on, or else the one that is over.
    pub(super) fn charge_pause(&mut self, charge: PauseCharge, now: Instant) {
        let (pause, now_used) = match self.exchanges.charge(charge, now, self.used(now)) {
            Ok(charged) => charged,
            Err(why) => return self.events.push_back(Event::NothingCharged(why)),
        };
        self.clocks.set_used(pause.to, now_used, now);
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
            self.exchanges.note_line_down();
        }
        self.tell_pause(pause, now);
    }

    /// Notes whether a side's clock is over by a pause, and tells what was charged.
    pub(super) fn tell_pause(&mut self, pause: Pause, now: Instant) {
        let is_over = self.clocks.over(pause.to, now).is_some();
        let before = self.is_over_by_pause[pause.to];
        self.is_over_by_pause[pause.to] =
            pause.is_over_by_pause(before, is_over, self.terms.main_time);
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
