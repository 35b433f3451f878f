//! Standings for programs: `standings.csv`, `standings.json`.

use serde_json::{Value, json};

use super::super::event::{EventGame, EventState, GameState, NextStep};
use super::super::standings::Results;
use super::cross_table::round_cells;
use super::game_pages::game_page_name;
use super::pages::rank_text;

/// The entries of the journal: a journal with fewer is damaged.
const ENTRIES: &str = "journal_entries";

/// The time of the journal's first entry: a journal with another is not this event's.
const BEGUN: &str = "journal_begun";

/// A cell of a file with commas between its cells.
fn csv_cell(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// The standings with a cell a round, as `tournament audit` reads them.
#[must_use]
pub fn standings_csv(state: &EventState) -> String {
    let standings = state.standings();
    let cells = round_cells(state, &standings);
    let columns = cells.headings.iter().map(|heading| heading.column());
    let has_starts = standings.tie_breaks.is_macmahon();
    let start = has_starts.then_some("start");
    let players = &state.plan.players;
    let has_grades = players.iter().any(|player| player.rank.is_some());
    let has_clubs = players.iter().any(|player| !player.facts.club.is_empty());
    let headings: Vec<String> = ["place", "rank", "program", "author", "country"]
        .into_iter()
        .chain(has_clubs.then_some("club"))
        .chain(has_grades.then_some("grade"))
        .chain(start)
        .map(str::to_owned)
        .chain(columns)
        .collect();
    let mut text = headings.join(",") + "\n";
    for (line, (row, cells)) in (1..).zip(standings.rows.iter().zip(&cells.rows)) {
        let line: usize = line;
        let player = &state.plan.players[row.player];
        let facts = [
            // The number of the line, which cells name, and the place, which equal players share.
            line.to_string(),
            row.place
                .map_or_else(String::new, |place| place.to_string()),
            player.name.clone(),
            player.author.clone(),
            player.facts.country.clone(),
        ];
        let start = has_starts.then(|| player.start.to_string());
        let club = has_clubs.then(|| player.facts.club.clone());
        let grade = has_grades.then(|| rank_text(player));
        let cells = cells.iter().map(|cell| cell.replace('½', ".5"));
        let line: Vec<_> = facts
            .into_iter()
            .chain(club)
            .chain(grade)
            .chain(start)
            .chain(cells)
            .map(|cell| csv_cell(&cell))
            .collect();
        text += &(line.join(",") + "\n");
    }
    text
}

/// The journal that standings were made from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JournalMark {
    /// Its entries at least; 0 where nothing is said of them.
    pub entries: usize,
    /// The time at which it began, where that is said.
    pub begun: Option<String>,
}

impl JournalMark {
    /// Reads the words of [`standings_json`].
    #[must_use]
    pub fn in_standings(standings: &[u8]) -> Self {
        let standings: Value = serde_json::from_slice(standings).unwrap_or_default();
        let entries = standings[ENTRIES].as_u64();
        Self {
            entries: entries.map_or(0, |entries| usize::try_from(entries).unwrap_or(usize::MAX)),
            begun: standings[BEGUN].as_str().map(str::to_owned),
        }
    }
}

/// All of an event in JSON.
#[must_use]
pub fn standings_json(state: &EventState) -> String {
    let standings = state.standings();
    let names = state.plan.names();
    let criteria = standings.tie_breaks.criteria();
    let results = state.results();
    let rows: Vec<Value> = standings
        .rows
        .iter()
        .map(|row| {
            let player = &state.plan.players[row.player];
            let mut line = json!({
                "place": row.place,
                "shared": row.place.is_some_and(|place| standings.is_shared(place)),
                "name": player.name,
                "author": player.author,
                "country": player.facts.country,
                "club": player.facts.club,
                "rank": player.rank.map(|rank| rank.to_string()),
                "start": number(&player.start.to_string()),
                "withdrawn": state.presence[row.player].withdrawn,
                "disqualified": state.presence[row.player].disqualified,
            });
            for (criterion, value) in criteria.iter().zip(&row.values) {
                if let Some(value) = value {
                    line[criterion.name()] = number(&value.to_string());
                }
            }
            line
        })
        .collect();
    let rounds: Vec<Value> = (1..)
        .zip(&state.rounds)
        .map(|(number, round)| {
            let games = (1..)
                .zip(&round.games)
                .map(|(board, game)| game_json(state, &names, (number, board), game));
            json!({
                "round": number,
                "paired": round.at,
                "note": round.note,
                "bye": round.bye.map(|player| names[player].clone()),
                "unplayed": unplayed_json(&results, &names, number),
                "games": games.collect::<Vec<_>>(),
            })
        })
        .collect();
    let all = json!({
        "event": state.plan.name,
        "place": state.plan.place,
        "date": state.plan.date,
        "format": state.schedule.format.name(),
        "rounds_announced": state.schedule.rounds,
        "tie_breaks": criteria.iter().map(|criterion| criterion.name()).collect::<Vec<_>>(),
        "is_over": state.next_step() == NextStep::Over,
        "standings": rows,
        "rounds": rounds,
        "notes": state.notes,
        ENTRIES: state.entries,
        BEGUN: state.begun,
    });
    format!("{all:#}\n")
}

/// The players without a game in a round, and the points that they have for it.
fn unplayed_json(results: &Results, names: &[String], round: u32) -> Vec<Value> {
    let free = results.unplayed.iter().filter(|free| free.round == round);
    free.map(|free| {
        let points = number(&free.points.to_string());
        json!({ "name": names[free.player], "points": points })
    })
    .collect()
}

fn game_json(
    state: &EventState,
    names: &[String],
    (round, board): (u32, u32),
    game: &EventGame,
) -> Value {
    let (status, end) = match &game.state {
        GameState::Waiting => ("waiting", None),
        GameState::Begun(_) => ("playing", None),
        GameState::Adjourned(end) => ("adjourned", Some(end)),
        GameState::Over(end) => ("over", Some(end)),
    };
    let mut line = json!({
        "board": board,
        "table": state.plan.table(board),
        "handicap": game.pair.handicap,
        "komi": number(&state.plan.komi_of(game.pair).to_string()),
        "black": names[game.pair.black],
        "white": names[game.pair.white],
        "status": status,
    });
    if let Some(end) = end {
        line["result"] = json!(end.result);
        line["end"] = json!(end.kind);
        line["why"] = json!(end.why);
        line["moves"] = json!(end.moves);
        line["black_ms"] = json!(end.used.black);
        line["white_ms"] = json!(end.used.white);
        line["counts"] = json!(end.counts);
        line["course"] = json!(end.course);
        if end.moves > 0 {
            line["page"] = json!(format!("records/{}", game_page_name(round, board)));
        }
    }
    if let Some((who, why)) = &game.ruling {
        line["ruling"] = json!({ "who": who, "why": why });
    }
    line
}

fn number(text: &str) -> Value {
    text.parse::<f64>().map_or(Value::Null, |number| {
        if number.fract() == 0.0 {
            json!(number as i64)
        } else {
            json!(number)
        }
    })
}
