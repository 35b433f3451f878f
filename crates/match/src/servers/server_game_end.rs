//! The end of a game on a server, and its record.

use super::game_journal::GameEntry;
use super::server_event::{GameOver, ServerEvent};
use super::server_game::ServerGame;
use super::server_setup::ServerResult;
use crate::play::record;
use sgmp_board::record::{GameRecord, GameResult};
use sgmp_board::rules::{Color, score};
use sgmp_engine::engine::{Engine, Settings};

impl ServerGame {
    /// Writes the record, where moves have come since.
    pub fn keep_record(&mut self) {
        if self.record.is_due() {
            let record = self.record_so_far();
            let told = self.record.keep(&record);
            self.events.extend(told);
        }
    }

    /// The game is over by the server's word.
    pub fn end(mut self, result: ServerResult, reason: String) -> Vec<ServerEvent> {
        let counted = self.own_count();
        let over = GameEntry::Ended {
            result: result.word.clone(),
            reason: reason.clone(),
        };
        let written = self.journal.append(over);
        self.tell_written(written);
        let mut record = self.record_so_far();
        if let Some(status) = &self.status {
            record.set_count(status);
        }
        record.info.result = result.result;
        record.info.comment = Some(match reason.as_str() {
            "" => format!("The server's result: {}", result.word),
            reason => format!("The server's result: {}. {reason}", result.word),
        });
        let told = self.record.keep_last(&record);
        self.events.extend(told);
        self.events.push(ServerEvent::Over(Box::new(GameOver {
            number: self.setup.number,
            result,
            reason,
            ours: self.terms.color,
            counted,
            record: self.record.name(),
        })));
        self.events
    }

    /// The server tells of this game no more, and its end was not heard.
    pub fn lose_sight(mut self) -> Vec<ServerEvent> {
        let reason = "the server told of it no more".to_owned();
        let written = self.journal.append(GameEntry::Ended {
            result: "?".to_owned(),
            reason,
        });
        self.tell_written(written);
        let mut record = self.record_so_far();
        record.info.comment =
            Some("The connection was lost, and the server told of this game no more".to_owned());
        let told = self.record.keep_last(&record);
        self.events.extend(told);
        self.events.push(ServerEvent::Lost(self.setup.number));
        self.events
    }

    /// Ends a game in which nothing was played, and leaves no file of it.
    pub(super) fn discard(self) {
        let files = [self.journal.path(), self.record.name().into()];
        drop(self.journal);
        drop(self.record);
        for path in files {
            // What stays says itself that nothing was played.
            let _ = std::fs::remove_file(path);
        }
    }

    /// The result by the dead stones that were agreed on, or by our own judgment of a board on which both have passed.
    fn own_count(&self) -> Option<GameResult> {
        let judged = || {
            let is_over = self.game.consecutive_passes() >= 2;
            is_over.then(|| Engine::new(Settings::default()).status(&self.game))
        };
        let status = self.status.or_else(judged)?;
        Some(score::count(&self.game, &status).margin().into())
    }

    fn record_so_far(&self) -> GameRecord {
        let mut played = GameRecord::played(&self.game, |index, played| {
            played.time_left = self.moves.get(index).map(|moved| moved.left);
        });
        played.info = record(&self.terms, &self.game, &[], None).info;
        let mut record = played;
        record.info.rules = Some(self.terms.rules.name().to_owned());
        for color in Color::BOTH {
            let rating = self.setup.entrant(color).rating.clone();
            record.info.players[color].rank = rating;
        }
        record
    }
}
