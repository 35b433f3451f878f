//! A published table: players, places, results in one of three forms, printed sums.

use super::super::standings::{
    CountedGame, Criterion, GivenHandicap, PassedRound, Points, Results, Unplayed, UnplayedKind,
};
use super::table_cells::{cross_cells, cross_columns, round_cells, round_columns, win_cells};
use super::table_rows::{Rows, RowsError};

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
        *game = CountedGame {
            handicap: game.handicap,
            ..CountedGame::won(game.round, won, lost)
        };
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
