//! A game of a duel on paper: its sheet and its record.

use super::game_sheet::{GameSheet, SideSheet, Winner};
use super::played_game::{DuelTable, GameVerdict, round};
use sgmp_board::record::{GameInfo, GameRecord, GameResult, Player};
use sgmp_board::rules::{ByColor, Color};
use sgmp_match::port::wall_clock;

impl DuelTable<'_> {
    pub(super) fn sheet(&self, verdict: &GameVerdict, seconds: f64) -> GameSheet {
        let winner = match verdict.result {
            GameResult::Draw => Winner::Draw,
            result => match result.winner() {
                Some(Color::Black) => Winner::Black,
                Some(Color::White) => Winner::White,
                None => Winner::None,
            },
        };
        let colors = [Color::Black, Color::White];
        let side = |color: Color| {
            let sheet = &self.sides[color].sheet;
            SideSheet {
                think: round(sheet.think),
                longest: round(sheet.longest),
                ..*sheet
            }
        };
        GameSheet {
            game: self.planned.game,
            players: self.planned.players,
            names: colors.map(|color| self.name(color).to_owned()),
            opening_plies: self.planned.opening.len(),
            result: verdict.result.to_string(),
            winner,
            end: verdict.end,
            detail: verdict.detail.clone(),
            moves: self.game.move_count(),
            counts: verdict.counts.clone(),
            seconds: round(seconds),
            sides: colors.map(side),
        }
    }

    pub(super) fn record(&self, sheet: &GameSheet, verdict: &GameVerdict) -> GameRecord {
        let conditions = self.conditions();
        let player = |color: Color| Player {
            name: Some(self.name(color).to_owned()),
            rank: None,
        };
        let mut record = GameRecord::played(&self.game, |_, _| {});
        let detail = sheet.detail.as_deref().map(|detail| format!("; {detail}"));
        record.info = GameInfo {
            players: ByColor::new(player(Color::Black), player(Color::White)),
            date: Some(wall_clock().strftime("%Y-%m-%d").to_string()),
            time_limit: conditions.time.map(|time| time.main),
            result: verdict.result,
            name: Some(format!("game {}", sheet.game)),
            comment: Some(format!(
                "the first {} moves were given; end: {}{}",
                sheet.opening_plies,
                sheet.end.duel_word(),
                detail.unwrap_or_default()
            )),
            ..record.info
        };
        record.lay_handicap(conditions.handicap);
        if let Some(status) = &verdict.status {
            record.set_count(status);
        }
        record
    }
}
