//! Games of the archive that are opened again: from the list, and by the address that they had before the server was
//! started anew.

use std::path::PathBuf;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};

use super::access::RequestError;
use super::igo_seat::IgoSeat;
use super::link_book::KeptLinks;
use super::record_requests::archived_files;
use super::room::Room;
use super::site::{Chair, Site};
use super::small_answers::Seated;
use crate::igo::IgoSeries;
use crate::local_game::{KeptGame, LocalGame, Phase};
use sgmp_board::record::{read_bytes, read_game};
use sgmp_board::rules::ByColor;

/// Goes on with an unfinished game of the archive: where it is open, at its page; a game of two pages at the one that
/// nobody sits at.
pub(super) async fn resume(
    State(site): State<Site>,
    Path(name): Path<String>,
) -> Result<Json<Seated>, RequestError> {
    let file = archived_files(&site).remove(&name);
    let file = file.ok_or_else(|| RequestError::not_found("the archive has no such game"))?;
    let room = match site.open_game(&file) {
        Some(room) => room,
        None => {
            let book = site.host.links.as_ref();
            let kept = book.and_then(|book| book.of_file(&name));
            open(&site, &name, file, kept)?
        }
    };
    let free = room.lock().free_seat(site.host.machine.now());
    let why = "this game is played just now, on two pages";
    let (_, seat) = free.ok_or_else(|| RequestError::conflict(why))?;
    Ok(Json(Seated { seat }))
}

/// The chair of a link. A game that is not open is opened again from its record.
///
/// # Errors
/// Those of [`reopen`].
pub(super) fn chair(site: &Site, link: &str) -> Result<Chair, RequestError> {
    match site.open_chair(link) {
        Some(chair) => Ok(chair),
        None => reopen(site, link),
    }
}

/// Opens the game of a link that was known to an earlier server.
///
/// # Errors
/// A link that leads to no game; one that is over is named by its record.
fn reopen(site: &Site, link: &str) -> Result<Chair, RequestError> {
    let gone = || {
        let why = "this game is not here: it was never begun, or its record has been removed. \
                   Games that are kept are listed on the start page";
        RequestError::not_found(why)
    };
    let book = site.host.links.as_ref();
    let kept = book.and_then(|book| book.of_link(link)).ok_or_else(gone)?;
    let name = kept.file.clone();
    let file = archived_files(site).remove(&name).ok_or_else(gone)?;
    let room = match site.open_game(&file) {
        Some(room) => room,
        None => open(site, &name, file, Some(kept))?,
    };
    // Opened at another address, it is entered there.
    let other = room.lock().links.black.clone();
    let chair = site.open_chair(link).or_else(|| site.open_chair(&other));
    chair.ok_or_else(gone)
}

/// Opens an unfinished game at its links.
fn open(
    site: &Site,
    name: &str,
    path: PathBuf,
    kept: Option<KeptLinks>,
) -> Result<Arc<Room>, RequestError> {
    let bad = |error: &dyn std::fmt::Display| RequestError::bad(error.to_string());
    let bytes = read_bytes(&path).map_err(|error| bad(&error))?;
    let read = read_game(&bytes, 1).map_err(|error| bad(&error))?;
    let game = LocalGame::from_record(&read.record, site.host.machine.now());
    let game = game.map_err(|error| bad(&error))?;
    if matches!(game.phase(), Phase::Over(_)) {
        return Err(RequestError::not_found("this game is over").see(name.to_owned()));
    }
    let igo = igo_seat(site, &path);
    let (file, left) = match KeptGame::to_go_on_in(path, bytes, &game) {
        Ok(file) => (Some(file), None),
        Err(left) => (None, Some(left.to_string())),
    };
    let is_of_two = kept.as_ref().is_some_and(KeptLinks::is_of_two);
    let links = kept.as_ref().map(KeptLinks::links).unwrap_or_else(|| {
        let link = site.link();
        ByColor::new(link.clone(), link)
    });
    let room = site.seat(game, file, links, is_of_two)?;
    {
        let mut state = room.lock();
        state.igo = igo;
        state.left = left.or_else(|| state.left.take());
    }
    Ok(room)
}

/// The series of Igo that the game of this record belongs to.
fn igo_seat(site: &Site, path: &std::path::Path) -> Option<IgoSeat> {
    let path = std::fs::canonicalize(path).ok()?;
    let series = IgoSeries::of_game(site.learner.igo_log(), path.to_str()?)?;
    Some(IgoSeat::new(series, site.learner.clone()))
}
