//! Pages that are printed: who sits where, for the wall, and a slip for each game, on which its players write the result.

use std::fmt::Write as _;

use super::super::event::{EventState, RoundState};
use super::super::words::handicap_text;
use super::html_parts::{Cell, page, table};
use super::pages::ranked_name;
use sgmp_board::picture::escape_markup;

/// The last round that is paired, with its number.
fn last_round(state: &EventState) -> Option<(u32, &RoundState)> {
    let round = state.rounds.last()?;
    Some((state.rounds.len() as u32, round))
}

/// The wall list: the tables of the last round, then all players by name with their tables.
pub(super) fn wall_page(state: &EventState) -> String {
    let body = match last_round(state) {
        None => "<p>No round is paired yet.</p>\n".to_owned(),
        Some((number, round)) => tables(state, number, round) + &places(state, number, round),
    };
    page(state, "wall.html", "Wall list", &body)
}

fn tables(state: &EventState, number: u32, round: &RoundState) -> String {
    let headings = [
        ("Table", true),
        ("Black", false),
        ("White", false),
        ("Handicap", false),
    ];
    let rows: Vec<_> = (1..)
        .zip(&round.games)
        .map(|(board, game)| {
            vec![
                Cell::Number(state.plan.table(board).to_string()),
                Cell::Text(ranked_name(state, game.pair.black)),
                Cell::Text(ranked_name(state, game.pair.white)),
                Cell::Text(terms(state, round, board).replace(' ', "\u{a0}")),
            ]
        })
        .collect();
    let mut text = table(&format!("Round {number}"), &headings, &rows);
    if let Some(bye) = round.bye {
        let _ = writeln!(
            text,
            "<p>Bye: {}</p>",
            escape_markup(&ranked_name(state, bye))
        );
    }
    format!("<div class=\"wall\">{text}</div>\n")
}

/// "even, komi 6.5", "3 stones, komi 0.5".
fn terms(state: &EventState, round: &RoundState, board: u32) -> String {
    let game = round.games.get(board as usize - 1);
    let Some(pair) = game.map(|game| game.pair) else {
        return String::new();
    };
    let komi = state.plan.komi_of(pair);
    handicap_text(pair.handicap, komi).unwrap_or_else(|| format!("even, komi {komi}"))
}

/// Everybody by name, with the table; who has none says why.
fn places(state: &EventState, number: u32, round: &RoundState) -> String {
    let headings = [
        ("Name", false),
        ("Table", true),
        ("Color", false),
        ("Opponent", false),
    ];
    let mut order: Vec<usize> = (0..state.plan.players.len()).collect();
    order.sort_by_key(|player| state.plan.players[*player].name.to_lowercase());
    let rows: Vec<_> = order
        .into_iter()
        .map(|player| {
            let mut games = (1..).zip(&round.games);
            let own =
                games.find(|(_, game)| game.pair.black == player || game.pair.white == player);
            let [seat, color, opponent] = match own {
                Some((board, game)) => {
                    let is_black = game.pair.black == player;
                    let other = if is_black {
                        game.pair.white
                    } else {
                        game.pair.black
                    };
                    [
                        state.plan.table(board).to_string(),
                        if is_black { "Black" } else { "White" }.to_owned(),
                        ranked_name(state, other),
                    ]
                }
                None if round.bye == Some(player) => ["-", "", "bye"].map(str::to_owned),
                None => ["-", "", "not in this round"].map(str::to_owned),
            };
            vec![
                Cell::Heading(ranked_name(state, player)),
                Cell::Number(seat),
                Cell::Text(color),
                Cell::Text(opponent),
            ]
        })
        .collect();
    let list = table(&format!("Round {number}, by name"), &headings, &rows);
    format!("<div class=\"wall\">{list}</div>\n")
}

/// The score slips of the last round, one a game.
pub(super) fn slips_page(state: &EventState) -> String {
    let body = match last_round(state) {
        None => "<p>No round is paired yet.</p>\n".to_owned(),
        Some((number, round)) => {
            let boards = 1..=round.games.len() as u32;
            let slips: String = boards
                .map(|board| slip(state, number, round, board))
                .collect();
            format!("<div class=\"slips\">\n{slips}</div>\n")
        }
    };
    page(state, "slips.html", "Score slips", &body)
}

fn slip(state: &EventState, number: u32, round: &RoundState, board: u32) -> String {
    let Some(game) = round.games.get(board as usize - 1) else {
        return String::new();
    };
    let side = |color: &str, player: usize| {
        let name = escape_markup(&ranked_name(state, player));
        format!(
            "<p><span class=\"box\"></span> {color}: <strong>{name}</strong> <span class=\"won\">won by <span class=\"line\"></span></span></p>\n"
        )
    };
    format!(
        "<section class=\"slip\" aria-label=\"Table {seat}\"><h3>Round {number}, table {seat}</h3>\n\
         <p>{event}, {terms}</p>\n{black}{white}<p><span class=\"box\"></span> a draw</p>\n\
         <p>Signed <span class=\"line\"></span> <span class=\"line\"></span></p></section>\n",
        seat = state.plan.table(board),
        event = escape_markup(&state.plan.name),
        terms = escape_markup(&terms(state, round, board)),
        black = side("Black", game.pair.black),
        white = side("White", game.pair.white),
    )
}
