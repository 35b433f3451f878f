//! Stories of an event's games: close ones, upsets, swings, faults, counts.

use super::super::event::{EventState, NextStep};
use super::super::standings::{Points, Standings, standings};
use super::game_words::{NamedGame, listed, points_words};
use sgmp_board::rules::Color;
use sgmp_match::play::{EndKind, FaultKind};

/// Games won by so many half points or fewer are close.
const CLOSE_HALF_POINTS: u16 = 6;

/// Close games, upsets and swings that are told at most, each.
const MAX_STORIES: usize = 5;

/// Points that both sides have to be ahead at some time for a game to swing.
const MIN_SWING: i32 = 10;

/// Points that a side has to be behind for its win to be told.
const MIN_COMEBACK: i32 = 20;

/// Close games, and what the standings would be had they gone otherwise.
pub(super) fn close_games(
    state: &EventState,
    table: &Standings,
    games: &[NamedGame<'_>],
) -> String {
    let close = games
        .iter()
        .filter_map(|game| Some((game.margin()?, game.winner()?, game)));
    let mut close: Vec<_> = close
        .filter(|(margin, _, _)| *margin <= CLOSE_HALF_POINTS)
        .collect();
    close.sort_by_key(|(margin, _, game)| (*margin, game.round, game.board));
    let sentences = close
        .iter()
        .take(MAX_STORIES)
        .map(|(margin, winner, game)| {
            let (won, lost) = (game.name(*winner), game.name(!*winner));
            let points = points_words(*margin);
            let stones = game.stones_words(*winner);
            let told = format!(
                "{won} beat {lost}{stones} by {points} in round {}.",
                game.round
            );
            match other_place(state, table, game, *winner) {
                Some(place) => format!(
                    "{told} Had {won} lost, it would have been {}.",
                    ordinal(place)
                ),
                None => told,
            }
        });
    sentences.collect::<Vec<_>>().join(" ")
}

/// The place of a game's winner had it lost, if it is one of the first three and would be none then.
fn other_place(
    state: &EventState,
    table: &Standings,
    game: &NamedGame<'_>,
    winner: Color,
) -> Option<usize> {
    let player = game.player(winner);
    let place = table.row(player)?.place.filter(|place| *place <= 3)?;
    let mut results = state.results();
    let [black, white] = game.players;
    let turned = results
        .games
        .iter_mut()
        .find(|played| played.round == game.round && played.is_between(black, white))?;
    turned.turn();
    let other = standings(&results, &state.rule()).row(player)?.place?;
    (other > place).then_some(other)
}

/// Wins over somebody who finished at least a third of the table higher.
pub(super) fn upsets(table: &Standings, games: &[NamedGame<'_>]) -> String {
    let place = |player: usize| table.row(player)?.place;
    let step = (table.rows.len() / 3).max(2);
    let mut upsets: Vec<_> = games
        .iter()
        .filter_map(|game| {
            // Stones make players equal.
            let winner = game.winner().filter(|_| game.handicap == 0)?;
            let [high, low] = [place(game.player(!winner))?, place(game.player(winner))?];
            if low < high + step {
                return None;
            }
            let told = format!(
                "{} ({}) beat {} ({}) in round {}{}",
                game.name(winner),
                ordinal(low),
                game.name(!winner),
                ordinal(high),
                game.round,
                how(game)
            );
            Some((low - high, told))
        })
        .collect();
    upsets.sort_by_key(|(distance, _)| std::cmp::Reverse(*distance));
    let upsets: Vec<_> = upsets
        .into_iter()
        .take(MAX_STORIES)
        .map(|(_, told)| told)
        .collect();
    match upsets.as_slice() {
        [] => String::new(),
        [one] => format!("There was one upset: {one}."),
        some => format!("There were upsets: {}.", some.join("; ")),
    }
}

fn how(game: &NamedGame<'_>) -> String {
    match (game.margin(), game.end.kind) {
        (Some(margin), _) => format!(", by {}", points_words(margin)),
        (_, EndKind::Resigned) => ", by resignation".to_owned(),
        (_, EndKind::Fault(FaultKind::Time)) => ", on time".to_owned(),
        _ => String::new(),
    }
}

/// Games in which the lead swung, and games that were won from behind.
pub(super) fn swings(games: &[NamedGame<'_>]) -> String {
    let mut told: Vec<(i32, String)> = games
        .iter()
        .filter_map(|game| {
            let course = game.end.course.as_ref()?;
            let winner = game.winner()?;
            let (won, lost) = (game.name(winner), game.name(!winner));
            let behind = course.best_of(!winner);
            let both = course.best_of(winner).min(behind);
            let turn = game.turn_sentence().filter(|_| {
                let turn = course.turn.as_ref();
                turn.is_some_and(|turn| turn.color() != winner)
            });
            let turn = turn.map_or_else(String::new, |turn| format!(" {turn}"));
            if both >= MIN_SWING && course.changes >= 2 {
                let story = format!(
                    "The game between {won} and {lost} in round {} was exciting: the lead changed hands {} times, \
                     {won} was up to {} points ahead and {lost} up to {behind}, and {won} won.{turn}",
                    game.round,
                    course.changes,
                    course.best_of(winner)
                );
                Some((both + 10, story))
            } else if behind >= MIN_COMEBACK {
                let story = format!(
                    "{lost} was {behind} points ahead of {won} in round {} and lost.{turn}",
                    game.round
                );
                Some((behind, story))
            } else {
                None
            }
        })
        .collect();
    told.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
    let told: Vec<_> = told
        .into_iter()
        .take(MAX_STORIES)
        .map(|(_, story)| story)
        .collect();
    told.join(" ")
}

/// Crashes, programs that hang, forfeits, broken rules, time; and that there were none.
pub(super) fn faults(state: &EventState, games: &[NamedGame<'_>]) -> String {
    let sentences: Vec<_> = games.iter().filter_map(fault).collect();
    if sentences.is_empty() && state.next_step() == NextStep::Over {
        let crashes = match state.plan.is_of_people() {
            true => "",
            false => "no crashes and ",
        };
        return format!("There were {crashes}no forfeits; all games were completed.");
    }
    sentences.join(" ")
}

fn fault(game: &NamedGame<'_>) -> Option<String> {
    let winner = game.winner();
    let (won, lost) = match winner {
        Some(winner) => (game.name(winner), game.name(!winner)),
        None => (game.names[0], game.names[1]),
    };
    let round = game.round;
    let ahead = match (winner, game.ahead_words()) {
        (Some(_), Some(ahead)) if game.end.moves > 1 => format!(", when {ahead}"),
        _ => String::new(),
    };
    let color = match winner {
        Some(Color::White) => " (Black)",
        Some(Color::Black) => " (White)",
        None => "",
    };
    let by = |how: &str, default: &str| {
        let why = game.why(default);
        format!("{lost}{color} lost to {won} in round {round} by {how}: {why}{ahead}.")
    };
    Some(match (game.end.kind, winner) {
        (EndKind::Fault(FaultKind::Crash), Some(_)) => by("a crash", "it ended"),
        (EndKind::Fault(FaultKind::Hang), Some(_)) => by("hanging", "it did not answer"),
        (EndKind::Fault(FaultKind::Refused), Some(_)) => {
            by("refusing a command", "one of the game")
        }
        (EndKind::LineLost, Some(_)) => {
            format!("{lost} lost to {won} in round {round}: the connection was lost{ahead}.")
        }
        (EndKind::Forfeit | EndKind::Disqualified, Some(_)) => format!(
            "{lost} forfeited its game with {won} in round {round}: {}.",
            game.why("it was not there")
        ),
        (EndKind::Fault(FaultKind::Illegal) | EndKind::InputError, Some(_)) => format!(
            "{lost} lost to {won} in round {round} by breaking a rule: {}{ahead}.",
            game.why("an illegal move")
        ),
        (EndKind::Fault(FaultKind::Time), Some(_)) => {
            format!("{lost} lost to {won} in round {round} on time{ahead}.")
        }
        (EndKind::Cycle, None) => format!(
            "The game between {won} and {lost} in round {round} had no result: the position came back."
        ),
        _ => return None,
    })
}

/// Games whose sides counted differently.
pub(super) fn counts(games: &[NamedGame<'_>]) -> String {
    let told = games.iter().filter_map(|game| {
        let counts = &game.end.counts;
        let differ = counts
            .windows(2)
            .any(|pair| pair[0].result != pair[1].result);
        // What both players say is the result, whatever we count.
        let of_players = || counts.iter().filter(|count| count.by != "ours");
        let is_agreed =
            of_players().count() == 2 && of_players().all(|count| count.result == game.end.result);
        if !differ || is_agreed {
            return None;
        }
        let counts: Vec<_> = game
            .end
            .counts
            .iter()
            .map(|count| {
                let who = match count.by.as_str() {
                    "black" => game.names[0],
                    "white" => game.names[1],
                    _ => "the referee",
                };
                format!("{who} counted {}", count.result)
            })
            .collect();
        let counts: Vec<_> = counts.iter().map(String::as_str).collect();
        let stands = match game.end.points() {
            Some(_) => format!("{} stands", game.end.result),
            None => "the judge has to decide".to_owned(),
        };
        Some(format!(
            "After the game between {} and {} in round {} {}; {stands}.",
            game.names[0],
            game.names[1],
            game.round,
            listed(&counts)
        ))
    });
    told.collect::<Vec<_>>().join(" ")
}

/// "1st", "2nd", "11th".
pub(super) fn ordinal(place: usize) -> String {
    let ending = match (place % 10, place % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{place}{ending}")
}

/// "3 wins", "1 win".
pub(super) fn wins_words(wins: Points) -> String {
    let noun = if wins == Points::ONE { "win" } else { "wins" };
    format!("{} {noun}", super::super::words::points_text(wins))
}
