//! Requests about records: those of the archive, and those that the page sends along.

use std::collections::BTreeMap;
use std::path::PathBuf;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use serde::Deserialize;

use super::access::RequestError;
use super::curve::{CurvePart, CurveWish, judge_part};
use super::position_advice::{Advice, AdviceQuestion, advise};
use super::record_additions::{Additions, WrittenRecord};
use super::record_state::{RecordState, game_at, main_record, played};
use super::request_words::{JsonBody, QueryWords};
use super::site::Site;
use sgmp_advice::review::KeptCurve;
use sgmp_board::record::{GameTree, json_fault, read_bytes};
use sgmp_board::rules::{Game, Move, Point};

/// Moves that are tried on from a position of the record.
const MAX_TRIED: usize = 100;

/// The files of the archive by their names: there is no way to any other.
pub(super) fn archived_files(site: &Site) -> BTreeMap<String, PathBuf> {
    let files = site.host.archive.as_ref().map(|archive| archive.files());
    let files = files.unwrap_or_default().into_iter();
    files
        .filter_map(|path| Some((path.file_name()?.to_str()?.to_owned(), path)))
        .collect()
}

fn archived_file(site: &Site, name: &str) -> Result<PathBuf, RequestError> {
    let file = archived_files(site).remove(name);
    file.ok_or_else(|| RequestError::not_found("the archive has no such game"))
}

/// The record of a game of the archive.
pub(super) fn archived(site: &Site, name: &str) -> Result<GameTree, RequestError> {
    let bytes = read_bytes(&archived_file(site, name)?);
    sent(&bytes.map_err(|error| RequestError::bad(error.to_string()))?)
}

fn sent(bytes: &[u8]) -> Result<GameTree, RequestError> {
    GameTree::read(bytes, 1).map_err(|error| RequestError::bad(error.to_string()))
}

/// Plays moves on that somebody tries, such as "E5,D4,pass".
fn try_on(mut game: Game, line: &str) -> Result<Game, RequestError> {
    let words = line.split(',').filter(|word| !word.is_empty());
    for (tried, word) in words.enumerate() {
        if tried == MAX_TRIED {
            return Err(RequestError::conflict("this variation is too long"));
        }
        let mv = match word {
            "pass" => Move::Pass,
            name => {
                let shown: String = name.chars().take(8).collect();
                let why =
                    || RequestError::bad(format!("{shown:?} is no point: type one such as E5"));
                Move::Play(Point::parse(name).ok_or_else(why)?)
            }
        };
        let played = game.play(game.to_move(), mv);
        played.map_err(|reason| RequestError::conflict(format!("{mv} is illegal: {reason}")))?;
    }
    Ok(game)
}

/// A game of the archive.
pub(super) async fn show_archived(
    State(site): State<Site>,
    Path(name): Path<String>,
) -> Result<Json<RecordState>, RequestError> {
    RecordState::new(&archived(&site, &name)?).map(Json)
}

/// A record that the page has sent.
pub(super) async fn show_sent(bytes: Bytes) -> Result<Json<RecordState>, RequestError> {
    RecordState::new(&sent(&bytes)?).map(Json)
}

/// A question about a position of a record.
#[derive(Debug, Deserialize)]
pub(super) struct AskedOfNode {
    what: AdviceQuestion,
    /// The number of its node.
    node: usize,
    /// Moves that are tried on from there, with commas between them.
    #[serde(default)]
    line: String,
}

async fn answer(
    site: &Site,
    tree: &GameTree,
    asked: &AskedOfNode,
) -> Result<Json<Advice>, RequestError> {
    let node = tree.node(asked.node);
    let node = node.ok_or_else(|| RequestError::conflict("the record has no such move"))?;
    let game = try_on(game_at(tree, node)?, &asked.line)?;
    let advice = advise(&site.teachers, game, asked.what).await?;
    Ok(Json(advice))
}

async fn curve(
    site: &Site,
    tree: &GameTree,
    file: Option<PathBuf>,
    from: usize,
) -> Result<Json<CurvePart>, RequestError> {
    let game = played(&main_record(tree)?)?;
    judge_part(site, game, file, from).await.map(Json)
}

/// Answers a question about a game of the archive.
pub(super) async fn ask_archived(
    State(site): State<Site>,
    Path(name): Path<String>,
    JsonBody(asked): JsonBody<AskedOfNode>,
) -> Result<Json<Advice>, RequestError> {
    answer(&site, &archived(&site, &name)?, &asked).await
}

/// Answers a question about a record that the page has sent.
pub(super) async fn ask_sent(
    State(site): State<Site>,
    QueryWords(asked): QueryWords<AskedOfNode>,
    bytes: Bytes,
) -> Result<Json<Advice>, RequestError> {
    answer(&site, &sent(&bytes)?, &asked).await
}

/// A part of the curve of a game of the archive, which is kept beside it.
pub(super) async fn curve_archived(
    State(site): State<Site>,
    Path(name): Path<String>,
    QueryWords(wish): QueryWords<CurveWish>,
) -> Result<Json<CurvePart>, RequestError> {
    let file = KeptCurve::file_of(&archived_file(&site, &name)?, 1);
    curve(&site, &archived(&site, &name)?, Some(file), wish.from).await
}

/// A part of the curve of a record that the page has sent.
pub(super) async fn curve_sent(
    State(site): State<Site>,
    QueryWords(wish): QueryWords<CurveWish>,
    bytes: Bytes,
) -> Result<Json<CurvePart>, RequestError> {
    curve(&site, &sent(&bytes)?, None, wish.from).await
}

/// A game of the archive written with what was added on the page; the file stays as it is.
pub(super) async fn write_archived(
    State(site): State<Site>,
    Path(name): Path<String>,
    JsonBody(additions): JsonBody<Additions>,
) -> Result<Json<WrittenRecord>, RequestError> {
    additions.write(archived(&site, &name)?).map(Json)
}

/// A record that the page has sent behind a line with what was added, written with it.
pub(super) async fn write_sent(bytes: Bytes) -> Result<Json<WrittenRecord>, RequestError> {
    let line = bytes.iter().position(|byte| *byte == b'\n');
    let (line, record) = bytes.split_at(line.unwrap_or(bytes.len()));
    let additions: Additions =
        serde_json::from_slice(line).map_err(|error| RequestError::bad(json_fault(&error)))?;
    additions.write(sent(record)?).map(Json)
}
