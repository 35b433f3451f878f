//! Files of results read: `.h9` and `.tou`, as several programs and hands have written them.
//!
//! Beyond what [`super::results_file`] writes, a rank may be a number alone (of kyu), a cell may have `!` before its color or at
//! its end, a round without a game may be `0=0`, a club or the number of the EGF may be missing, and a sum may have `=` behind
//! it, where a tie was left open. All lines have as many cells.

use std::collections::BTreeMap;

use super::super::event::{PlayerFacts, Rank};
use super::super::standings::Points;
use super::listed_player::{ListError, ListedPlayer, plain_name};
use super::rated_results::{RatedCell, RatedRow};
use super::results_file::{NO_CLUB, NO_COUNTRY, NO_LICENCE, ResultsForm};
use sgmp_board::rules::Color;

/// Most stones of a handicap that a file may tell: some clubs give more than nine.
const MAX_STONES: u8 = 60;

/// Returns whether a text is such a file.
pub(super) fn is_results(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_remark = lines.next().is_some_and(|line| line.starts_with(';'));
    is_remark && text.lines().any(|line| !line.trim_start().starts_with(';'))
}

/// The players of such a file.
///
/// # Errors
/// As [`read_results`].
pub(super) fn listed_players(text: &str) -> Result<Vec<ListedPlayer>, ListError> {
    let rows = read_results(text)?;
    let player = |row: RatedRow| ListedPlayer {
        name: row.name,
        rank: Some(row.rank),
        facts: row.facts,
        start: None,
    };
    Ok(rows.into_iter().map(player).collect())
}

/// Reads the lines of such a file.
///
/// # Errors
/// A line that is none of its form, with its number.
pub fn read_results(text: &str) -> Result<Vec<RatedRow>, ListError> {
    let form = match text.lines().any(|line| line.starts_with(";name=")) {
        true => ResultsForm::Tou,
        false => ResultsForm::H9,
    };
    let lines = (1..).zip(text.lines());
    let lines = lines.map(|(number, line)| (number, line.split(';').next().unwrap_or_default()));
    let lines: Vec<_> = lines.filter(|(_, line)| !line.trim().is_empty()).collect();
    let rounds = rounds(lines.iter().map(|(_, line)| *line));
    let rows = (1..).zip(&lines).map(|(at, (number, line))| {
        read_row(line, at, rounds, form).ok_or_else(|| ListError::Value {
            line: *number,
            value: line.trim().chars().take(60).collect(),
            what: "line of results",
        })
    });
    rows.collect()
}

/// The cells that most lines have at their end, and of two such numbers the larger one: a sum may look like a cell.
fn rounds<'a>(lines: impl Iterator<Item = &'a str>) -> usize {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for line in lines {
        let (line, _) = line.split_once('|').unwrap_or((line, ""));
        let cells = line.split_whitespace().rev();
        let cells = cells.take_while(|word| read_cell(word).is_some()).count();
        *counts.entry(cells).or_default() += 1;
    }
    let most = counts.into_iter().max_by_key(|(_, lines)| *lines);
    most.map_or(0, |(cells, _)| cells)
}

fn read_row(line: &str, at: usize, rounds: usize, form: ResultsForm) -> Option<RatedRow> {
    let (line, pin) = line.split_once('|').unwrap_or((line, ""));
    let mut words: Vec<&str> = line.split_whitespace().collect();
    // Who shares a place with the line above has no number.
    if words.first()?.bytes().all(|byte| byte.is_ascii_digit()) {
        words.remove(0);
    }
    let rank_at = words.iter().position(|word| read_rank(word).is_some());
    let rank_at = rank_at.filter(|at| *at > 0)?;
    let name = plain_name(&words[..rank_at]);
    let behind = &words[rank_at + 1..];
    let (told, cells) = behind.split_at(behind.len().checked_sub(rounds)?);
    let (mut facts, sums) = match form {
        ResultsForm::H9 => read_h9(told)?,
        ResultsForm::Tou => (read_tou(told)?, Vec::new()),
    };
    pin.trim().clone_into(&mut facts.pin);
    let cells = cells.iter().map(|word| read_cell(word));
    Some(RatedRow {
        line: at,
        name: name.trim_end_matches(" -").to_owned(),
        rank: read_rank(words[rank_at])?,
        facts,
        sums,
        cells: cells.collect::<Option<_>>()?,
    })
}

/// A country, a club if there is one, and sums.
fn read_h9(words: &[&str]) -> Option<(PlayerFacts, Vec<Points>)> {
    let sum = |word: &&str| word.trim_end_matches('=').parse().ok();
    let (country, words) = words.split_first()?;
    let (club, sums) = match words.split_first() {
        Some((club, sums)) if sum(club).is_none() => (*club, sums),
        _ => ("", words),
    };
    let facts = PlayerFacts {
        country: known(country, NO_COUNTRY),
        club: known(club, NO_CLUB),
        ..PlayerFacts::default()
    };
    Some((facts, sums.iter().map(sum).collect::<Option<_>>()?))
}

/// A licence if there is one, and a club.
fn read_tou(words: &[&str]) -> Option<PlayerFacts> {
    let (licence, club) = match words {
        [club] => ("", club),
        [licence, club] => (*licence, club),
        _ => return None,
    };
    Some(PlayerFacts {
        licence: known(licence, NO_LICENCE),
        club: known(club, NO_CLUB),
        ..PlayerFacts::default()
    })
}

/// A word; empty where it is the one that stands for none.
fn known(word: &str, none: &str) -> String {
    match word == none {
        true => String::new(),
        false => word.to_owned(),
    }
}

/// Reads "4k", "1D", "2p", and "5", which is 5 kyu.
fn read_rank(word: &str) -> Option<Rank> {
    let kyu = word.bytes().all(|byte| byte.is_ascii_digit());
    match kyu {
        true => format!("{word}k").parse().ok(),
        false => word.parse().ok(),
    }
}

/// Reads "23+/w2", "23+w2", "23+", "0-", "0=0", "5+!w0", "3+/b0!".
fn read_cell(word: &str) -> Option<RatedCell> {
    let word = word.trim_end_matches('!');
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let opponent: usize = word[..digits].parse().ok()?;
    let mut rest = word[digits..].chars();
    let points = match rest.next()? {
        '+' => Points::ONE,
        '-' => Points::ZERO,
        '=' => Points::HALF,
        _ => return None,
    };
    let rest = rest.as_str().trim_start_matches(['/', '!']);
    if opponent == 0 {
        return matches!(rest, "" | "0").then_some(RatedCell::Free(points));
    }
    let (color, stones) = match rest.chars().next() {
        None => (None, ""),
        Some('b') => (Some(Color::Black), &rest[1..]),
        Some('w') => (Some(Color::White), &rest[1..]),
        Some(_) => return None,
    };
    let handicap: u8 = match stones {
        "" => 0,
        stones => stones.parse().ok().filter(|stones| *stones <= MAX_STONES)?,
    };
    Some(RatedCell::Game {
        opponent,
        points,
        color,
        handicap,
    })
}
