//! The pages of an event: standings, rounds, cross table, report.

use std::fmt::Write as _;

use super::super::event::{
    EventGame, EventPlayer, EventState, Format, GameState, NextStep, time_text,
};
use super::super::standings::{Criterion, Standings};
use super::super::words::{handicap_rule_text, points_text};
use super::cross_table::{Columns, MARKS, cells, columns, opponent_of};
use super::event_report::{capitalized, report_paragraphs};
use super::game_pages::{game_page_name, running_page_name};
use super::html_parts::{Cell, page, table};
use sgmp_board::picture::escape_markup;

/// The facts of an event in a sentence.
fn facts(state: &EventState) -> String {
    let plan = &state.plan;
    let size = plan.size;
    let where_when = [plan.place.as_str(), plan.date.as_str()];
    let where_when: Vec<_> = where_when
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect();
    let mut text = where_when.join(", ");
    if !text.is_empty() {
        text += ". ";
    }
    let _ = write!(
        text,
        "{} players, {} rounds ({}), {size}, komi {}, {}, {} a side.",
        plan.players.len(),
        state.schedule.rounds,
        match state.schedule.format {
            Format::Swiss if state.rule().is_macmahon() => "MacMahon".to_owned(),
            format => format.name().replace('-', " "),
        },
        plan.komi,
        plan.rules_in_words(),
        time_text(plan.time),
    );
    let played = state
        .games()
        .filter(|(_, _, game)| game.end().is_some())
        .count();
    match state.next_step() {
        NextStep::Over => text += " The event is over.",
        NextStep::Judge(games) => {
            let _ = write!(text, " {} games wait for the judge.", games.len());
        }
        _ => {
            let _ = write!(text, " So far {played} of {} games.", state.schedule.games);
        }
    }
    if let Some(handicap) = handicap_rule_text(plan) {
        let _ = write!(text, " {}.", capitalized(&handicap));
    }
    text
}

/// The first page of an event: its standings.
pub(super) fn front_page(state: &EventState) -> String {
    let standings = state.standings();
    let criteria: Vec<Criterion> = standings
        .tie_breaks
        .criteria()
        .iter()
        .copied()
        .filter(|criterion| criterion.is_sum())
        .collect();
    let facts_shown = player_facts(state);
    let mut headings = vec![("Place", true), (name_heading(state), false)];
    headings.extend(facts_shown.iter().map(|(heading, _)| (*heading, false)));
    headings.extend(criteria.iter().map(|criterion| (criterion.heading(), true)));
    let rows: Vec<_> = standings
        .rows
        .iter()
        .map(|row| {
            let player = &state.plan.players[row.player];
            let presence = &state.presence[row.player];
            let gone = match (presence.disqualified, presence.withdrawn) {
                (true, _) => " (disqualified)",
                (_, true) => " (withdrawn)",
                _ => "",
            };
            let mut cells = vec![
                Cell::Number(standings.place_text(row)),
                Cell::Heading(format!("{}{gone}", player.name)),
            ];
            cells.extend(facts_shown.iter().map(|(_, fact)| Cell::Text(fact(player))));
            let values = row.values.iter().flatten();
            cells.extend(values.map(|value| Cell::Number(points_text(*value))));
            cells
        })
        .collect();
    let mut body = format!("<p class=\"facts\">{}</p>\n", escape_markup(&facts(state)));
    body += &table("Places", &headings, &rows);
    let meanings: Vec<_> = criteria
        .iter()
        .map(|criterion| format!("{}: {}", criterion.heading(), criterion.meaning()))
        .collect();
    let _ = writeln!(
        body,
        "<p class=\"facts\">{}.</p>",
        escape_markup(&meanings.join("; "))
    );
    body += &programs(state);
    page(state, "index.html", "Standings", &body)
}

/// The heading of the players' names: people are no programs.
pub(super) fn name_heading(state: &EventState) -> &'static str {
    let players = &state.plan.players;
    match players
        .iter()
        .filter(|player| player.plays == "human")
        .count()
    {
        0 => "Program",
        people if people == players.len() => "Name",
        _ => "Player",
    }
}

/// A fact about players with the heading of its column.
type PlayerFact = (&'static str, fn(&EventPlayer) -> String);

/// The facts that at least one player has.
fn player_facts(state: &EventState) -> Vec<PlayerFact> {
    let all: [PlayerFact; 4] = [
        ("Rank", rank_text),
        ("Club", |player| player.facts.club.clone()),
        ("Country", |player| player.facts.country.clone()),
        ("Author", |player| player.author.clone()),
    ];
    let players = &state.plan.players;
    let is_said = |fact: &PlayerFact| players.iter().any(|player| !fact.1(player).is_empty());
    all.into_iter().filter(is_said).collect()
}

/// The rank of a player; empty where it has none.
pub(super) fn rank_text(player: &EventPlayer) -> String {
    player
        .rank
        .map_or_else(String::new, |rank| rank.to_string())
}

/// Words about the programs.
fn programs(state: &EventState) -> String {
    let told: Vec<_> = state
        .plan
        .players
        .iter()
        .filter(|player| {
            !(player.about.is_empty() && player.machine.is_empty() && player.operator.is_empty())
        })
        .collect();
    if told.is_empty() {
        return String::new();
    }
    let mut text = "<h2>The programs</h2>\n<dl>\n".to_owned();
    for player in told {
        let operator = match (player.operator.as_str(), player.substitute.as_str()) {
            ("", _) => String::new(),
            (operator, "") => format!("Operated by {operator}. "),
            (operator, other) => format!("Operated by {operator}, or {other}. "),
        };
        let machine = if player.machine.is_empty() {
            String::new()
        } else {
            format!("Machine: {}. ", player.machine)
        };
        let _ = writeln!(
            text,
            "<dt><strong>{}</strong></dt><dd>{}</dd>",
            escape_markup(&player.name),
            escape_markup(&format!("{operator}{machine}{}", player.about))
        );
    }
    text + "</dl>\n"
}

/// Rounds with their games.
pub(super) fn pairings_page(state: &EventState) -> String {
    let names = state.plan.names();
    let has_handicaps = state.plan.handicap.is_some();
    let has_links = state
        .games()
        .any(|(round, board, game)| !links(round, board, game).is_empty());
    let has_moves = state.games().any(|(_, _, game)| !moves(game).is_empty());
    let headings = [
        ("Table", true, true),
        ("Black", false, true),
        ("White", false, true),
        ("Handicap", true, has_handicaps),
        ("Result", false, true),
        ("Moves", true, has_moves),
        ("Game", false, has_links),
    ];
    let shown = headings.map(|(_, _, is_shown)| is_shown);
    let headings = headings.into_iter().filter(|(_, _, is_shown)| *is_shown);
    let headings: Vec<_> = headings
        .map(|(heading, is_number, _)| (heading, is_number))
        .collect();
    let mut body = String::new();
    for (number, round) in (1..)
        .zip(&state.rounds)
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
    {
        let rows: Vec<_> = (1..)
            .zip(&round.games)
            .map(|(board, game)| {
                let cells = [
                    Cell::Number(state.plan.table(board).to_string()),
                    Cell::Text(ranked_name(state, game.pair.black)),
                    Cell::Text(ranked_name(state, game.pair.white)),
                    Cell::Number(match game.pair.handicap {
                        0 => "even".to_owned(),
                        stones => stones.to_string(),
                    }),
                    Cell::Text(result_words(game)),
                    Cell::Number(moves(game)),
                    Cell::Links(links(number, board, game)),
                ];
                let cells = cells.into_iter().zip(shown);
                cells
                    .filter_map(|(cell, is_shown)| is_shown.then_some(cell))
                    .collect()
            })
            .collect();
        body += &table(&format!("Round {number}"), &headings, &rows);
        if let Some(bye) = round.bye {
            let _ = writeln!(body, "<p>Bye: {}</p>", escape_markup(&names[bye]));
        }
        if !round.note.is_empty() {
            let _ = writeln!(body, "<p>{}</p>", escape_markup(&round.note));
        }
    }
    if body.is_empty() {
        "<p>No round is paired yet.</p>\n".clone_into(&mut body);
    }
    page(state, "pairings.html", "Rounds", &body)
}

/// "Ito 3k", or the name alone of a player without a rank. The rank stays on the line of the name's last word.
pub(super) fn ranked_name(state: &EventState, player: usize) -> String {
    let player = &state.plan.players[player];
    format!("{}\u{a0}{}", player.name, rank_text(player))
        .trim_end()
        .to_owned()
}

fn moves(game: &EventGame) -> String {
    let moves = game.known_end().map_or(0, |end| end.moves);
    if moves == 0 {
        String::new()
    } else {
        moves.to_string()
    }
}

fn links(round: u32, board: u32, game: &EventGame) -> String {
    if matches!(game.state, GameState::Begun(_)) {
        let page = running_page_name(round, board);
        return format!(
            "<a href=\"records/{page}\" aria-label=\"Round {round}, board {board}: the game so far\">Board</a>"
        );
    }
    if moves(game).is_empty() {
        return String::new();
    }
    let page = game_page_name(round, board);
    format!(
        "<a href=\"records/{page}\" aria-label=\"Round {round}, board {board}: the game\">Board</a> \
         <a href=\"records/round{round}-board{board}.sgf\" aria-label=\"SGF of round {round}, board {board}\">\
         SGF</a>"
    )
}

fn result_words(game: &EventGame) -> String {
    match &game.state {
        GameState::Waiting => "not begun".to_owned(),
        GameState::Begun(_) => "being played".to_owned(),
        GameState::Adjourned(end) => format!("waits for the judge: {}", end.kind.words()),
        GameState::Over(end) => {
            let ruled = game
                .ruling
                .as_ref()
                .map(|(who, _)| format!(", decided by {who}"));
            format!(
                "{} ({}{})",
                end.result,
                end.kind.words(),
                ruled.unwrap_or_default()
            )
        }
    }
}

pub(super) fn cross_table_page(state: &EventState) -> String {
    let standings = state.standings();
    let cells = cells(state, &standings);
    let texts: Vec<_> = cells
        .headings
        .iter()
        .map(|heading| heading.text())
        .collect();
    let mut headings = vec![("Place", true), (name_heading(state), false)];
    headings.extend(texts.iter().map(|text| (text.as_str(), true)));
    let rows: Vec<_> = standings
        .rows
        .iter()
        .zip(&cells.rows)
        .map(|(row, cells)| {
            let mut line = vec![
                Cell::Number(standings.place_text(row)),
                Cell::Heading(state.plan.players[row.player].name.clone()),
            ];
            line.extend(cells.iter().enumerate().map(|(column, cell)| {
                match cell_game(state, &standings, row.player, column) {
                    Some((round, board, other)) => {
                        let page = game_page_name(round, board);
                        let other = &state.plan.players[other].name;
                        Cell::NumberHtml(format!(
                            "<a href=\"records/{page}\" aria-label=\"{} against {}, round {round}\">{}</a>",
                            escape_markup(cell),
                            escape_markup(other),
                            escape_markup(cell)
                        ))
                    }
                    None => Cell::Number(cell.clone()),
                }
            }));
            line
        })
        .collect();
    let mut body = table("Results", &headings, &rows);
    let signs = match columns(state) {
        Columns::Players => {
            "1 a win, 0 a loss, ½ a draw, against the player of the line at the head of the column"
        }
        Columns::Rounds if state.plan.handicap.is_some() => {
            "+ a win, - a loss, = a draw; the number is the opponent's line, b3 three stones had and w3 given"
        }
        Columns::Rounds => "+ a win, - a loss, = a draw; the number is the opponent's line",
    };
    let _ = writeln!(body, "<p class=\"facts\">{signs}; {MARKS}.</p>");
    page(state, "crosstable.html", "Cross table", &body)
}

/// The game that a cell of the cross table tells, if it has a page, and the opponent in it.
fn cell_game(
    state: &EventState,
    standings: &Standings,
    player: usize,
    column: usize,
) -> Option<(u32, u32, usize)> {
    let wanted = match columns(state) {
        Columns::Players => Some(standings.rows.get(column)?.player),
        Columns::Rounds => None,
    };
    let in_column = |round: u32, other: usize| match wanted {
        Some(wanted) => other == wanted,
        None => round as usize == column + 1,
    };
    state.games().find_map(|(round, board, game)| {
        let other = opponent_of(game, player)?;
        (in_column(round, other) && !moves(game).is_empty()).then_some((round, board, other))
    })
}

pub(super) fn report_page(state: &EventState) -> String {
    let paragraphs = report_paragraphs(state);
    let body: String = paragraphs
        .iter()
        .map(|paragraph| format!("<p>{}</p>\n", escape_markup(paragraph)))
        .collect();
    page(state, "report.html", "Report", &body)
}
