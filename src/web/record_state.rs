//! Records as the page walks through them: from the archive, or sent by the page itself.

use std::collections::BTreeMap;
use std::path::PathBuf;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use serde::{Deserialize, Serialize};

use super::access::RequestError;
use super::curve::{CurvePart, judge_part};
use super::position_advice::{Advice, Question, advise};
use super::position_text::Position;
use super::site::Site;
use crate::record::{GameRecord, GameResult, read_bytes, read_sgf, replay};
use crate::rules::{Color, Game, Move, Point};

/// Moves of a record that are shown.
const MAX_NODES: usize = 2000;
/// Moves that are tried on from a position of the record.
const MAX_TRIED: usize = 100;
/// Letters of one comment.
const MAX_COMMENT: usize = 8000;

/// A place of a record.
#[derive(Debug, Serialize)]
struct Node {
    parent: Option<usize>,
    children: Vec<usize>,
    #[serde(flatten)]
    position: Position,
    comment: Option<String>,
}

/// A whole record.
#[derive(Debug, Serialize)]
pub(super) struct RecordState {
    size: u8,
    black: String,
    white: String,
    komi: Option<String>,
    result: Option<String>,
    facts: Vec<String>,
    nodes: Vec<Node>,
}

impl RecordState {
    fn new(record: &GameRecord) -> Result<Self, RequestError> {
        let bad = |error: &dyn std::fmt::Display| RequestError::bad(error.to_string());
        let mut nodes: Vec<Node> = Vec::new();
        let count = record.moves().len().min(MAX_NODES);
        let whole = replay(record, count).map_err(|error| bad(&error))?;
        for number in 0..=count {
            // Positions set up in mid-game make this more than the moves.
            let game = whole.after(number).unwrap_or_else(|| whole.clone());
            let played = number.checked_sub(1).map(|place| &record.moves()[place]);
            let last = played.map(|played| (played.color, played.mv));
            let position = Position::new(&game, number, last);
            let comment = match played {
                None => record.info.comment.clone(),
                Some(played) => played.comment.clone(),
            };
            nodes.push(Node {
                parent: number.checked_sub(1),
                children: (number < count).then_some(number + 1).into_iter().collect(),
                position,
                comment: comment.map(|text| text.chars().take(MAX_COMMENT).collect()),
            });
        }
        let player = |color| {
            let name = record.info.players[color].name.clone();
            name.unwrap_or_else(|| Color::to_string(&color))
        };
        let is_known = record.info.result != GameResult::Unknown;
        Ok(Self {
            size: record.size().lines(),
            black: player(Color::Black),
            white: player(Color::White),
            komi: record.info.komi.map(|komi| komi.to_string()),
            result: is_known.then(|| record.info.result.to_string()),
            facts: facts(record),
            nodes,
        })
    }
}

fn facts(record: &GameRecord) -> Vec<String> {
    let info = &record.info;
    let lines = record.size().lines();
    let komi = info.komi.map(|komi| format!("komi {komi}"));
    let handicap = (info.handicap > 0).then(|| format!("{} handicap stones", info.handicap));
    let rules = info.rules.as_ref().map(|rules| format!("{rules} rules"));
    let is_known = info.result != GameResult::Unknown;
    let result = is_known.then(|| info.result.to_string());
    let texts = [
        Some(format!("{lines}×{lines}")),
        komi,
        handicap,
        rules,
        info.event.clone(),
        info.date.clone(),
        result,
    ];
    texts.into_iter().flatten().collect()
}

/// The files of the archive by their names: there is no way to any other.
pub(super) fn archived_files(site: &Site) -> BTreeMap<String, PathBuf> {
    let files = site.host.archive.as_ref().map(|archive| archive.files());
    let files = files.unwrap_or_default().into_iter();
    files
        .filter_map(|path| Some((path.file_name()?.to_str()?.to_owned(), path)))
        .collect()
}

fn archived(site: &Site, name: &str) -> Result<GameRecord, RequestError> {
    let file = archived_files(site).remove(name);
    let file = file.ok_or_else(|| RequestError::not_found("the archive has no such game"))?;
    let bytes = read_bytes(&file).map_err(|error| RequestError::bad(error.to_string()))?;
    sent(&bytes)
}

fn sent(bytes: &[u8]) -> Result<GameRecord, RequestError> {
    read_sgf(bytes).map_err(|error| RequestError::bad(error.to_string()))
}

fn position(record: &GameRecord, node: usize) -> Result<Game, RequestError> {
    let game = replay(record, node.min(MAX_NODES));
    let game = game.map_err(|error| RequestError::bad(error.to_string()))?;
    Ok(game.with_rules(record.info.counting().unwrap_or_default()))
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
    what: Question,
    /// Moves of the record before it.
    node: usize,
    /// Moves that are tried on from there, with commas between them.
    #[serde(default)]
    line: String,
}

/// A wish for a part of the curve.
#[derive(Debug, Deserialize)]
pub(super) struct CurveWish {
    /// Moves of the record before the part's first position.
    from: usize,
}

async fn answer(
    site: &Site,
    record: &GameRecord,
    asked: &AskedOfNode,
) -> Result<Json<Advice>, RequestError> {
    let game = try_on(position(record, asked.node)?, &asked.line)?;
    let advice = advise(&site.teachers, game, asked.what).await?;
    Ok(Json(advice))
}

async fn curve(
    site: &Site,
    record: &GameRecord,
    from: usize,
) -> Result<Json<CurvePart>, RequestError> {
    let last = record.moves().len().min(MAX_NODES);
    let numbers = (from..=last).take(CurvePart::MAX_POSITIONS);
    let games = numbers.map(|number| position(record, number));
    let games = games.collect::<Result<Vec<_>, _>>()?;
    judge_part(&site.teachers, games).await.map(Json)
}

/// Answers a question about a game of the archive.
pub(super) async fn ask_archived(
    State(site): State<Site>,
    Path(name): Path<String>,
    Json(asked): Json<AskedOfNode>,
) -> Result<Json<Advice>, RequestError> {
    answer(&site, &archived(&site, &name)?, &asked).await
}

/// Answers a question about a record that the page has sent.
pub(super) async fn ask_sent(
    State(site): State<Site>,
    Query(asked): Query<AskedOfNode>,
    bytes: Bytes,
) -> Result<Json<Advice>, RequestError> {
    answer(&site, &sent(&bytes)?, &asked).await
}

/// A part of the curve of a game of the archive.
pub(super) async fn curve_archived(
    State(site): State<Site>,
    Path(name): Path<String>,
    Query(wish): Query<CurveWish>,
) -> Result<Json<CurvePart>, RequestError> {
    curve(&site, &archived(&site, &name)?, wish.from).await
}

/// A part of the curve of a record that the page has sent.
pub(super) async fn curve_sent(
    State(site): State<Site>,
    Query(wish): Query<CurveWish>,
    bytes: Bytes,
) -> Result<Json<CurvePart>, RequestError> {
    curve(&site, &sent(&bytes)?, wish.from).await
}
