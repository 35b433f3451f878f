//! Standings as lines of text.

use std::fmt::Write as _;

use super::super::standings::{
    Criterion, Points, Results, Standings, Term, TieBreaks, UnplayedKind, explain,
};

/// Widest column of names, in characters.
const MAX_NAME_WIDTH: usize = 28;

/// Points for people: halves as ½.
#[must_use]
pub fn points_text(points: Points) -> String {
    let text = points.to_string();
    match text.strip_suffix(".5") {
        Some("0") => "½".to_owned(),
        Some(whole) => format!("{whole}½"),
        None => text,
    }
}

/// A text cut or filled to a width in characters.
pub(super) fn padded(text: &str, width: usize) -> String {
    let cut: String = text.chars().take(width).collect();
    let missing = width - cut.chars().count();
    format!("{cut}{}", " ".repeat(missing))
}

/// The width of a column of names.
pub(super) fn name_width(names: &[String]) -> usize {
    let longest = names.iter().map(|name| name.chars().count()).max();
    longest.unwrap_or(0).clamp(4, MAX_NAME_WIDTH)
}

/// The standings, a line a player.
#[must_use]
pub fn standings_text(standings: &Standings, names: &[String]) -> String {
    let width = name_width(names);
    let criteria = standings.tie_breaks.criteria();
    let mut text = format!("Place  {}", padded("Name", width));
    for criterion in criteria.iter().filter(|criterion| criterion.is_sum()) {
        let _ = write!(text, "  {:>7}", criterion.heading());
    }
    text.push('\n');
    for row in &standings.rows {
        let place = standings.place_text(row);
        let _ = write!(text, "{place:>5}  {}", padded(&names[row.player], width));
        for value in row.values.iter().flatten() {
            let _ = write!(text, "  {:>7}", points_text(*value));
        }
        text.push('\n');
    }
    text
}

/// The reason of a term without an opponent.
fn free_words(results: &Results, criterion: Criterion, player: usize, round: u32) -> String {
    let mut free = results
        .unplayed_by(player)
        .filter(|free| free.round == round);
    let is_bye = free
        .next()
        .is_some_and(|free| free.kind == UnplayedKind::Bye);
    let words = match (criterion, is_bye) {
        (Criterion::Wins | Criterion::MacMahon, true) => "bye",
        (Criterion::Wins | Criterion::MacMahon, false) => "absent",
        _ => "no game: its own score at the start",
    };
    words.to_owned()
}

/// The correction of an opponent's score by a handicap, where that is a term.
fn handicap_words(
    results: &Results,
    tie_breaks: &TieBreaks,
    criterion: Criterion,
    player: usize,
    term: &Term,
) -> Option<String> {
    let is_corrected = matches!(
        criterion,
        Criterion::Sos | Criterion::SosLessOne | Criterion::SosLessTwo
    );
    let mut games = results.games_of(player);
    let game =
        games.find(|game| game.round == term.round && Some(game.opponent) == term.opponent)?;
    let given = Points::ZERO - game.received;
    let is_corrected = is_corrected && tie_breaks.is_macmahon() && given != Points::ZERO;
    is_corrected.then(|| match given > Points::ZERO {
        true => format!("gave {given}"),
        false => format!("had {}", game.received),
    })
}

/// The sums of a player, term by term.
#[must_use]
pub fn explanation_text(
    results: &Results,
    tie_breaks: &TieBreaks,
    player: usize,
    names: &[String],
) -> String {
    let mut text = String::new();
    for told in explain(results, tie_breaks, player) {
        let (heading, meaning) = (told.criterion.heading(), told.criterion.meaning());
        let value = points_text(told.value);
        let terms: Vec<_> = told
            .terms
            .iter()
            .map(|term| {
                let points = points_text(term.points);
                let who = match (term.opponent, term.round) {
                    (Some(opponent), _) => names[opponent].clone(),
                    (None, 0) => "at the start".to_owned(),
                    (None, _) if told.criterion == Criterion::RoundsPassed => "free".to_owned(),
                    (None, _) if told.criterion == Criterion::Cumulative => "after".to_owned(),
                    (None, round) => free_words(results, told.criterion, player, round),
                };
                let who = match handicap_words(results, tie_breaks, told.criterion, player, term) {
                    None => who,
                    Some(stones) => format!("{who}, {stones}"),
                };
                let round = match term.round {
                    0 => String::new(),
                    round => format!(", round {round}"),
                };
                let left_out = if term.is_left_out { ", left out" } else { "" };
                format!("{points} ({who}{round}{left_out})")
            })
            .collect();
        let _ = write!(text, "{heading} {value}: {meaning}");
        if !terms.is_empty() {
            let _ = write!(text, ": {}", terms.join(" + "));
        }
        text.push('\n');
    }
    text
}
