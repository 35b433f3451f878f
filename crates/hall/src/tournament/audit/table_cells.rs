//! The cells of a published table: games, byes, absences, points.

use std::collections::BTreeMap;

use super::super::pairing::MAX_HANDICAP;
use super::super::standings::{Criterion, Points};
use super::published_table::{RoundCell, TableError, TableForm, TableRound, TableRow};
use super::table_rows::Rows;

/// The mark of a player of a knockout who goes on after a game without a winner.
pub const GOES_ON: char = '*';

/// The cell of a round that a player of a knockout came through without a game.
pub const FREE: &str = "free";

/// The cell of a bye; its points stand behind it where they are not one.
pub const BYE: &str = "bye";

/// The cell of a round without a game that brings points, which stand behind it; `-` brings none.
pub const AWAY: &str = "abs";

/// Most stones of a handicap.
const MAX_STONES: i8 = MAX_HANDICAP as i8;

/// Points that are not negative: those of a result.
fn points(cell: &str) -> Option<Points> {
    let points = cell.parse().ok();
    points.filter(|points| *points >= Points::ZERO)
}

/// Columns r1, r2, ... in order.
pub(super) fn round_columns(rows: &Rows) -> Vec<usize> {
    let numbered = rows.headings.iter().enumerate().filter_map(|(at, name)| {
        let number: u32 = name.strip_prefix('r')?.parse().ok()?;
        Some((number, at))
    });
    let numbered: BTreeMap<_, _> = numbered.collect();
    numbered.into_values().collect()
}

/// The first of as many columns as there are lines that have an x on the diagonal.
pub(super) fn cross_columns(rows: &Rows) -> Option<usize> {
    let players = rows.rows.len();
    let last = rows.headings.len().checked_sub(players)?;
    let is_x = |cell: &str| matches!(cell, "x" | "X" | "*");
    (0..=last).find(|first| (0..players).all(|at| is_x(&rows.rows[at][first + at])))
}

/// A cell without its C or F.
fn unmarked(cell: &str) -> &str {
    cell.trim_end_matches(['C', 'F', 'c', 'f'])
}

fn bad_cell(rows: &Rows, table: &[TableRow], at: (usize, usize)) -> TableError {
    TableError::BadCell {
        name: table[at.0].name.clone(),
        column: rows.headings[at.1].clone(),
        cell: rows.rows[at.0][at.1].clone(),
    }
}

pub(super) fn round_cells(
    rows: &Rows,
    table: &[TableRow],
    columns: &[usize],
) -> Result<TableForm, TableError> {
    let by_line: BTreeMap<_, _> = table
        .iter()
        .enumerate()
        .map(|(at, row)| (row.line, at))
        .collect();
    let cell = |at: usize, column: usize, text: &str| {
        let goes_on = text.ends_with(GOES_ON);
        let text = unmarked(text.trim_end_matches(GOES_ON));
        let (text, stones) = match text.split_once('/') {
            None => (text, Some(0)),
            Some((text, words)) => (text, stones(words)),
        };
        let stones = stones.ok_or_else(|| bad_cell(rows, table, (at, column)))?;
        // `?` is a game that is not over.
        if matches!(text, "" | "-" | "0") || text.starts_with('?') || away_points(text).is_some() {
            return Ok(None);
        }
        let alone = |points| RoundCell {
            opponent: None,
            points,
            goes_on: false,
            stones: 0,
        };
        let word = text.to_ascii_lowercase();
        if word == FREE {
            return Ok(Some(alone(Points::ZERO)));
        }
        if let Some(said) = word.strip_prefix(BYE) {
            let said = match said {
                "" => Some(Points::ONE),
                said => points(said),
            };
            let said = said.filter(|points| *points <= Points::ONE);
            let said = said.ok_or_else(|| bad_cell(rows, table, (at, column)))?;
            return Ok(Some(alone(said)));
        }
        let mut chars = text.chars();
        let own = match chars.next() {
            Some('+') => Points::ONE,
            Some('-' | '\u{2212}') => Points::ZERO,
            Some('=') => Points::HALF,
            _ => return Err(bad_cell(rows, table, (at, column))),
        };
        let place: Option<usize> = chars.as_str().parse().ok();
        let opponent = match place {
            Some(0) => None,
            Some(place) => Some(by_line.get(&place).copied())
                .filter(Option::is_some)
                .flatten(),
            None => None,
        };
        if opponent.is_none() && place != Some(0) {
            return Err(bad_cell(rows, table, (at, column)));
        }
        Ok(Some(RoundCell {
            opponent,
            points: own,
            goes_on,
            stones,
        }))
    };
    let mut rounds = Vec::new();
    for (number, column) in (1..).zip(columns) {
        // Who meets several in a round, as the first player of a gauntlet does, has as many cells.
        let lists = (0..table.len()).map(|at| {
            let texts = rows.rows[at][*column].split_whitespace();
            texts.map(|text| cell(at, *column, text)).collect()
        });
        let lists = lists.collect::<Result<Vec<Vec<_>>, _>>()?;
        let away = (0..table.len()).filter_map(|at| {
            let text = rows.rows[at][*column].as_str();
            Some((at, away_points(text)?))
        });
        let mut away: Vec<_> = away.collect();
        rounds.extend(split_round(&lists).into_iter().map(|cells| TableRound {
            number,
            cells,
            // They stand once, with the first of several games of a round.
            away: std::mem::take(&mut away),
        }));
    }
    Ok(TableForm::Rounds(rounds))
}

/// "b3" or "w3": handicap stones that the player of the row has, or gave.
fn stones(words: &str) -> Option<i8> {
    let count = words.get(1..)?.parse::<i8>().ok();
    let count = count.filter(|count| (0..=MAX_STONES).contains(count))?;
    match words.as_bytes().first()? {
        b'b' => Some(count),
        b'w' => Some(-count),
        _ => None,
    }
}

/// The points of a round in which a player was not there; `None` of other cells.
fn away_points(text: &str) -> Option<Points> {
    match text.strip_prefix(AWAY) {
        None => (text == "-").then_some(Points::ZERO),
        Some(said) => points(said).filter(|points| *points <= Points::ONE),
    }
}

/// A round in which some have several games as rounds in which each has one at most.
fn split_round(lists: &[Vec<Option<RoundCell>>]) -> Vec<Vec<Option<RoundCell>>> {
    let most = lists.iter().map(Vec::len).max().unwrap_or(0).max(1);
    let mut rounds = vec![vec![None; lists.len()]; most];
    for (at, cells) in lists.iter().enumerate() {
        for (number, cell) in cells.iter().enumerate() {
            // The game stands where the one with more games has it.
            let theirs = cell.and_then(|cell| lists.get(cell.opponent?));
            let theirs = theirs.filter(|theirs| theirs.len() > cells.len());
            let is_mine =
                |other: &Option<RoundCell>| other.is_some_and(|other| other.opponent == Some(at));
            let place = theirs.and_then(|theirs| theirs.iter().position(is_mine));
            rounds[place.unwrap_or(number)][at] = *cell;
        }
    }
    rounds
}

pub(super) fn cross_cells(
    rows: &Rows,
    table: &[TableRow],
    first: usize,
) -> Result<TableForm, TableError> {
    let cell = |at: usize, other: usize| {
        let text = unmarked(&rows.rows[at][first + other]);
        if at == other || matches!(text, "" | "-" | "?") {
            return Ok(None);
        }
        let read = points(text).filter(|points| *points <= Points::ONE);
        read.map(Some)
            .ok_or_else(|| bad_cell(rows, table, (at, first + other)))
    };
    let players = table.len();
    let cells = (0..players)
        .map(|at| (0..players).map(|other| cell(at, other)).collect())
        .collect::<Result<Vec<Vec<_>>, _>>()?;
    Ok(TableForm::Cross(cells))
}

pub(super) fn win_cells(rows: &Rows, table: &[TableRow]) -> Result<TableForm, TableError> {
    let losses = rows.column(&["losses"]);
    let wins = table.iter().enumerate().map(|(at, row)| {
        let printed = row
            .sums
            .iter()
            .find(|(criterion, _)| *criterion == Criterion::Wins);
        let wins = printed
            .map(|(_, points)| *points)
            .ok_or(TableError::NoResults)?;
        let losses = losses.and_then(|column| points(&rows.rows[at][column]));
        Ok((wins, losses))
    });
    Ok(TableForm::Wins(wins.collect::<Result<_, TableError>>()?))
}
