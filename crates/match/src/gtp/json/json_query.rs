//! A query: a game, the turns to analyze, and what is wanted of them.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::json_fields::{FieldError, Fields};
use super::json_override::{Conditions, short};
use super::json_position::{read_color, read_game, read_vertex};
use sgmp_board::rules::{BoardSize, Game, Move, Point};
use sgmp_engine::engine::NetChoice;
use sgmp_engine::search::AvoidedMoves;

/// Parts of an answer beside the moves, where they are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Wanted {
    pub(super) ownership: bool,
    pub(super) moves_ownership: bool,
    pub(super) policy: bool,
    pub(super) pv_visits: bool,
}

/// A game with the turns that are asked about.
#[derive(Debug)]
pub(super) struct Query {
    pub(super) id: String,
    pub(super) game: Game,
    /// Turns with their priorities.
    pub(super) turns: Vec<(usize, i64)>,
    pub(super) conditions: Conditions,
    pub(super) wanted: Wanted,
    pub(super) avoided: AvoidedMoves,
    /// Times of the reports of a search under way; `None` if there are none.
    pub(super) reports: Option<ReportTimes>,
}

/// The times of the reports of a search under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ReportTimes {
    /// Time from the beginning to the first one.
    pub(super) first: Duration,
    /// Time between two; `None` if the first one is the only one.
    pub(super) every: Option<Duration>,
}

/// Moves of a player that are avoided, or the only ones allowed, up to a depth.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct MoveList {
    player: String,
    moves: Vec<String>,
    until_depth: u32,
}

/// Fields of KataGo's that are true for something that is not told here.
const UNTOLD: [&str; 5] = [
    "includeOwnershipStdev",
    "includeMovesOwnershipStdev",
    "includeNoResultValue",
    "includePVEdgeVisits",
    "includeHumanPolicy",
];

impl Query {
    /// Reads a query; returns it with warnings.
    pub(super) fn read(
        id: String,
        object: &Map<String, Value>,
        mut conditions: Conditions,
    ) -> Result<(Self, Vec<FieldError>), FieldError> {
        let mut fields = Fields::new(object);
        let _ = fields.value("id");
        let (game, mut warnings) = read_game(&mut fields)?;
        warnings.extend(conditions.read(&mut fields)?);
        let wanted = Wanted {
            ownership: fields.truth("includeOwnership")?,
            moves_ownership: fields.truth("includeMovesOwnership")?,
            policy: fields.truth("includePolicy")?,
            pv_visits: fields.truth("includePVVisits")?,
        };
        let has_net =
            conditions.engine.net.is_some() && game.size().lines() >= NetChoice::MIN_LINES;
        if wanted.policy && !has_net {
            let message = "no net plays here: there is no policy";
            warnings.push(FieldError::new("includePolicy", message));
        }
        if wanted.moves_ownership && !has_net {
            let message = "no net plays here: the ownership after single moves is not known";
            warnings.push(FieldError::new("includeMovesOwnership", message));
        }
        for name in UNTOLD {
            if fields.truth(name)? {
                warnings.push(FieldError::new(
                    name,
                    "this is not known here and is left out",
                ));
            }
        }
        let query = Self {
            id,
            turns: read_turns(&mut fields, game.move_count())?,
            avoided: read_avoided(&mut fields, game.size())?,
            reports: read_report_times(&mut fields)?,
            game,
            conditions,
            wanted,
        };
        let unknown = fields.left().map(|name| {
            let message = "this field is not known here and changes nothing";
            FieldError::new(&short(name), message)
        });
        warnings.extend(unknown);
        Ok((query, warnings))
    }
}

fn read_report_times(fields: &mut Fields<'_>) -> Result<Option<ReportTimes>, FieldError> {
    let mut read = |name| {
        let seconds = fields.number(name, 0.001, 1e9)?;
        Ok(seconds.map(Duration::from_secs_f64))
    };
    let every = read("reportDuringSearchEvery")?;
    let first = read("firstReportDuringSearchAfter")?.or(every);
    Ok(first.map(|first| ReportTimes { first, every }))
}

/// The turns to analyze, the last one if nothing is said, with their priorities.
fn read_turns(fields: &mut Fields<'_>, moves: usize) -> Result<Vec<(usize, i64)>, FieldError> {
    let turns: Option<Vec<usize>> = fields.read("analyzeTurns", "a list of turns such as [0,1]")?;
    let turns = turns.unwrap_or_else(|| vec![moves]);
    let is_in_game = turns.iter().all(|turn| *turn <= moves);
    // Without a turn there would be no answer, and the client would wait for one.
    if !is_in_game || turns.is_empty() || turns.len() > moves + 1 {
        let message = format!("must be turns from 0 to {moves}, each once");
        return Err(FieldError::new("analyzeTurns", message));
    }
    let priority: Option<i64> = fields.read("priority", "an integer")?;
    let priorities: Option<Vec<i64>> = fields.read("priorities", "a list of integers")?;
    let priorities = priorities.unwrap_or_else(|| vec![priority.unwrap_or(0); turns.len()]);
    if priorities.len() != turns.len() {
        let message = "must be as long as analyzeTurns";
        return Err(FieldError::new("priorities", message));
    }
    Ok(turns.into_iter().zip(priorities).collect())
}

fn read_avoided(fields: &mut Fields<'_>, size: BoardSize) -> Result<AvoidedMoves, FieldError> {
    const EXPECTED: &str = "a list of objects with player, moves and untilDepth";
    let mut avoided = AvoidedMoves::default();
    for name in ["avoidMoves", "allowMoves"] {
        let lists: Option<Vec<MoveList>> = fields.read(name, EXPECTED)?;
        for list in lists.unwrap_or_default() {
            let color = read_color(&list.player, name)?;
            let listed = list.moves.iter().map(|word| read_vertex(word, size, name));
            let listed: Vec<Move> = listed.collect::<Result<_, _>>()?;
            let all = Point::all(size).map(Move::Play).chain([Move::Pass]);
            let avoids = |mv: &Move| listed.contains(mv) == (name == "avoidMoves");
            for mv in all.filter(avoids) {
                avoided.insert(color, mv, list.until_depth);
            }
        }
    }
    Ok(avoided)
}
