//! A match as a game record.

use std::time::Duration;

use super::ending::{Count, Outcome};
use super::terms::Terms;
use crate::record::{GameInfo, GameRecord, HalfPoints, Player, RecordedMove, Territory};
use crate::rules::{Game, Point};

/// The record of a match as it stands: every move with what the mover had left, and the outcome
/// once there is one. `times` holds what the mover had used at each move.
#[must_use]
pub(super) fn record(
    terms: &Terms,
    game: &Game,
    times: &[Duration],
    outcome: Option<&Outcome>,
) -> GameRecord {
    let mut record = GameRecord::new(terms.size);
    record.info = info(terms, outcome);
    for (index, &(color, mv)) in game.moves().iter().enumerate() {
        let used = times.get(index);
        let time_left = used.map(|used| terms.main_time.saturating_sub(*used));
        let played = RecordedMove {
            color,
            mv,
            time_left,
            comment: None,
        };
        let on_board = record.push(played);
        debug_assert!(on_board.is_ok(), "a game's moves lie on its board");
    }
    if let Some(count) = outcome.and_then(|outcome| outcome.count.as_ref()) {
        let on_board = record.set_end(territory(game, count));
        debug_assert!(on_board.is_ok(), "territory lies on the board");
    }
    record
}

fn info(terms: &Terms, outcome: Option<&Outcome>) -> GameInfo {
    let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let player = |name: &str| Player {
        name: text(name),
        rank: None,
    };
    GameInfo {
        komi: Some(HalfPoints::new(terms.komi.half_points())),
        players: crate::record::ByColor {
            black: player(&terms.names.black),
            white: player(&terms.names.white),
        },
        date: text(&terms.date),
        place: text(&terms.place),
        event: text(&terms.event),
        round: text(without_word(&terms.round)),
        rules: Some("Japanese".to_owned()),
        time_limit: Some(terms.main_time),
        result: outcome.map(Outcome::result).unwrap_or_default(),
        comment: outcome.map(Outcome::comment),
        ..GameInfo::default()
    }
}

/// The record's form adds the word "round" by itself.
fn without_word(round: &str) -> &str {
    let round = round.trim();
    match round.get(.."round".len()) {
        Some(word) if word.eq_ignore_ascii_case("round") => round[word.len()..].trim_start(),
        _ => round,
    }
}

fn territory(game: &Game, count: &Count) -> Territory {
    let counted = crate::rules::territory(game.board(), &count.dead);
    let owner = Point::all(game.size())
        .filter_map(|point| counted.owner(point).map(|owner| (point, owner)))
        .collect();
    Territory { owner }
}
