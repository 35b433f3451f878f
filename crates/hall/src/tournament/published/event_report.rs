//! The event told in sentences, as the old reports tell it.

use std::fmt::Write as _;

use super::super::event::{EventState, Format, NextStep, time_text};
use super::super::standings::{Points, Standings};
use super::super::words::{handicap_rule_text, points_text};
use super::game_stories::{close_games, counts, faults, ordinal, swings, upsets, wins_words};
use super::game_words::{NamedGame, listed};
use super::pages::rank_text;

/// Longest line of the text, in characters.
const LINE_LENGTH: usize = 76;

/// Words for small numbers, as they open a sentence.
const NUMBERS: [&str; 13] = [
    "No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven",
    "Twelve",
];

/// The report as text: the places, then what happened.
#[must_use]
pub fn report_text(state: &EventState) -> String {
    let mut text = format!(
        "{}\n{}\n\n",
        state.plan.name,
        "=".repeat(state.plan.name.chars().count())
    );
    let mut paragraphs: Vec<_> = report_paragraphs(state)
        .iter()
        .map(|paragraph| filled(paragraph))
        .collect();
    if state.games().any(|(_, _, game)| game.end().is_some()) {
        paragraphs.insert(1, places(state));
    }
    text += &paragraphs.join("\n");
    text
}

/// Words on lines that are not too long.
fn filled(paragraph: &str) -> String {
    let mut text = String::new();
    let mut length = 0;
    for word in paragraph.split_whitespace() {
        let width = word.chars().count();
        if length > 0 && length + 1 + width > LINE_LENGTH {
            text.push('\n');
            length = 0;
        } else if length > 0 {
            text.push(' ');
            length += 1;
        }
        text.push_str(word);
        length += width;
    }
    text.push('\n');
    text
}

/// "1 - Go Intellect  Ken Chen  USA  5-1", a line a player; in a MacMahon tournament its games and its score: "5-1  MMS 33".
fn places(state: &EventState) -> String {
    let table = state.standings();
    let results = state.results();
    let is_macmahon = table.tie_breaks.is_macmahon();
    let lines: Vec<[String; 7]> = table
        .rows
        .iter()
        .map(|row| {
            let player = &state.plan.players[row.player];
            let games = || results.games_of(row.player);
            let wins = results.wins(row.player);
            // The score has what rounds without a game bring, where there is one.
            let (won, mms) = match is_macmahon {
                true => (
                    games().map(|game| game.points).sum(),
                    format!("  MMS {}", points_text(wins + results.start(row.player))),
                ),
                false => (wins, String::new()),
            };
            let lost: Points = games().map(|game| game.against).sum();
            let (won, lost) = (points_text(won), points_text(lost));
            [
                table.place_text(row),
                player.name.clone(),
                rank_text(player),
                player.author.clone(),
                player.facts.club.clone(),
                player.facts.country.clone(),
                format!("{won}-{lost}{mms}"),
            ]
        })
        .collect();
    let width = |column: usize| {
        let cells = lines.iter().map(|line| line[column].chars().count());
        cells.max().unwrap_or(0)
    };
    let widths = [0, 1, 2, 3, 4, 5].map(width);
    let mut text = String::new();
    for [place, name, facts @ .., score] in &lines {
        let mut line = format!("{place:>3} - {name:<0$}", widths[1]);
        for (cell, width) in facts.iter().zip(&widths[2..]) {
            if *width > 0 {
                let _ = write!(line, "  {cell:<width$}");
            }
        }
        let _ = writeln!(text, "{line}  {score}");
    }
    text
}

/// The report, paragraph by paragraph.
pub(super) fn report_paragraphs(state: &EventState) -> Vec<String> {
    let names = state.plan.names();
    let table = state.standings();
    let games: Vec<_> = state
        .games()
        .filter_map(|(round, board, game)| NamedGame::new(&names, round, board, game))
        .collect();
    let mut paragraphs = vec![opening(state)];
    if games.is_empty() {
        paragraphs.push("No game is over yet.".to_owned());
        return paragraphs;
    }
    paragraphs.extend([
        leaders(state, &table),
        losses_of_the_first(&table, &games),
        close_games(state, &table, &games),
        upsets(&table, &games),
        swings(&games),
        faults(state, &games),
        counts(&games),
        byes(state),
    ]);
    let notes = state.notes.iter();
    paragraphs.push(
        notes
            .map(|note| format!("{note}."))
            .collect::<Vec<_>>()
            .join(" "),
    );
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    paragraphs
}

fn opening(state: &EventState) -> String {
    let plan = &state.plan;
    let players = plan.players.len();
    let number = NUMBERS
        .get(players)
        .map_or_else(|| players.to_string(), |word| (*word).to_owned());
    let people = plan.players.iter().filter(|player| player.plays == "human");
    let noun = match people.count() {
        0 => "programs",
        all if all == players => "people",
        _ => "players",
    };
    let rounds = match state.schedule.rounds {
        1 => "one round".to_owned(),
        many => format!("{many} rounds"),
    };
    let mut text = format!(
        "{number} {noun} played {}, {rounds} on {}, with {}, {} points komi and {} a side",
        match state.schedule.format.name() {
            "swiss" if state.rule().is_macmahon() => "a MacMahon tournament".to_owned(),
            "swiss" => "a Swiss system".to_owned(),
            other => format!("a {}", other.replace('-', " ")),
        },
        plan.size,
        capitalized(&plan.rules_in_words()),
        plan.komi,
        long_time(plan.time)
    );
    if !plan.place.is_empty() {
        let _ = write!(text, ", in {}", plan.place);
    }
    if !plan.date.is_empty() {
        let _ = write!(text, ", on {}", plan.date);
    }
    text.push('.');
    if let Some(handicap) = handicap_rule_text(plan) {
        let _ = write!(text, " {}.", capitalized(&handicap));
    }
    if state.next_step() != NextStep::Over {
        let played = state.games().filter(|(_, _, game)| game.end().is_some());
        let _ = write!(
            text,
            " It is not over: {} of {} games are played.",
            played.count(),
            state.schedule.games
        );
    }
    text
}

/// "50 minutes", or in short where that is not whole.
fn long_time(time: std::time::Duration) -> String {
    match (time.as_secs() / 60, time.as_secs() % 60) {
        (1, 0) => "one minute".to_owned(),
        (minutes, 0) if minutes < 120 => format!("{minutes} minutes"),
        (0, seconds) => format!("{seconds} seconds"),
        _ => time_text(time),
    }
}

fn leaders(state: &EventState, table: &Standings) -> String {
    if let Some(hero) = state.hero() {
        return gauntlet_words(state, table, hero);
    }
    let is_over = state.next_step() == NextStep::Over;
    let results = state.results();
    let is_macmahon = table.tie_breaks.is_macmahon();
    let wins = |player: usize| match is_macmahon {
        true => {
            let score = results.wins(player) + results.start(player);
            format!("an MMS of {}", points_text(score))
        }
        false => wins_words(results.wins(player)),
    };
    let name = |player: usize| state.plan.players[player].name.as_str();
    let first: Vec<_> = table
        .rows
        .iter()
        .filter(|row| row.place == Some(1))
        .collect();
    let verb = if is_over { "won" } else { "leads" };
    let mut text = match first.as_slice() {
        [one] => {
            let unbeaten = results
                .games_of(one.player)
                .all(|game| game.points == Points::ONE);
            let how = if unbeaten { " without a loss" } else { "" };
            format!(
                "{} {verb}{how}, with {}.",
                name(one.player),
                wins(one.player)
            )
        }
        equal => {
            let names: Vec<_> = equal.iter().map(|row| name(row.player)).collect();
            let wins = equal
                .first()
                .map(|row| wins(row.player))
                .unwrap_or_default();
            let shared = if is_over {
                "share the first place"
            } else {
                "lead together"
            };
            format!("{} {shared}, with {wins} each.", listed(&names))
        }
    };
    if let Some(tie) = tie_sentence(state, table) {
        text.push(' ');
        text += &tie;
    }
    // The round reached is the place, whatever was won on the way.
    let is_knockout = state.schedule.format == Format::Knockout;
    let next = table.rows.iter().filter_map(|row| {
        let place = row.place.filter(|place| (2..=3).contains(place))?;
        let counts = is_macmahon || is_knockout || results.wins(row.player) > Points::ZERO;
        counts.then_some((row, place))
    });
    let next: Vec<_> = next
        .take(4)
        .map(|(row, place)| {
            let equal = if table.is_shared(place) { "equal " } else { "" };
            let verb = if is_over { "was" } else { "is" };
            let with = match is_knockout {
                true => String::new(),
                false => format!(" with {}", wins(row.player)),
            };
            format!(
                "{} {verb} {equal}{}{with}",
                name(row.player),
                ordinal(place)
            )
        })
        .collect();
    if !next.is_empty() {
        let next: Vec<_> = next.iter().map(String::as_str).collect();
        let _ = write!(text, " {}.", listed(&next));
    }
    text
}

/// "Five met each of the others, and won 7 of 12 games. Three did best against it, with 2 wins."
fn gauntlet_words(state: &EventState, table: &Standings, hero: usize) -> String {
    let results = state.results();
    let name = |player: usize| state.plan.players[player].name.as_str();
    let games = results.games_of(hero).count();
    let won = points_text(results.wins(hero));
    let mut text = format!(
        "{} met each of the others, and won {won} of {games} games.",
        name(hero)
    );
    let first = table.rows.iter().filter(|row| row.place == Some(1));
    let first: Vec<usize> = first.map(|row| row.player).collect();
    let best = first.first().map(|player| results.wins(*player));
    if let Some(best) = best.filter(|best| *best > Points::ZERO) {
        let names: Vec<_> = first.iter().map(|player| name(*player)).collect();
        let _ = write!(
            text,
            " {} did best against it, with {}{}.",
            listed(&names),
            wins_words(best),
            if names.len() > 1 { " each" } else { "" }
        );
    }
    text
}

/// The criterion that put the first before the second, where both have as many points.
fn tie_sentence(state: &EventState, table: &Standings) -> Option<String> {
    let [first, second, ..] = table.rows.as_slice() else {
        return None;
    };
    if second.place.is_none()
        || first.place == second.place
        || first.values.first() != second.values.first()
    {
        return None;
    }
    let criteria = table.tie_breaks.criteria();
    let values = first.values.iter().zip(&second.values);
    let decides = criteria
        .iter()
        .zip(values)
        .find(|(_, (ours, theirs))| ours != theirs);
    let name = |player: usize| state.plan.players[player].name.as_str();
    let (first_name, second_name) = (name(first.player), name(second.player));
    Some(match decides {
        Some((criterion, (Some(ours), Some(theirs)))) => format!(
            "{first_name} and {second_name} have as many points, and {} decides ({} to {}).",
            criterion.heading(),
            points_text(*ours),
            points_text(*theirs)
        ),
        _ => format!(
            "{first_name} and {second_name} have as many points, and the game between them decides."
        ),
    })
}

/// "A lost to B. C lost to B and D": of the upper half, as the report of 1992 tells it.
fn losses_of_the_first(table: &Standings, games: &[NamedGame<'_>]) -> String {
    let half = table.rows.len().div_ceil(2);
    let sentences = table.rows.iter().take(half).filter_map(|row| {
        let lost: Vec<_> = games
            .iter()
            .filter_map(|game| {
                let winner = game.winner()?;
                (game.player(!winner) == row.player)
                    .then(|| (game.name(!winner), game.name(winner)))
            })
            .collect();
        let (loser, _) = lost.first()?;
        let mut winners: Vec<(&str, usize)> = Vec::new();
        for (_, winner) in &lost {
            match winners.iter_mut().find(|(known, _)| known == winner) {
                Some((_, times)) => *times += 1,
                None => winners.push((winner, 1)),
            }
        }
        let winners = winners.iter().map(|(winner, times)| match times {
            1 => (*winner).to_owned(),
            2 => format!("{winner} twice"),
            many => format!("{winner} {many} times"),
        });
        let winners: Vec<_> = winners.collect();
        let winners: Vec<_> = winners.iter().map(String::as_str).collect();
        Some(format!("{loser} lost to {}.", listed(&winners)))
    });
    sentences.collect::<Vec<_>>().join(" ")
}

fn byes(state: &EventState) -> String {
    if !state.has_byes() {
        return String::new();
    }
    let byes = (1..).zip(&state.rounds);
    let byes: Vec<_> = byes
        .filter_map(|(round, paired)| {
            let name = &state.plan.players[paired.bye?].name;
            let round: u32 = round;
            Some(format!("{name} in round {round}"))
        })
        .collect();
    let byes: Vec<_> = byes.iter().map(String::as_str).collect();
    match byes.as_slice() {
        [] => String::new(),
        [one] => format!("There was a bye: {one}."),
        some => format!("Byes: {}.", listed(some)),
    }
}

pub(super) fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().collect::<String>() + chars.as_str()
    })
}
