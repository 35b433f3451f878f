//! Lists of wins: totals that can be.

use super::super::standings::Points;
use super::finding::AuditFinding;
use super::published_table::{PublishedTable, TableError, TableForm, WhatIfError};
use super::table_rows::Rows;

/// Checks the total of a list of wins.
pub(super) fn check_totals(
    table: &PublishedTable,
    wins: &[(Points, Option<Points>)],
) -> Vec<AuditFinding> {
    let total: Points = wins.iter().map(|(wins, _)| *wins).sum();
    let losses: Option<Vec<Points>> = wins.iter().map(|(_, losses)| *losses).collect();
    if let Some(losses) = losses {
        let lost: Points = losses.iter().copied().sum();
        let why = format!("{total} wins and {lost} losses: every game has one of each");
        return (total != lost)
            .then_some(AuditFinding::WrongTotal { why })
            .into_iter()
            .collect();
    }
    // Without losses nobody says how many rounds there were: the winner is taken to have won them all.
    let players = wins.len() as i64;
    let most = wins
        .iter()
        .map(|(wins, _)| wins.halves())
        .max()
        .unwrap_or(0);
    let rounds = i64::from(most / 2);
    let games = rounds * (players / 2);
    let byes = if players % 2 == 1 { rounds } else { 0 };
    let is_bye = |remark: &str| remark.to_lowercase().contains("bye");
    let named = table.rows.iter().filter(|row| is_bye(&row.remark)).count() as i64;
    let possible = [games, games + named, games + byes];
    if possible
        .iter()
        .any(|possible| total == Points::whole(*possible))
    {
        return Vec::new();
    }
    let mut why =
        format!("{total} wins, but {rounds} rounds of {players} players are {games} games");
    if byes > 0 {
        why += &format!(
            ", and {} wins if each of the {byes} byes counts as one",
            games + byes
        );
    }
    if named > 0 && named < byes {
        why += &format!(", {} with those that the remarks name", games + named);
    }
    vec![AuditFinding::WrongTotal { why }]
}

/// Reads known games: columns `winner` and `loser`.
///
/// # Errors
/// [`TableError`].
pub fn read_games(text: &str) -> Result<Vec<(String, String)>, TableError> {
    let rows = Rows::parse(text)?;
    let columns = rows.column(&["winner"]).zip(rows.column(&["loser"]));
    let (winner, loser) = columns.ok_or(TableError::NoResults)?;
    let games = rows.rows.iter();
    Ok(games
        .map(|row| (row[winner].clone(), row[loser].clone()))
        .collect())
}

/// Checks games that are known besides a list of wins, each as winner and loser, and says which players'
/// losses they all account for.
///
/// # Errors
/// A name that the list does not have.
pub fn check_games(
    table: &PublishedTable,
    games: &[(String, String)],
) -> Result<(Vec<AuditFinding>, Vec<String>), WhatIfError> {
    let mut known = vec![(0_i64, 0_i64); table.rows.len()];
    for (winner, loser) in games {
        known[table.player(winner)?].0 += 1;
        known[table.player(loser)?].1 += 1;
    }
    let TableForm::Wins(wins) = &table.form else {
        return Ok((Vec::new(), Vec::new()));
    };
    let mut findings = Vec::new();
    let mut accounted = Vec::new();
    for ((row, (won, lost)), (known_wins, known_losses)) in table.rows.iter().zip(wins).zip(known) {
        let name = &row.name;
        if Points::whole(known_wins) > *won {
            let why = format!("{name}: {known_wins} wins are known, and {won} printed");
            findings.push(AuditFinding::WrongTotal { why });
        }
        let Some(lost) = *lost else { continue };
        if Points::whole(known_losses) > lost {
            let why = format!("{name}: {known_losses} losses are known, and {lost} printed");
            findings.push(AuditFinding::WrongTotal { why });
        } else if Points::whole(known_losses) == lost && known_losses > 0 {
            accounted.push(name.clone());
        }
    }
    Ok((findings, accounted))
}
