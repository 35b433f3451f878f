//! Games on a server as their spectators in browsers see them, on the page of a match.

use std::sync::Arc;

use sgmp_proto::Instant;

use super::match_page::{MatchPage, Shown};
use sgmp_board::rules::ByColor;
use sgmp_match::servers::{ServerEvent, ServerGame, ServerSpectator, Speaker, WatchedClocks};

/// The players of the game that is on, or was last, and their clocks.
#[derive(Default)]
pub(super) struct ServerShown {
    names: ByColor<String>,
    clocks: WatchedClocks,
}

impl ServerSpectator for MatchPage {
    fn line(&mut self, at: Instant, from: Speaker, _line: &str) {
        self.line.is_of_server = true;
        match from {
            Speaker::Us => self.line.sent += 1,
            Speaker::Server => {
                self.line.heard += 1;
                self.line.last_heard = Some(at);
            }
        }
    }

    fn event(&mut self, now: Instant, event: &ServerEvent, game: Option<&ServerGame>) {
        self.note_server(event);
        self.server.clocks.take(now, event, game);
        if let Some(game) = game {
            self.server.names.clone_from(&game.terms().names);
            let is_shown = |shown: &Arc<_>| **shown == *game.game();
            if !self.game.as_ref().is_some_and(is_shown) {
                self.game = Some(Arc::new(game.game().clone()));
            }
        }
        let clocks = self.server.clocks;
        self.publish(Shown {
            names: self.server.names.clone(),
            left: clocks.left,
            running: clocks.running,
            at: clocks.at,
        });
    }
}

impl MatchPage {
    fn note_server(&mut self, event: &ServerEvent) {
        let trouble = &mut self.line.trouble;
        match event {
            ServerEvent::LinkUp | ServerEvent::JournalMended => *trouble = None,
            ServerEvent::LinkDown(_)
            | ServerEvent::Adjourned
            | ServerEvent::JournalFailed(_)
            | ServerEvent::RecordFailed(_) => *trouble = Some(event.to_string()),
            ServerEvent::Game(_) => (*trouble, self.result) = (None, None),
            ServerEvent::Over(_) | ServerEvent::Lost(_) | ServerEvent::PutAside => {
                self.result = Some(format!("{event}."));
            }
            _ => {}
        }
    }
}
