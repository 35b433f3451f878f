//! Games that wait on the server: adjourned ones, and those that an earlier process has left.

use std::time::Duration;

use sgmp_proto::Instant;

use super::nngs_client::{Command, NngsClient};
use crate::servers::server_event::ServerEvent;

/// Time from one try to load a game that waits to the next.
const LOAD_INTERVAL: Duration = Duration::from_secs(10);

/// Time after which a game that waits for its opponent makes room for others. It goes on whenever it is loaded.
const MAX_ADJOURNMENT: Duration = Duration::from_secs(30 * 60);

/// A game that waits on the server to be loaded.
#[derive(Clone, Debug)]
pub(super) struct Adjourned {
    pub(super) white: String,
    pub(super) black: String,
    pub(super) next_try: Instant,
    /// The time after which it makes room for others.
    pub(super) until: Instant,
    /// The server's latest word on why it does not go on.
    refusal: String,
}

impl NngsClient {
    /// Has a game wait until it is loaded.
    pub(super) fn wait_for(&mut self, white: String, black: String, now: Instant) {
        self.adjourned = Some(Adjourned {
            white,
            black,
            next_try: now,
            until: now + MAX_ADJOURNMENT,
            refusal: String::new(),
        });
    }

    /// The next game that an earlier process has left.
    pub(super) fn load_stored(&mut self, now: Instant) {
        if let Some(known) = self.stored.front() {
            let setup = &known.setup;
            let (white, black) = (setup.white.name.clone(), setup.black.name.clone());
            self.wait_for(white, black, now);
        }
    }

    pub(super) fn try_to_load(&mut self, now: Instant) {
        let Some(adjourned) = &mut self.adjourned else {
            return;
        };
        if now >= adjourned.until {
            self.adjourned = None;
            self.state.put_game_aside();
            self.stored.pop_front();
            self.state.tell(ServerEvent::PutAside);
            return self.load_stored(now);
        }
        if now >= adjourned.next_try {
            adjourned.next_try = now + LOAD_INTERVAL;
            let command = format!("load {}-{}", adjourned.white, adjourned.black);
            self.say(&command, now);
            self.latest_command = Command::Load;
        }
    }

    /// The game does not go on yet: told where the reason is another one than the last time.
    pub(super) fn is_not_loaded(&mut self, words: String) {
        let Some(adjourned) = &mut self.adjourned else {
            return;
        };
        if adjourned.refusal != words {
            adjourned.refusal.clone_from(&words);
            self.state.tell(ServerEvent::Info(words));
        }
    }

    /// The server has no such game.
    pub(super) fn is_not_stored(&mut self, now: Instant) {
        self.adjourned = None;
        if self.state.lose_game() {
            return self.after_game(now);
        }
        if let Some(known) = self.stored.pop_front() {
            self.state.close_unheard(known);
        }
        self.load_stored(now);
        if self.adjourned.is_none() {
            self.state.tell(ServerEvent::Waiting);
        }
    }

    /// A game is on: it is the one of an earlier process, or another.
    pub(super) fn has_begun(&mut self) {
        self.games += 1;
        self.stored.pop_front();
        self.disputes = 0;
    }
}
