//! The answer about one position.

use serde::Serialize;
use serde_json::{Value, json};

use super::json_query::{Query, Wanted};
use crate::engine::NetJudgment;
use crate::gtp::server::lower_bound;
use crate::rules::{Color, Game, Move, Point};
use crate::search::{Candidate, SearchResult};

/// Everything that is known of a position.
pub(super) struct Findings<'a> {
    pub(super) game: &'a Game,
    pub(super) thought: &'a SearchResult,
    pub(super) judgment: Option<&'a NetJudgment>,
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
    #[serde(flatten)]
    net: Option<NetValues>,
    prior: f64,
    lcb: f64,
    order: usize,
    pv: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pv_visits: Option<Vec<u32>>,
}

/// The position as a whole.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RootInfo {
    current_player: &'static str,
    visits: u64,
    winrate: f64,
    #[serde(flatten)]
    net: Option<NetValues>,
    this_hash: String,
}

/// Values that only a search with a net has.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct NetValues {
    score_lead: f64,
    score_mean: f64,
    utility: f64,
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

    fn net_values(self, score: Option<f32>, utility: Option<f32>) -> Option<NetValues> {
        let score = self.signed(score?);
        Some(NetValues {
            score_lead: score,
            score_mean: score,
            utility: self.signed(utility?),
        })
    }

    fn move_info(self, known: &Candidate, order: usize, query: &Query) -> MoveInfo {
        let length = query.conditions.pv_length;
        let visits = known.variation_visits.iter().take(length).copied();
        let pv = known.variation.iter().take(length);
        MoveInfo {
            mv: known.mv.to_string(),
            visits: known.visits,
            winrate: self.share(known.won),
            net: self.net_values(known.score, known.utility),
            prior: rounded(known.prior),
            lcb: self.share(lower_bound(known)),
            order,
            pv: pv.map(Move::to_string).collect(),
            pv_visits: query.wanted.pv_visits.then(|| visits.collect()),
        }
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
        .map(|(order, known)| teller.move_info(known, order, query));
    let infos: Vec<MoveInfo> = infos.collect();
    let root = RootInfo {
        current_player: letter(to_move),
        visits: thought.playouts.into(),
        winrate: teller.share(thought.value),
        net: teller.net_values(thought.score, thought.utility),
        this_hash: hash_text(game),
    };
    let mut line = json!({
        "id": query.id,
        "isDuringSearch": found.is_during_search,
        "turnNumber": found.turn,
        "moveInfos": infos,
        "rootInfo": root,
    });
    let Wanted {
        ownership, policy, ..
    } = query.wanted;
    if ownership {
        let owners = from_the_top(game).map(|point| {
            let shares = Color::BOTH.map(|color| thought.ownership.share(point, color));
            let for_black = shares[0] - shares[1];
            let is_blacks = (to_move == Color::Black) != teller.turns;
            rounded(if is_blacks { for_black } else { -for_black })
        });
        line["ownership"] = owners.collect();
    }
    if let Some(judgment) = found.judgment.filter(|_| policy) {
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
