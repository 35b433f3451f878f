//! The event told in sentences, as the old reports tell it.

use std::fmt::Write as _;

use super::super::event::{EndKind, EventGame, EventState, GameEnd, NextStep};
use super::super::standings::{Points, Standings};
use super::super::words::points_text;
use crate::record::GameResult;
use crate::rules::Color;

/// Games won by so many half points or fewer are close.
const CLOSE_HALF_POINTS: u16 = 6;

/// Longest line of the text, in characters.
const LINE_LENGTH: usize = 76;

/// The report as text.
#[must_use]
pub fn report_text(state: &EventState) -> String {
    let mut text = format!(
        "{}\n{}\n\n",
        state.plan.name,
        "=".repeat(state.plan.name.chars().count())
    );
    let paragraphs: Vec<_> = report_paragraphs(state)
        .iter()
        .map(|paragraph| filled(paragraph))
        .collect();
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

/// A game that is over, with its players' names.
struct ToldGame<'a> {
    round: u32,
    winner: &'a str,
    loser: &'a str,
    /// Their numbers.
    players: [usize; 2],
    loser_color: Color,
    end: &'a GameEnd,
}

/// The report, paragraph by paragraph.
pub(super) fn report_paragraphs(state: &EventState) -> Vec<String> {
    let names = state.plan.names();
    let standings = state.standings();
    let games: Vec<_> = state
        .games()
        .filter_map(|(round, _, game)| told(&names, round, game))
        .collect();
    let mut paragraphs = vec![opening(state)];
    if games.is_empty() {
        paragraphs.push("No game is over yet.".to_owned());
        return paragraphs;
    }
    paragraphs.extend([
        leaders(state, &standings),
        losses_of_the_first(&standings, &games),
        close_games(&games),
        upsets(&standings, &games),
        faults(&games),
        counts(state),
        byes(state),
    ]);
    paragraphs.extend(state.notes.iter().map(|note| format!("{note}.")));
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    paragraphs
}

fn told<'a>(names: &'a [String], round: u32, game: &'a EventGame) -> Option<ToldGame<'a>> {
    let end = game.end()?;
    let winner = end.game_result().winner()?;
    let (won, lost) = match winner {
        Color::Black => (game.pair.black, game.pair.white),
        Color::White => (game.pair.white, game.pair.black),
    };
    Some(ToldGame {
        round,
        winner: &names[won],
        loser: &names[lost],
        players: [won, lost],
        loser_color: !winner,
        end,
    })
}

fn opening(state: &EventState) -> String {
    let plan = &state.plan;
    let mut text = String::new();
    let size = plan.size;
    let _ = write!(
        text,
        "{} programs played {} on {size}, {} rounds, with {} rules and {} points komi",
        plan.players.len(),
        match state.schedule.format.name() {
            "swiss" => "a Swiss system".to_owned(),
            other => format!("a {}", other.replace('-', " ")),
        },
        state.schedule.rounds,
        plan.rules.name(),
        plan.komi
    );
    if !plan.place.is_empty() {
        let _ = write!(text, ", in {}", plan.place);
    }
    if !plan.date.is_empty() {
        let _ = write!(text, ", {}", plan.date);
    }
    text.push('.');
    if state.next_step() != NextStep::Over {
        let _ = write!(
            text,
            " It is not over: {} rounds are paired.",
            state.rounds.len()
        );
    }
    text
}

fn leaders(state: &EventState, standings: &Standings) -> String {
    let is_over = state.next_step() == NextStep::Over;
    let wins = |player: usize| {
        let wins = state.results().wins(player);
        let noun = if wins == Points::ONE { "win" } else { "wins" };
        format!("{} {noun}", points_text(wins))
    };
    let name = |player: usize| state.plan.players[player].name.as_str();
    let first: Vec<_> = standings.rows.iter().filter(|row| row.place == 1).collect();
    let verb = if is_over { "won" } else { "leads" };
    let mut text = match first.as_slice() {
        [one] => {
            let unbeaten = state
                .results()
                .games_of(one.player)
                .all(|game| game.points == Points::ONE);
            let how = if unbeaten { " without a loss" } else { "" };
            format!(
                "{} {verb}{how}, with {} wins.",
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
    let next = standings
        .rows
        .iter()
        .filter(|row| row.place > 1 && row.place <= 3)
        .take(4);
    let next: Vec<_> = next
        .map(|row| {
            let equal = if standings.is_shared(row.place) {
                "equal "
            } else {
                ""
            };
            format!(
                "{} is {equal}{} with {}",
                name(row.player),
                ordinal(row.place),
                wins(row.player)
            )
        })
        .collect();
    if !next.is_empty() {
        let next: Vec<_> = next.iter().map(String::as_str).collect();
        let _ = write!(text, " {}.", listed(&next));
    }
    text
}

/// "A lost to B. C lost to B and D": of the upper half, as the report of 1992 tells it.
fn losses_of_the_first(standings: &Standings, games: &[ToldGame<'_>]) -> String {
    let half = standings.rows.len().div_ceil(2);
    let sentences = standings.rows.iter().take(half).filter_map(|row| {
        let lost: Vec<_> = games
            .iter()
            .filter(|game| game.players[1] == row.player)
            .collect();
        let loser = lost.first()?.loser;
        let winners: Vec<_> = lost.iter().map(|game| game.winner).collect();
        Some(format!("{loser} lost to {}.", listed(&winners)))
    });
    sentences.collect::<Vec<_>>().join(" ")
}

fn close_games(games: &[ToldGame<'_>]) -> String {
    let close = games
        .iter()
        .filter_map(|game| match game.end.game_result() {
            GameResult::Score { margin, .. } if margin.get() <= CLOSE_HALF_POINTS => {
                Some((margin.get(), game))
            }
            _ => None,
        });
    let mut close: Vec<_> = close.collect();
    close.sort_by_key(|(margin, game)| (*margin, game.round));
    let sentences: Vec<_> = close
        .iter()
        .take(4)
        .map(|(margin, game)| {
            let points = half_points(*margin);
            format!(
                "the game between {} and {} in round {} was won by {points}",
                game.winner, game.loser, game.round
            )
        })
        .collect();
    match sentences.as_slice() {
        [] => String::new(),
        some => capitalized(&format!("{}.", some.join("; "))),
    }
}

/// Wins over somebody who finished at least a third of the table higher.
fn upsets(standings: &Standings, games: &[ToldGame<'_>]) -> String {
    let place = |player: usize| standings.row(player).map_or(0, |row| row.place);
    let step = (standings.rows.len() / 3).max(2);
    let upsets: Vec<_> = games
        .iter()
        .filter(|game| place(game.players[0]) >= place(game.players[1]) + step)
        .map(|game| {
            format!(
                "{} ({}) beat {} ({}) in round {}",
                game.winner,
                ordinal(place(game.players[0])),
                game.loser,
                ordinal(place(game.players[1])),
                game.round
            )
        })
        .collect();
    match upsets.as_slice() {
        [] => String::new(),
        some => format!("Upsets: {}.", some.join("; ")),
    }
}

fn faults(games: &[ToldGame<'_>]) -> String {
    let sentences = games.iter().filter_map(|game| {
        let (loser, winner, round) = (game.loser, game.winner, game.round);
        let why = |default: &str| {
            if game.end.why.is_empty() {
                default.to_owned()
            } else {
                game.end.why.clone()
            }
        };
        let color = match game.loser_color {
            Color::Black => "Black",
            Color::White => "White",
        };
        match game.end.kind {
            EndKind::Crash => Some(format!(
                "{loser} ({color}) lost to {winner} in round {round} by a crash: {}.",
                why("it ended")
            )),
            EndKind::LineLost => Some(format!(
                "{loser} lost to {winner} in round {round}: the connection was lost."
            )),
            EndKind::Forfeit | EndKind::Disqualified => Some(format!(
                "{loser} forfeited its game with {winner} in round {round}: {}.",
                why("it was not there")
            )),
            EndKind::RuleBroken | EndKind::InputError => Some(format!(
                "{loser} lost to {winner} in round {round} by breaking a rule: {}.",
                why("an illegal move")
            )),
            EndKind::Time => Some(format!(
                "{loser} lost to {winner} in round {round} on time."
            )),
            _ => None,
        }
    });
    sentences.collect::<Vec<_>>().join(" ")
}

/// Games whose sides counted differently.
fn counts(state: &EventState) -> String {
    let names = state.plan.names();
    let told = state.games().filter_map(|(round, _, game)| {
        let end = game.end()?;
        let differ = end
            .counts
            .windows(2)
            .any(|pair| pair[0].result != pair[1].result);
        if !differ {
            return None;
        }
        let counts: Vec<_> = end
            .counts
            .iter()
            .map(|count| {
                let who = match count.by.as_str() {
                    "black" => names[game.pair.black].as_str(),
                    "white" => names[game.pair.white].as_str(),
                    _ => "the referee",
                };
                format!("{who} counted {}", count.result)
            })
            .collect();
        Some(format!(
            "Round {round}: {}; {} stands.",
            counts.join(", "),
            end.result
        ))
    });
    told.collect::<Vec<_>>().join(" ")
}

fn byes(state: &EventState) -> String {
    let byes = state.rounds.iter().filter_map(|round| round.bye);
    let names: Vec<_> = byes
        .map(|player| state.plan.players[player].name.as_str())
        .collect();
    match names.as_slice() {
        [] => String::new(),
        names => format!("Byes: {}.", names.join(", ")),
    }
}

fn half_points(half_points: u16) -> String {
    match half_points {
        1 => "half a point".to_owned(),
        2 => "1 point".to_owned(),
        even if even % 2 == 0 => format!("{} points", even / 2),
        odd => format!("{}.5 points", odd / 2),
    }
}

/// "A", "A and B", "A, B and C".
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn ordinal(place: usize) -> String {
    let ending = match (place % 10, place % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{place}{ending}")
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().collect::<String>() + chars.as_str()
    })
}
