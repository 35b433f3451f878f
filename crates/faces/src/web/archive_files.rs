//! Files of the archive as wholes: a game, or a record that was sent, is downloaded, deleted and brought back.

use std::path::Path as FilePath;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::IntoResponse;
use serde::Deserialize;

use super::access::RequestError;
use super::record_requests::{kept_file, looked_at};
use super::request_words::QueryWords;
use super::site::Site;
use super::small_answers::Done;
use crate::local_game::{GameArchive, Phase};
use sgmp_board::record::{FileError, read_bytes};

/// Gives the file of a kept game as it is, to be saved under its name.
pub(super) async fn download(
    State(site): State<Site>,
    Path(name): Path<String>,
) -> Result<impl IntoResponse, RequestError> {
    let file = kept_file(&site, &name)?;
    let bytes = read_bytes(&file).map_err(|error| RequestError::bad(error.to_string()))?;
    let headers = [
        (header::CONTENT_TYPE, "application/x-go-sgf".to_owned()),
        (header::CONTENT_DISPOSITION, attachment(&name)),
    ];
    Ok((headers, bytes))
}

/// The header that names the file: plainly for old browsers, and in full (RFC 6266).
fn attachment(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_. ".contains(c);
    let plain: String = name
        .chars()
        .map(|c| if is_plain(c) { c } else { '_' })
        .collect();
    let encoded: String = name
        .bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => {
                char::from(byte).to_string()
            }
            _ => format!("%{byte:02X}"),
        })
        .collect();
    format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{encoded}")
}

/// The place of a file: a game is no record of the same name that was sent.
#[derive(Debug, Deserialize)]
pub(super) struct Shelf {
    /// True for a record that was sent to be looked at.
    #[serde(default)]
    sent: bool,
}

impl Shelf {
    fn archive(&self, site: &Site) -> Result<GameArchive, RequestError> {
        let archive = match self.sent {
            true => looked_at(site),
            false => site.host.archive.clone(),
        };
        archive.ok_or_else(|| RequestError::not_found("no games are kept here"))
    }
}

/// Moves a game of the archive, or a record that was sent, to the deleted ones, with what lies beside it.
pub(super) async fn delete(
    State(site): State<Site>,
    Path(name): Path<String>,
    QueryWords(shelf): QueryWords<Shelf>,
) -> Result<Json<Done>, RequestError> {
    let archive = shelf.archive(&site)?;
    let file = archive.files_by_name().remove(&name);
    let file = file.ok_or_else(|| RequestError::not_found("the archive has no such game"))?;
    close_game(&site, &file)?;
    archive.delete(&file).map_err(refused)?;
    Ok(Json(Done {}))
}

/// Closes the game of a file that is to be deleted, which nothing is to be written to any more.
fn close_game(site: &Site, file: &FilePath) -> Result<(), RequestError> {
    let Some(room) = site.open_game(file) else {
        return Ok(());
    };
    if !matches!(room.lock().game.phase(), Phase::Over(_)) {
        let why = "this game is being played just now: finish or resign it first, then delete it";
        return Err(RequestError::conflict(why));
    }
    if !room.is_empty() {
        let why = "this game is open on a page just now: close that page first, then delete it";
        return Err(RequestError::conflict(why));
    }
    site.close(&room);
    Ok(())
}

/// Brings back what was deleted.
pub(super) async fn restore(
    State(site): State<Site>,
    Path(name): Path<String>,
    QueryWords(shelf): QueryWords<Shelf>,
) -> Result<Json<Done>, RequestError> {
    let archive = shelf.archive(&site)?;
    let file = archive.deleted().files_by_name().remove(&name);
    let file = file.ok_or_else(|| RequestError::not_found("no such game was deleted"))?;
    archive.restore(&file).map_err(refused)?;
    Ok(Json(Done {}))
}

fn refused(error: FileError) -> RequestError {
    RequestError::conflict(error.to_string())
}
