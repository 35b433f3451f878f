//! A published table: players, places, results in one of three forms, printed sums.

use std::collections::BTreeMap;

use super::super::pairing::MAX_HANDICAP;
use super::super::standings::{
    CountedGame, Criterion, GivenHandicap, PassedRound, Points, Results, Unplayed, UnplayedKind,
};
use super::table_rows::{Rows, RowsError};

/// The mark of a player of a knockout who goes on after a game without a winner.
pub const GOES_ON: char = '*';

/// The cell of a round that a player of a knockout came through without a game.
pub const FREE: &str = "free";

/// The cell of a bye; its points stand behind it where they are not one.
pub const BYE: &str = "bye";

/// The cell of a round without a game that brings points, which stand behind it; `-` brings none.
pub const AWAY: &str = "abs";

/// The reason why a table cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// No table at all.
    #[error(transparent)]
    Rows(#[from] RowsError),
    /// No column of names.
    #[error("no column `program`, `player` or `name`")]
    NoNames,
    /// No column holds results of games or sums of wins.
    #[error(
        "no results: columns r1, r2, ... with +14 for a win over place 14, a cross table with x on the \
         diagonal, or a column `wins`"
    )]
    NoResults,
    /// A cell that says nothing.
    #[error(
        "{name}, column {column}: `{cell}` is no result: +14, -3, =5, or 1, 0, 0.5 in a cross table, with C for a crash and F for a forfeit"
    )]
    BadCell {
        /// The player of the line.
        name: String,
        /// The heading of the column.
        column: String,
        /// The cell as written.
        cell: String,
    },
    /// A number that is none.
    #[error("{name}: `{cell}` is no number")]
    BadNumber {
        /// The player of the line.
        name: String,
        /// The cell as written.
        cell: String,
    },
}

/// Most stones of a handicap.
const MAX_STONES: i8 = MAX_HANDICAP as i8;

/// The form in which a table tells results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableForm {
    /// Rounds; one in which some have several games stands as several with one number.
    Rounds(Vec<TableRound>),
    /// Points of each row against each column; `None` where they did not meet.
    Cross(Vec<Vec<Option<Points>>>),
    /// Wins, and losses where they are printed, of each row.
    Wins(Vec<(Points, Option<Points>)>),
}

/// A round of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRound {
    /// Its number, from 1.
    pub number: u32,
    /// A cell a row; `None` where a player did not play.
    pub cells: Vec<Option<RoundCell>>,
    /// The rows that were not there, and the points that they have for it.
    pub away: Vec<(usize, Points)>,
}

/// A cell of a round: points against the row of a line; no opponent for a bye, which is a point where nothing else is
/// said, and for a free round of a knockout, which is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundCell {
    /// Index of the opponent's row.
    pub opponent: Option<usize>,
    /// Points of the player of the row, from this game.
    pub points: Points,
    /// True if the player of a knockout goes on after a game without a winner.
    pub goes_on: bool,
    /// Handicap stones of the player of the row; negative where it gave them.
    pub stones: i8,
}

/// A line of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// The player's name, as printed.
    pub name: String,
    /// The number, from 1, by which cells of rounds name it: its place, or that of its line where places are shared.
    pub line: usize,
    /// Its printed place, from 1; `None` of a player who is listed apart.
    pub place: Option<usize>,
    /// Score that it began with, in a MacMahon tournament.
    pub start: Points,
    /// Printed sums, column by column.
    pub sums: Vec<(Criterion, Points)>,
    /// Words that the table has about the player; empty where it has none.
    pub remark: String,
}

/// A table as it was printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedTable {
    /// Its lines, in the order of the file.
    pub rows: Vec<TableRow>,
    /// The results, by rounds, in a cross table, or only as sums.
    pub form: TableForm,
}

/// The reason why a what-if has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WhatIfError {
    /// No player of the table is called so.
    #[error("nobody is called `{0}`")]
    Unknown(String),
    /// They have not met.
    #[error("{0} and {1} have not met")]
    NeverMet(String, String),
}

/// Reads a table.
///
/// # Errors
/// [`TableError`].
pub fn read_table(text: &str) -> Result<PublishedTable, TableError> {
    let rows = Rows::parse(text)?;
    let names = rows
        .column(&["program", "player", "name"])
        .ok_or(TableError::NoNames)?;
    let table = read_rows(&rows, names)?;
    let form = match (round_columns(&rows), cross_columns(&rows)) {
        (rounds, _) if !rounds.is_empty() => round_cells(&rows, &table, &rounds)?,
        // A table of ours before the first round.
        (_, None) if rows.column(&["rank"]).is_some() => TableForm::Rounds(Vec::new()),
        (_, Some(first)) => cross_cells(&rows, &table, first)?,
        _ => win_cells(&rows, &table)?,
    };
    Ok(PublishedTable { rows: table, form })
}

fn read_rows(rows: &Rows, names: usize) -> Result<Vec<TableRow>, TableError> {
    let lines = rows.column(&["place", "position", "printed_place"]);
    let ranks = rows.column(&["rank"]);
    let starts = rows.column(&["start"]);
    let remarks = rows.column(&["remark", "remarks"]);
    let sums = [
        (Criterion::Wins, &["tot", "wins", "score", "points"][..]),
        (Criterion::Sodos, &["a_sosb", "sosb", "sodos"]),
        (Criterion::Sos, &["b_sos", "sos"]),
        (Criterion::SosLessOne, &["sos_1"]),
        (Criterion::SosLessTwo, &["sos_2"]),
        (Criterion::Sosos, &["sosos"]),
        (Criterion::Cumulative, &["cuss", "cumulative"]),
        (Criterion::MacMahon, &["mms"]),
        (Criterion::SodosTrimmed, &["sodos_trimmed"]),
        (Criterion::RoundsPassed, &["rounds_passed"]),
    ];
    let mut sums: Vec<_> = sums
        .iter()
        .filter_map(|(criterion, names)| Some((*criterion, rows.column(names)?)))
        .collect();
    // The order of the columns is that of the table's own rule.
    sums.sort_by_key(|(_, column)| *column);
    let cells = rows.rows.iter().enumerate();
    cells
        .map(|(at, cells)| {
            let name = cells[names].clone();
            let number = |column: usize| {
                let cell = cells[column].clone();
                let name = name.clone();
                cell.parse::<Points>()
                    .map_err(|_| TableError::BadNumber { name, cell })
            };
            let printed = sums.iter().filter(|(_, column)| !cells[*column].is_empty());
            let printed = printed.map(|(criterion, column)| Ok((*criterion, number(*column)?)));
            let line = lines.and_then(|column| place(&cells[column]));
            let line = line.unwrap_or(at + 1);
            let start = starts.filter(|column| !cells[*column].is_empty());
            Ok(TableRow {
                line,
                place: match ranks {
                    Some(column) => place(&cells[column]),
                    None => Some(line),
                },
                start: start.map_or(Ok(Points::ZERO), number)?,
                sums: printed.collect::<Result<_, TableError>>()?,
                remark: remarks
                    .map(|column| cells[column].clone())
                    .unwrap_or_default(),
                name,
            })
        })
        .collect()
}

/// "4", "4th", "4=", "T4".
fn place(cell: &str) -> Option<usize> {
    let digits: String = cell.chars().filter(char::is_ascii_digit).take(5).collect();
    digits.parse().ok().filter(|place| *place > 0)
}

/// Points that are not negative: those of a result.
fn points(cell: &str) -> Option<Points> {
    let points = cell.parse().ok();
    points.filter(|points| *points >= Points::ZERO)
}

/// Columns r1, r2, ... in order.
fn round_columns(rows: &Rows) -> Vec<usize> {
    let numbered = rows.headings.iter().enumerate().filter_map(|(at, name)| {
        let number: u32 = name.strip_prefix('r')?.parse().ok()?;
        Some((number, at))
    });
    let numbered: BTreeMap<_, _> = numbered.collect();
    numbered.into_values().collect()
}

/// The first of as many columns as there are lines that have an x on the diagonal.
fn cross_columns(rows: &Rows) -> Option<usize> {
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

fn round_cells(
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

fn cross_cells(rows: &Rows, table: &[TableRow], first: usize) -> Result<TableForm, TableError> {
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

fn win_cells(rows: &Rows, table: &[TableRow]) -> Result<TableForm, TableError> {
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

impl PublishedTable {
    /// The row of a player, by name.
    ///
    /// # Errors
    /// [`WhatIfError::Unknown`].
    pub fn player(&self, name: &str) -> Result<usize, WhatIfError> {
        let mut rows = self.rows.iter();
        let found = rows.position(|row| row.name.eq_ignore_ascii_case(name.trim()));
        found.ok_or_else(|| WhatIfError::Unknown(name.trim().to_owned()))
    }

    /// The criteria of which it prints sums, in the order of their columns.
    #[must_use]
    pub fn criteria(&self) -> Vec<Criterion> {
        let sums = self.rows.first().map_or(&[][..], |row| &row.sums);
        sums.iter().map(|(criterion, _)| *criterion).collect()
    }

    /// Its results, as the rows tell them: where two rows differ, the row higher up is believed. `None` for a
    /// list of wins, which names no games.
    #[must_use]
    pub fn results(&self) -> Option<Results> {
        let mut results = Results::new(self.rows.len());
        results.start = self.rows.iter().map(|row| row.start).collect();
        let apart = self.rows.iter().enumerate();
        let apart = apart.filter(|(_, row)| row.place.is_none());
        results.apart = apart.map(|(at, _)| at).collect();
        match &self.form {
            TableForm::Rounds(rounds) => {
                let is_knockout = self.criteria().contains(&Criterion::RoundsPassed);
                for round in rounds {
                    add_round(&mut results, round, is_knockout);
                }
                if is_knockout {
                    results.passed = passed_rounds(rounds);
                }
            }
            TableForm::Cross(cells) => {
                for (at, row) in cells.iter().enumerate() {
                    let games = row.iter().enumerate().take(at);
                    for (other, points) in games.filter_map(|(o, points)| Some((o, (*points)?))) {
                        let against = cells[other][at].unwrap_or_default();
                        results.games.push(CountedGame {
                            round: 1,
                            sides: [(other, against), (at, points)],
                            handicap: None,
                        });
                    }
                }
            }
            TableForm::Wins(_) => return None,
        }
        Some(results)
    }

    /// The results had the first player beaten the second.
    ///
    /// # Errors
    /// [`WhatIfError`].
    pub fn results_if(&self, winner: &str, loser: &str) -> Result<Results, WhatIfError> {
        let (won, lost) = (self.player(winner)?, self.player(loser)?);
        let never_met = || WhatIfError::NeverMet(winner.to_owned(), loser.to_owned());
        let mut results = self.results().ok_or_else(never_met)?;
        let mut games = results.games.iter_mut();
        let game = games.find(|game| game.is_between(won, lost));
        let game = game.ok_or_else(never_met)?;
        *game = CountedGame::won(game.round, won, lost);
        Ok(results)
    }
}

/// The rounds of a knockout that players came through.
fn passed_rounds(rounds: &[TableRound]) -> Vec<PassedRound> {
    let mut passed = Vec::new();
    for round in rounds {
        let cells = round.cells.iter().enumerate();
        let cells = cells.filter_map(|(player, cell)| Some((player, (*cell)?)));
        let through = cells.filter(|(_, cell)| {
            cell.opponent.is_none() || cell.points == Points::ONE || cell.goes_on
        });
        passed.extend(through.map(|(player, cell)| PassedRound {
            round: round.number,
            player,
            opponent: cell.opponent,
        }));
    }
    passed
}

fn add_round(results: &mut Results, round: &TableRound, is_knockout: bool) {
    let (number, cells) = (round.number, &round.cells);
    let free = |player, points, kind| Unplayed {
        round: number,
        player,
        points,
        kind,
    };
    let away = round.away.iter();
    let away = away.map(|(player, points)| free(*player, *points, UnplayedKind::Away));
    results.unplayed.extend(away);
    let mut is_done = vec![false; cells.len()];
    for (at, cell) in cells.iter().enumerate() {
        let Some(cell) = cell.filter(|_| !is_done[at]) else {
            continue;
        };
        is_done[at] = true;
        let Some(opponent) = cell.opponent else {
            // A player of a knockout who comes through without a game has no points of it.
            if !is_knockout {
                let bye = free(at, cell.points, UnplayedKind::Bye);
                results.unplayed.push(bye);
            }
            continue;
        };
        if std::mem::replace(&mut is_done[opponent], true) {
            continue;
        }
        let against = if cell.points == Points::HALF {
            Points::HALF
        } else if cell.points == Points::ONE {
            Points::ZERO
        } else {
            Points::ONE
        };
        results.games.push(CountedGame {
            round: number,
            sides: [(at, cell.points), (opponent, against)],
            handicap: (cell.stones != 0).then_some(GivenHandicap {
                to: if cell.stones > 0 { at } else { opponent },
                stones: cell.stones.unsigned_abs(),
            }),
        });
    }
}
