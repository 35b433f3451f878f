//! The answer about one position.

use serde::Serialize;
use serde_json::{Value, json};

use super::json_query::{Query, Wanted};
use crate::gtp::server::lower_bound;
use sgmp_board::rules::{Color, Game, Move, Point};
use sgmp_engine::engine::NetJudgment;
use sgmp_engine::net::inputs::Situation;
use sgmp_engine::search::{Candidate, SearchResult};

/// Expected owners of the points after each of some moves.
pub(super) type OwnersAfter = Vec<(Move, Vec<f32>)>;

/// Everything that is known of a position.
pub(super) struct Findings<'a> {
    pub(super) game: &'a Game,
    pub(super) thought: &'a SearchResult,
    pub(super) judgment: Option<NetJudgment>,
    /// The net's owners after moves, the opponent's 1: row by row from the upper left corner.
    pub(super) owners_after: &'a OwnersAfter,
    pub(super) turn: usize,
    pub(super) is_during_search: bool,
}

/// A move and what the search knows of it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MoveInfo {
    #[serde(rename = "move")]
    mv: String,
    visits: u32,
    winrate: f64,
    /// Only a search with a net knows it of a move.
    #[serde(flatten)]
    lead: Option<Lead>,
    #[serde(skip_serializing_if = "Option::is_none")]
    utility: Option<f64>,
    prior: f64,
    lcb: f64,
    order: usize,
    pv: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pv_visits: Option<Vec<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership: Option<Vec<f64>>,
}

/// The position as a whole.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RootInfo {
    current_player: &'static str,
    visits: u64,
    winrate: f64,
    #[serde(flatten)]
    lead: Lead,
    #[serde(skip_serializing_if = "Option::is_none")]
    utility: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    raw_winrate: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    raw_lead: Option<f64>,
    this_hash: String,
}

/// Points that a side leads by, under both of their names.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Lead {
    score_lead: f64,
    score_mean: f64,
}

/// Turns values to the side that they are told for.
#[derive(Clone, Copy)]
struct Teller {
    turns: bool,
}

impl Teller {
    fn share(self, share: f32) -> f64 {
        rounded(if self.turns { 1.0 - share } else { share })
    }

    fn signed(self, value: f32) -> f64 {
        rounded(if self.turns { -value } else { value })
    }

    fn lead(self, points: f32) -> Lead {
        let points = self.signed(points);
        Lead {
            score_lead: points,
            score_mean: points,
        }
    }

    fn move_info(
        self,
        known: &Candidate,
        order: usize,
        query: &Query,
        owners_after: &OwnersAfter,
    ) -> MoveInfo {
        let owners = owners_after.iter().find(|(mv, _)| *mv == known.mv);
        let length = query.conditions.pv_length;
        let visits = known.variation_visits.iter().take(length).copied();
        let pv = known.variation.iter().take(length);
        MoveInfo {
            mv: known.mv.to_string(),
            visits: known.visits,
            winrate: self.share(known.won),
            lead: known.score.map(|points| self.lead(points)),
            utility: known.utility.map(|utility| self.signed(utility)),
            prior: rounded(known.prior),
            lcb: self.share(lower_bound(known)),
            order,
            pv: pv.map(Move::to_string).collect(),
            pv_visits: query.wanted.pv_visits.then(|| visits.collect()),
            // After the move it is the opponent's turn, whose owners they are.
            ownership: owners
                .map(|(_, owners)| owners.iter().map(|owner| self.signed(-owner)).collect()),
        }
    }

    fn root_info(self, found: &Findings<'_>) -> RootInfo {
        let (game, thought) = (found.game, found.thought);
        let judgment = found.judgment.as_ref();
        RootInfo {
            current_player: letter(game.to_move()),
            visits: thought.playouts.into(),
            winrate: self.share(thought.value),
            lead: self.lead(thought.score.unwrap_or_else(|| playouts_lead(found))),
            utility: thought.utility.map(|utility| self.signed(utility)),
            raw_winrate: judgment.map(|judgment| self.share(judgment.win)),
            raw_lead: judgment.map(|judgment| self.signed(judgment.score)),
            this_hash: hash_text(game),
        }
    }
}

/// Points that the side to move leads by at the ends of playouts, on an average.
fn playouts_lead(found: &Findings<'_>) -> f32 {
    let color = found.game.to_move();
    let points = Point::all(found.game.size());
    let area: f32 = points.map(|point| found.balance(point, color)).sum();
    area + Situation::from_game(found.game).komi()
}

impl Findings<'_> {
    /// The ownership of a point from 1, this color's, to -1, the opponent's.
    fn balance(&self, point: Point, color: Color) -> f32 {
        let ownership = &self.thought.ownership;
        ownership.share(point, color) - ownership.share(point, !color)
    }
}

/// The line that tells what was found.
pub(super) fn answer_line(query: &Query, found: &Findings<'_>) -> String {
    let (game, thought) = (found.game, found.thought);
    let to_move = game.to_move();
    let teller = Teller {
        turns: query.conditions.perspective.turns(to_move),
    };
    let tried = thought.moves.iter().filter(|known| known.visits > 0);
    let infos = tried
        .enumerate()
        .map(|(order, known)| teller.move_info(known, order, query, found.owners_after));
    let infos: Vec<MoveInfo> = infos.collect();
    let mut line = json!({
        "id": query.id,
        "isDuringSearch": found.is_during_search,
        "turnNumber": found.turn,
        "moveInfos": infos,
        "rootInfo": teller.root_info(found),
    });
    let Wanted {
        ownership, policy, ..
    } = query.wanted;
    if ownership {
        let owners = from_the_top(game);
        let owners = owners.map(|point| teller.signed(found.balance(point, to_move)));
        line["ownership"] = owners.collect();
    }
    if let Some(judgment) = found.judgment.as_ref().filter(|_| policy) {
        let shares = judgment.policy.iter();
        let shares = shares.map(|share| share.map_or(-1.0, rounded));
        let all = shares.chain([rounded(judgment.pass)]);
        line["policy"] = all.map(Value::from).collect();
    }
    line.to_string()
}

/// The line of a position that was given up before it was looked at.
pub(super) fn no_results_line(id: &str, turn: usize) -> String {
    json!({ "id": id, "isDuringSearch": false, "noResults": true, "turnNumber": turn }).to_string()
}

const fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// A text that is another for every position, side to move and ko.
fn hash_text(game: &Game) -> String {
    let board = game.board();
    let ko = board.ko_point().map_or(0, Point::index);
    format!("{:016X}{ko:03X}{}", board.hash(), letter(game.to_move()))
}

fn from_the_top(game: &Game) -> impl Iterator<Item = Point> {
    let lines = game.size().lines();
    let rows = (0..lines).rev();
    rows.flat_map(move |row| (0..lines).filter_map(move |column| Point::new(column, row)))
}

/// Six decimals: more than is known.
fn rounded(value: f32) -> f64 {
    (f64::from(value) * 1e6).round() / 1e6
}
