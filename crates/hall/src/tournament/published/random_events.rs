//! Tables of events drawn by seed: our own audit finds nothing in them, and a slow twin counts the same.

use std::fmt::Write as _;

use super::super::audit::{audit, read_table};
use super::super::event::played_event::{next_entry, opened};
use super::super::event::{
    EventEntry, EventGame, EventState, Format, GameEnd, PresenceEntry, RulingBy,
};
use super::super::pairing::HandicapBasis;
use super::super::standings::{Criterion, Points};
use super::data_files::standings_csv;
use super::event_report::report_text;
use sgmp_board::record::GameResult;
use sgmp_board::rng::Rng;
use sgmp_board::rules::Color;
use sgmp_match::play::{EndKind, FaultKind};

/// Events of the test.
const EVENTS: u64 = 300;

const FORMATS: [&str; 6] = [
    "swiss",
    "round-robin",
    "double-round-robin",
    "gauntlet",
    "knockout",
    "auto",
];

const TIE_BREAKS: [&str; 10] = [
    "fjk",
    "kgs",
    "taiwan-1988",
    "cumulative",
    "wins,sos",
    "macmahon",
    "wins,head-to-head,sos",
    "wins,sodos-trimmed",
    "wins,sos-1,sos-2,sosos",
    "macmahon,sosos,sos-1,sos,sos-2",
];

fn one_of<'a>(words: &[&'a str], rng: &mut Rng) -> &'a str {
    words[rng.below(words.len() as u32) as usize]
}

/// The file of an event by chance.
fn plan(rng: &mut Rng) -> String {
    let players = 2 + rng.below(10);
    let format = one_of(&FORMATS, rng);
    let tie_breaks = one_of(&TIE_BREAKS, rng);
    let mut text = format!(
        "name = \"Drawn\"\nsize = 9\nallow_copies = true\nformat = \"{format}\"\ntie_breaks = \"{tie_breaks}\"\n"
    );
    if rng.below(2) == 0 {
        let _ = writeln!(text, "rounds = {}", 1 + rng.below(9));
    }
    if rng.below(4) == 0 {
        text += "colors = \"nigiri\"\n";
    }
    let is_macmahon = tie_breaks.starts_with("macmahon");
    let has_ranks = rng.below(2) == 0;
    text += &words_of_people(is_macmahon, has_ranks, rng);
    for player in 0..players {
        let _ = writeln!(text, "[[player]]\nname = \"P{player}\"\nplays = \"random\"");
        if has_ranks {
            let grade = 1 + rng.below(9);
            let letter = one_of(&["d", "k", "k"], rng);
            let _ = writeln!(
                text,
                "rank = \"{grade}{letter}\"\nclub = \"C{}\"",
                rng.below(3)
            );
        }
        if is_macmahon && (!has_ranks || rng.below(4) == 0) {
            let _ = writeln!(text, "start = {}", rng.below(40));
        }
        let has_second_round = players >= 4 && !text.contains("rounds = 1\n");
        if rng.below(8) == 0 && has_second_round {
            text += "from_round = 2\n";
        }
    }
    text
}

/// Words about bars, handicaps, byes, absences and clubs, by chance.
fn words_of_people(is_macmahon: bool, has_ranks: bool, rng: &mut Rng) -> String {
    let mut text = String::new();
    if is_macmahon && has_ranks && rng.below(2) == 0 {
        text += "bar = \"3d\"\nfloor = \"8k\"\ngroups = [\"5k-3k\"]\n";
    }
    if has_ranks && rng.below(2) == 0 {
        let basis = one_of(&["rank", "mms"], rng);
        let _ = writeln!(
            text,
            "handicap = \"{basis}\"\nhandicap_correction = -{}",
            rng.below(3)
        );
    }
    for key in ["bye", "absence"] {
        if rng.below(2) == 0 {
            let _ = writeln!(text, "{key} = {}", one_of(&["0", "0.5", "1"], rng));
        }
    }
    if rng.below(2) == 0 {
        text += "clubs_apart = 2\n";
    }
    text
}

/// The end of a game by chance: a win, a draw, a game that does not count, a crash, a forfeit.
fn end(rng: &mut Rng) -> GameEnd {
    let winner = match rng.below(2) {
        0 => Color::Black,
        _ => Color::White,
    };
    match rng.below(12) {
        0 => GameEnd::without_game(GameResult::Draw, EndKind::Counted, ""),
        1 => GameEnd::without_game(GameResult::Void, EndKind::Counted, ""),
        2 => GameEnd::forfeit(winner, EndKind::Fault(FaultKind::Crash), "it crashed"),
        3 => GameEnd::forfeit(winner, EndKind::Forfeit, "it did not come"),
        _ => GameEnd::without_game(GameResult::Resignation { winner }, EndKind::Resigned, ""),
    }
}

/// Something that happens between two games: nothing most often.
fn incident(state: &EventState, rng: &mut Rng) -> Option<EventEntry> {
    let by = RulingBy {
        who: "the director".to_owned(),
        why: "drawn".to_owned(),
    };
    let at = String::new();
    let player = rng.below(state.plan.players.len() as u32) as usize;
    let round = state.rounds.len() as u32 + 1;
    let presence = match rng.below(24) {
        0 => PresenceEntry::Withdrawn,
        1 => PresenceEntry::Disqualified,
        2 | 3 => PresenceEntry::Absent { round },
        4 => PresenceEntry::Late { round, minutes: 10 },
        5 | 6 => {
            let over: Vec<_> = state
                .games()
                .filter(|(_, _, game)| game.end().is_some())
                .map(|(round, board, _)| (round, board))
                .collect();
            let (round, board) = *over.get(rng.below(over.len().max(1) as u32) as usize)?;
            let end = end(rng);
            return Some(EventEntry::Ruling {
                round,
                board,
                end,
                by,
                at,
            });
        }
        _ => return None,
    };
    Some(EventEntry::Presence {
        player,
        presence,
        by,
        at,
    })
}

/// Plays an event, and shows its state after each entry.
fn play(seed: u64, mut show: impl FnMut(&EventState)) {
    let mut rng = Rng::from_seed(seed);
    let mut state = opened(&plan(&mut rng), seed);
    loop {
        show(&state);
        // A ruling over a knockout's earlier round would have another pairing.
        let is_fixed = state.schedule.format == Format::Knockout;
        let incident = incident(&state, &mut rng);
        if let Some(entry) =
            incident.filter(|entry| !is_fixed || !matches!(entry, EventEntry::Ruling { .. }))
        {
            state.apply(&entry).unwrap();
            continue;
        }
        let entry = next_entry(&state, |games| {
            let place = games[rng.below(games.len() as u32) as usize];
            (place, end(&mut rng))
        });
        let Some(entry) = entry else {
            return;
        };
        state.apply(&entry).unwrap();
    }
}

/// The points of a player's rounds counted anew, and the score by which opponents count it: games from its own side, byes
/// and absences of a Swiss system.
fn wins(state: &EventState, player: usize) -> Points {
    let mut wins = Points::ZERO;
    for (number, round) in (1..).zip(&state.rounds) {
        let mut is_idle = true;
        for game in &round.games {
            let is_black = game.pair.black == player;
            if !is_black && game.pair.white != player {
                continue;
            }
            is_idle = false;
            wins += own_points(game, is_black).unwrap_or_default();
        }
        if state.schedule.format != Format::Swiss || !is_idle {
            continue;
        }
        let presence = &state.presence[player];
        let is_away =
            presence.absent.contains(&number) || state.plan.players[player].from_round > number;
        if round.bye == Some(player) {
            wins += state.plan.bye;
        } else if is_away && !presence.disqualified {
            wins += state.plan.absence;
        }
    }
    wins
}

/// The points of one side of a game that is over.
fn own_points(game: &EventGame, is_black: bool) -> Option<Points> {
    Some(match game.end()?.result.split('+').next() {
        Some("B") if is_black => Points::ONE,
        Some("W") if !is_black => Points::ONE,
        Some("B" | "W") => Points::ZERO,
        _ => Points::HALF,
    })
}

/// The opponents' scores, one a round: OpenGotha's help. Who had no game counts its own start, and a handicap corrects the
/// opponent's score; without a MacMahon score all begin with 0, and nothing is corrected.
fn opponents(state: &EventState, player: usize) -> Vec<Points> {
    let is_macmahon = state.rule().is_macmahon();
    let start = |player: usize| match is_macmahon {
        true => state.plan.players[player].start,
        false => Points::ZERO,
    };
    let mut scores = Vec::new();
    for round in &state.rounds {
        let mut is_idle = true;
        for game in &round.games {
            let pair = game.pair;
            let is_black = pair.black == player;
            if !is_black && pair.white != player {
                continue;
            }
            is_idle = false;
            if game.end().is_none() {
                continue;
            }
            let other = if is_black { pair.white } else { pair.black };
            let score = wins(state, other) + start(other);
            let stones = Points::whole(i64::from(pair.handicap) * i64::from(is_macmahon));
            scores.push(match is_black {
                true => score - stones,
                false => score + stones,
            });
        }
        if is_idle {
            scores.push(start(player));
        }
    }
    scores
}

#[test]
fn the_audit_finds_nothing_in_the_tables_of_drawn_events() {
    for seed in 0..EVENTS {
        play(seed, |state| {
            let csv = standings_csv(state);
            let read = read_table(&csv);
            if let Ok(table) = &read {
                let audited = audit(table);
                assert_eq!(
                    audited.findings,
                    [],
                    "seed {seed}\n{}\n{csv}",
                    state.plan_text
                );
            } else {
                panic!("seed {seed}: {read:?}\n{csv}");
            }
        });
    }
}

#[test]
fn drawn_events_are_counted_as_their_games_say() {
    for seed in 0..EVENTS {
        play(seed, |state| {
            let (results, table) = (state.results(), state.standings());
            for row in &table.rows {
                let player = row.player;
                assert_eq!(
                    results.wins(player),
                    wins(state, player),
                    "seed {seed}, P{player}"
                );
                let is_out = state.presence[player].disqualified || state.hero() == Some(player);
                assert_eq!(row.place.is_none(), is_out, "seed {seed}, P{player}");
            }
            assert!(!report_text(state).is_empty());
        });
    }
}

#[test]
fn sums_over_opponents_are_those_that_opengotha_describes() {
    for seed in 0..EVENTS {
        play(seed, |state| {
            let rule = state.rule();
            let table = state.standings();
            for row in &table.rows {
                let mut scores = opponents(state, row.player);
                scores.sort_unstable();
                let all = |left_out: usize| scores.iter().skip(left_out).copied().sum::<Points>();
                for (criterion, value) in rule.criteria().iter().zip(&row.values) {
                    let right = match criterion {
                        Criterion::Sos => all(0),
                        Criterion::SosLessOne => all(1),
                        Criterion::SosLessTwo => all(2),
                        Criterion::MacMahon => {
                            wins(state, row.player) + state.plan.players[row.player].start
                        }
                        _ => continue,
                    };
                    assert_eq!(
                        *value,
                        Some(right),
                        "seed {seed}, P{} {criterion:?}",
                        row.player
                    );
                }
            }
        });
    }
}

#[test]
fn a_handicap_is_the_corrected_difference_and_black_is_the_weaker() {
    let mut seen = 0;
    for seed in 0..EVENTS {
        play(seed, |state| {
            let Some((rule, last)) = state.plan.handicap.zip(state.rounds.last()) else {
                return;
            };
            for game in &last.games {
                let rank = |player: usize| {
                    let rank = state.plan.players[player].rank.expect("a rank");
                    i32::from(rank.steps())
                };
                let (black, white) = (rank(game.pair.black), rank(game.pair.white));
                if rule.rule.basis == HandicapBasis::Rank {
                    let most = (white - black).abs();
                    let right = (most + i32::from(rule.rule.correction)).clamp(0, 9);
                    assert_eq!(i32::from(game.pair.handicap), right, "seed {seed}");
                    assert!(right == 0 || black < white, "seed {seed}");
                }
                seen += usize::from(game.pair.handicap > 1);
            }
        });
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn the_winner_of_the_final_alone_is_first() {
    for seed in 0..EVENTS {
        let mut last = None;
        play(seed, |state| last = Some(state.clone()));
        let Some(state) = last.filter(|state| state.schedule.format == Format::Knockout) else {
            continue;
        };
        let table = state.standings();
        let Some(end) = state.rounds.last() else {
            continue;
        };
        let [game] = end.games.as_slice() else {
            continue;
        };
        if state.rounds.len() as u32 != state.schedule.rounds {
            continue;
        }
        let winner = match game.end().and_then(|end| end.game_result().winner()) {
            Some(Color::Black) => game.pair.black,
            Some(Color::White) => game.pair.white,
            None => game.pair.black.min(game.pair.white),
        };
        let first: Vec<_> = table
            .rows
            .iter()
            .filter(|row| row.place == Some(1))
            .collect();
        if !state.presence[winner].disqualified {
            assert!(first.len() == 1 && first[0].player == winner, "seed {seed}");
        }
    }
}
