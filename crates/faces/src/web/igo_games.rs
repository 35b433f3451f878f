//! Games of Igo on pages: the ladder's next game.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;

use super::access::RequestError;
use super::igo_seat::IgoSeat;
use super::request_words::JsonBody;
use super::site::Site;
use super::small_answers::{Seated, today};
use crate::igo::{IgoLevel, IgoSeries};
use crate::local_game::LocalGame;
use sgmp_board::rules::BoardSize;

/// The game that somebody wants.
#[derive(Debug, Deserialize)]
pub(super) struct WantedIgo {
    size: u8,
    /// A level to begin at; where the results have led without one.
    #[serde(default)]
    level: String,
}

/// Opens the next game of a board's ladder, or the one that was left.
pub(super) async fn open_igo(
    State(site): State<Site>,
    JsonBody(wanted): JsonBody<WantedIgo>,
) -> Result<Json<Seated>, RequestError> {
    let size = BoardSize::new(wanted.size).filter(|_| IgoSeries::BOARDS.contains(&wanted.size));
    let size = size.ok_or_else(|| RequestError::bad("the boards of Igo have 9, 13 or 19 lines"))?;
    let level = match wanted.level.as_str() {
        "" => None,
        word => {
            let level: Result<IgoLevel, _> = word.parse();
            Some(level.map_err(|error| RequestError::bad(error.to_string()))?)
        }
    };
    seat(&site, size, level).map(Json)
}

/// Opens the next game on a board.
pub(super) fn seat(
    site: &Site,
    size: BoardSize,
    level: Option<IgoLevel>,
) -> Result<Seated, RequestError> {
    let machine = &site.host.machine;
    let mut series = IgoSeries::new(site.learner.igo_log(), size);
    let resumed = match level {
        Some(level) => {
            series.begin_at(level);
            None
        }
        None => series.unfinished(machine.now()),
    };
    let (game, file) = match resumed {
        Some((game, file)) => (game, Some(file)),
        None => {
            let date = today(&machine.start_time());
            let terms = series.terms(machine.random() as u64, date);
            let game = LocalGame::new(terms, machine.now());
            let game = game.map_err(|error| RequestError::bad(error.to_string()))?;
            (game, None)
        }
    };
    if let Some(open) = file.as_ref().and_then(|file| site.open_game(file.path())) {
        let seat = open.lock().links.black.clone();
        return Ok(Seated { seat });
    }
    let igo = IgoSeat::new(series, site.learner.clone());
    let seat = site.seat_igo(game, file, igo)?;
    Ok(Seated { seat })
}
