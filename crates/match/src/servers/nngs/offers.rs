//! Matches that are offered, and those that are accepted.

use std::time::Duration;

use sgmp_proto::Instant;

use super::match_offer::{MatchOffer, Unwanted};
use super::nngs_client::{Command, NngsClient};
use super::nngs_line::Prompt;
use crate::servers::server_event::ServerEvent;

/// Time from one offer to the next.
const OFFER_INTERVAL: Duration = Duration::from_secs(30);

impl NngsClient {
    fn is_busy(&self) -> bool {
        self.state.server_game().is_some() || self.listing.is_some() || self.adjourned.is_some()
    }

    pub(super) fn offer(&mut self, now: Instant) {
        let is_due = self.next_offer.is_none_or(|due| now >= due);
        if self.is_busy() || !is_due || self.prompt != Some(Prompt::Waiting) {
            return;
        }
        let Some(offer) = self.wishes.offer(self.games) else {
            return;
        };
        self.next_offer = Some(now + OFFER_INTERVAL);
        self.say(&offer.to_string(), now);
        self.latest_command = Command::Match;
        if self.agreed.as_ref() != Some(&offer) {
            self.state.tell(ServerEvent::Offers(offer.clone()));
        }
        self.agreed = Some(offer);
    }

    pub(super) fn offered(&mut self, offer: MatchOffer, now: Instant) {
        let wanted = match () {
            () if self.is_busy() => Err(Unwanted::Busy),
            () if self.state.wants_no_more() => Err(Unwanted::Enough),
            () => self.wishes.accept(&offer),
        };
        match wanted {
            Ok(()) => {
                self.say(&offer.to_string(), now);
                self.latest_command = Command::Match;
                self.next_offer = Some(now + OFFER_INTERVAL);
                self.state.tell(ServerEvent::Accepts(offer.clone()));
                self.agreed = Some(offer);
            }
            Err(why) => {
                self.say(&format!("decline {}", offer.name), now);
                if why == Unwanted::Terms {
                    let words = self.wishes.words();
                    self.say(&format!("tell {} {words}", offer.name), now);
                }
                self.state.tell(ServerEvent::Declines(offer, why));
            }
        }
    }
}
