//! Requests about records: those of the archive, and those that the page sends along.

use std::collections::BTreeMap;
use std::path::{Path as FilePath, PathBuf};

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::response::IntoResponse;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::access::RequestError;
use super::curve::{CurvePart, CurveWish, known_figures, known_part, review_part};
use super::position_advice::{Advice, AdviceQuestion, advise};
use super::record_additions::{Additions, DraftAdditions, KeptDraft, WrittenRecord};
use super::record_state::{RecordState, game_at, left_out, main_record, played};
use super::request_words::QueryWords;
use super::site::Site;
use super::small_answers::Done;
use crate::local_game::{GameArchive, StartTime};
use crate::reviews::review_draft::ReviewDraft;
use sgmp_advice::review::KeptCurve;
use sgmp_board::record::{GameTree, count_games, json_fault, read_bytes};
use sgmp_board::rules::{Game, Move, Point};

/// The folder in the archive of records that were sent to be looked at.
const LOOKED_AT: &str = "looked-at";
/// Moves that are tried on from a position of the record.
const MAX_TRIED: usize = 100;

/// The files of the archive by their names: there is no way to any other.
pub(super) fn archived_files(site: &Site) -> BTreeMap<String, PathBuf> {
    let archive = site.host.archive.as_ref();
    archive.map(GameArchive::files_by_name).unwrap_or_default()
}

/// The records that were sent to be looked at.
pub(super) fn looked_at(site: &Site) -> Option<GameArchive> {
    let archive = site.host.archive.as_ref()?;
    Some(GameArchive::new(archive.folder().join(LOOKED_AT)))
}

/// The file of a game of the archive, or of a record that was sent.
pub(super) fn kept_file(site: &Site, name: &str) -> Result<PathBuf, RequestError> {
    let file = archived_files(site)
        .remove(name)
        .or_else(|| looked_at(site)?.files_by_name().remove(name));
    file.ok_or_else(|| RequestError::not_found("the archive has no such game"))
}

/// The record of a kept file.
fn kept(file: &FilePath) -> Result<GameTree, RequestError> {
    let bytes = read_bytes(file);
    sent(&bytes.map_err(|error| RequestError::bad(error.to_string()))?)
}

/// The record of a game of the archive.
pub(super) fn archived(site: &Site, name: &str) -> Result<GameTree, RequestError> {
    kept(&kept_file(site, name)?)
}

/// A record that the page has sent.
pub(super) fn sent(bytes: &[u8]) -> Result<GameTree, RequestError> {
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

/// The record of a game of the archive as its last review left it.
pub(super) async fn show_archived(
    State(site): State<Site>,
    Path(name): Path<String>,
) -> Result<impl IntoResponse, RequestError> {
    let file = kept_file(&site, &name)?;
    let tree = kept(&file)?;
    let (draft, left) = ReviewDraft::open(ReviewDraft::file_of(&file, 1), &tree);
    let is_draft = left.is_some();
    let record = KeptRecord {
        sgf: left.unwrap_or(tree).to_string(),
        is_draft,
        trouble: draft.trouble().map(str::to_owned),
        left_out: left_out(
            read_bytes(&file).map_or(1, |bytes| count_games(&bytes)),
            0,
            0,
        ),
    };
    Ok(Json(record))
}

/// A record of the archive, with what was tried and written.
#[derive(Debug, Serialize)]
struct KeptRecord {
    sgf: String,
    /// True if there is more in it than in the file.
    is_draft: bool,
    /// The reason why what is tried here is not kept.
    trouble: Option<String>,
    /// Sentences on what of the file is not in it.
    left_out: Vec<String>,
}

/// The name of a record that the page has sent, under which it is kept.
#[derive(Debug, Serialize)]
pub(super) struct KeptName {
    /// None where the program keeps no files.
    name: Option<String>,
}

/// Keeps a record that the page has sent; one that is kept already is not kept twice.
pub(super) async fn keep_sent(
    State(site): State<Site>,
    bytes: Bytes,
) -> Result<Json<KeptName>, RequestError> {
    let record = main_record(&sent(&bytes)?)?;
    let Some(folder) = looked_at(&site) else {
        return Ok(Json(KeptName { name: None }));
    };
    let is_same = |file: &PathBuf| read_bytes(file).is_ok_and(|known| known == *bytes);
    let file = match folder.files().into_iter().find(is_same) {
        Some(known) => known,
        None => {
            let start = site.host.machine.start_time();
            let added = folder.add_text(&record, &bytes, StartTime(&start));
            added.map_err(|error| RequestError::conflict(error.to_string()))?
        }
    };
    let name = file.file_name().and_then(|name| name.to_str());
    Ok(Json(KeptName {
        name: name.map(str::to_owned),
    }))
}

/// Keeps what was added to a record of the archive in a draft beside it, from which the next review goes on; what another page
/// has kept there stays. The body is what was added, a line, and the record that it was added to.
pub(super) async fn keep_draft(
    State(site): State<Site>,
    Path(name): Path<String>,
    bytes: Bytes,
) -> Result<Json<KeptDraft>, RequestError> {
    let file = kept_file(&site, &name)?;
    let (additions, record) = with_additions::<DraftAdditions>(&bytes)?;
    let [known, now] = additions.versions(record)?;
    let (mut draft, _) = ReviewDraft::open(ReviewDraft::file_of(&file, 1), &kept(&file)?);
    match (draft.keep_since(&known, &now), draft.trouble()) {
        (Some(joined), None) => Ok(Json(KeptDraft::new(&now, &joined))),
        (_, trouble) => Err(RequestError::conflict(trouble.unwrap_or_default())),
    }
}

/// Drops all that was tried and written of a record of the archive.
pub(super) async fn drop_draft(
    State(site): State<Site>,
    Path(name): Path<String>,
) -> Result<Json<Done>, RequestError> {
    let file = kept_file(&site, &name)?;
    let (mut draft, _) = ReviewDraft::open(ReviewDraft::file_of(&file, 1), &kept(&file)?);
    draft.remove();
    Ok(Json(Done {}))
}

/// A record that the page has sent.
pub(super) async fn show_sent(bytes: Bytes) -> Result<Json<RecordState>, RequestError> {
    RecordState::new(&sent(&bytes)?, count_games(&bytes)).map(Json)
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
    let figures = played(&main_record(tree)?)
        .ok()
        .and_then(|main| known_figures(site, main, &game));
    let advice = advise(&site.teachers, (game, figures), asked.what).await?;
    Ok(Json(advice))
}

async fn curve(
    site: &Site,
    tree: &GameTree,
    file: Option<PathBuf>,
    wish: &CurveWish,
) -> Result<Json<CurvePart>, RequestError> {
    let game = played(&main_record(tree)?)?;
    match wish.known {
        true => Ok(Json(known_part(site, game, file))),
        false => review_part(site, game, file, wish.from).await.map(Json),
    }
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
    let file = KeptCurve::file_of(&kept_file(&site, &name)?, 1);
    curve(&site, &archived(&site, &name)?, Some(file), &wish).await
}

/// A part of the curve of a record that the page has sent.
pub(super) async fn curve_sent(
    State(site): State<Site>,
    QueryWords(wish): QueryWords<CurveWish>,
    bytes: Bytes,
) -> Result<Json<CurvePart>, RequestError> {
    curve(&site, &sent(&bytes)?, None, &wish).await
}

/// Additions, and behind their line the record that the page has sent.
fn with_additions<A: DeserializeOwned>(bytes: &Bytes) -> Result<(A, GameTree), RequestError> {
    let line = bytes.iter().position(|byte| *byte == b'\n');
    let (line, record) = bytes.split_at(line.unwrap_or(bytes.len()));
    let additions =
        serde_json::from_slice(line).map_err(|error| RequestError::bad(json_fault(&error)))?;
    Ok((additions, sent(record)?))
}

/// A record that the page has sent with what was added, written.
pub(super) async fn write_sent(bytes: Bytes) -> Result<Json<WrittenRecord>, RequestError> {
    let (additions, record) = with_additions::<Additions>(&bytes)?;
    let sgf = additions.added_to(record)?.to_string();
    Ok(Json(WrittenRecord { sgf }))
}
