//! What the two programs tell each other of a game in play, which moves nothing.

use sgmp_proto::{Answered, GameFacts, Instant};

use super::{Event, Match};
use crate::rules::Color;

impl Match {
    /// How the game stands now, for a peer that asks.
    pub(super) fn tell(&mut self, now: Instant) {
        let board = self.game.board();
        let stones: usize = Color::BOTH
            .map(|color| board.stones(color).count())
            .into_iter()
            .sum();
        let used = self.used(now);
        self.session.set_facts(GameFacts {
            stones: u16::try_from(stones).unwrap_or(u16::MAX),
            black_used: used.black,
            white_used: used.white,
            limit: Some(self.terms.main_time),
        });
    }

    /// Asks what is to be asked, once it is our turn and the wire is free.
    pub(super) fn ask_at_our_turn(&mut self, now: Instant) {
        let Some(query) = self.queued_query.filter(|_| self.is_our_turn()) else {
            return;
        };
        self.tell(now);
        if self.session.ask(query).is_ok() {
            self.queued_query = None;
        }
    }

    pub(super) fn answered(&mut self, answered: Answered) {
        self.events.push_back(Event::Answered(answered));
    }
}
