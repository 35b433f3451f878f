//! Schedules that no result changes, and the knockout.

use super::super::standings::{CountedGame, PassedRound, Results};
use super::field::{ColorRule, Field, PairedGame, PairedRound};
use sgmp_board::rng::Rng;

/// Rounds of a single round robin of so many players.
#[must_use]
pub const fn round_robin_rounds(players: usize) -> u32 {
    (players + players % 2).saturating_sub(1) as u32
}

/// A round, from 1, of a round robin that begins anew with colors reversed when it is through.
///
/// The circle method: one player stays, the others go round. With balanced colors each has one color at most
/// once oftener than the other in a cycle; by nigiri the lot decides in the first cycle.
#[must_use]
pub fn round_robin(players: &[usize], round: u32, colors: ColorRule, lots: &Rng) -> PairedRound {
    let seats = players.len() + players.len() % 2;
    let cycle_rounds = round_robin_rounds(players.len());
    if cycle_rounds == 0 {
        return PairedRound::default();
    }
    let (cycle, turn) = ((round - 1) / cycle_rounds, (round - 1) % cycle_rounds);
    let (last, turn) = (seats - 1, turn as usize);
    let mut paired = PairedRound::default();
    for step in 0..seats / 2 {
        // The numbers of two who meet add up to twice the turn, modulo `last`, which is odd: each pair has
        // its one turn in a cycle.
        let (a, b) = if step == 0 {
            (turn % last, last)
        } else {
            ((turn + step) % last, (turn + last - step) % last)
        };
        let (low, high) = (a.min(b), a.max(b));
        let Some(second) = players.get(high) else {
            paired.bye = Some(players[low]);
            continue;
        };
        let first = players[low];
        let is_black = match colors {
            // Half of the others' numbers have the parity of the own one.
            ColorRule::Balanced if high == last => low % 2 == 0,
            ColorRule::Balanced => (low + high) % 2 == 1,
            ColorRule::Nigiri => lots.split(&format!("{first} {second}")).below(2) == 0,
        };
        let (black, white) = if is_black == (cycle % 2 == 0) {
            (first, *second)
        } else {
            (*second, first)
        };
        paired.games.push(PairedGame::even(black, white));
    }
    paired
}

/// A round of a gauntlet: the first player against each of the others, in turn with either color.
#[must_use]
pub fn gauntlet(players: &[usize], round: u32) -> PairedRound {
    let Some((first, others)) = players.split_first() else {
        return PairedRound::default();
    };
    let games = others.iter().map(|other| {
        let (black, white) = if round % 2 == 1 {
            (*first, *other)
        } else {
            (*other, *first)
        };
        PairedGame::even(black, white)
    });
    PairedRound {
        games: games.collect(),
        ..PairedRound::default()
    }
}

/// The next round of a knockout among `players`, the strongest first; `None` when one is left.
///
/// The strongest meet as late as possible, and are free in the first round where seats are empty. Where a
/// game brought no winner the one before the other in the list goes on.
#[must_use]
pub fn knockout(
    field: &Field,
    players: &[usize],
    colors: ColorRule,
    rng: &mut Rng,
) -> Option<PairedRound> {
    let mut bracket = seeded_bracket(players);
    let mut note = String::new();
    while bracket.len() > 1 {
        let pairs = bracket.chunks(2).filter_map(|pair| match pair {
            [Seat::Taken(a), Seat::Taken(b)] => Some([*a, *b]),
            _ => None,
        });
        let open: Vec<_> = pairs.filter(|[a, b]| field.met(*a, *b) == 0).collect();
        if !open.is_empty() {
            let games = open.into_iter();
            let games = games
                .map(|pair| field.with_colors(pair, colors, rng))
                .collect();
            return Some(PairedRound {
                games,
                bye: None,
                note,
            });
        }
        let results = &field.results;
        let is_drawn = |pair: &[Seat]| is_drawn(results, pair);
        if note.is_empty() && bracket.chunks(2).any(is_drawn) {
            "a game without a winner: the player higher on the list goes on".clone_into(&mut note);
        }
        let pairs = bracket.chunks(2);
        bracket = pairs
            .map(|pair| next_seat(results, players, pair))
            .collect();
    }
    None
}

/// The rounds of a knockout that players came through so far: `rounds` were paired.
#[must_use]
pub fn passed_rounds(results: &Results, players: &[usize], rounds: u32) -> Vec<PassedRound> {
    let mut bracket = seeded_bracket(players);
    let mut passed = Vec::new();
    for round in 1..=rounds {
        let next: Vec<Seat> = bracket
            .chunks(2)
            .map(|pair| next_seat(results, players, pair))
            .collect();
        for (pair, seat) in bracket.chunks(2).zip(&next) {
            let Seat::Taken(player) = *seat else { continue };
            let mut others = pair.iter().filter_map(|seat| match seat {
                Seat::Taken(other) if *other != player => Some(*other),
                _ => None,
            });
            passed.push(PassedRound {
                round,
                player,
                opponent: others.next(),
            });
        }
        bracket = next;
    }
    passed
}

/// A seat of a knockout's bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seat {
    /// Nobody sits there: who sits opposite is free.
    Empty,
    /// A player by its number.
    Taken(usize),
    /// The winner of a game that is not over.
    Open,
}

/// Seats of a knockout: the first meets the last, and the first two meet in the final.
fn seeded_bracket(players: &[usize]) -> Vec<Seat> {
    let mut order = vec![0];
    while order.len() < players.len() {
        let size = order.len() * 2;
        order = order
            .iter()
            // Who meets adds up to `size - 1`, in every round in which the better ones have won.
            .flat_map(|seed| [*seed, size - 1 - seed])
            .collect();
    }
    let seats = order.into_iter().map(|seed| players.get(seed));
    seats
        .map(|player| player.map_or(Seat::Empty, |player| Seat::Taken(*player)))
        .collect()
}

/// The one of two seats that goes on. Where the game brought no winner it is the player higher on the list.
fn next_seat(results: &Results, players: &[usize], pair: &[Seat]) -> Seat {
    let (a, b) = match *pair {
        [Seat::Taken(a), Seat::Taken(b)] => (a, b),
        [Seat::Open, _] | [_, Seat::Open] => return Seat::Open,
        [Seat::Empty, other] | [other, _] => return other,
        _ => return Seat::Empty,
    };
    let Some(game) = game_between(results, a, b) else {
        return Seat::Open;
    };
    let place = |who| players.iter().position(|player| *player == who);
    let higher = if place(a) < place(b) { a } else { b };
    Seat::Taken(game.winner().unwrap_or(higher))
}

/// Returns whether two seats have met without a winner.
fn is_drawn(results: &Results, pair: &[Seat]) -> bool {
    match *pair {
        [Seat::Taken(a), Seat::Taken(b)] => {
            game_between(results, a, b).is_some_and(|game| game.winner().is_none())
        }
        _ => false,
    }
}

fn game_between(results: &Results, a: usize, b: usize) -> Option<&CountedGame> {
    results.games.iter().find(|game| game.is_between(a, b))
}
