//! Random events: no repeat in the first half, one bye each, colors in balance.

use super::super::standings::{CountedGame, Points};
use super::*;
use sgmp_board::rng::Rng;

fn swiss(colors: ColorRule, rounds_left: u32) -> SwissRules {
    SwissRules {
        colors,
        seeding: Seeding::Slide,
        rounds_left,
    }
}

/// Gives every game of a round a winner.
fn play(field: &mut Field, number: u32, round: &PairedRound, rng: &mut Rng) {
    field.note_round(number, round);
    for game in &round.games {
        let (winner, loser) = if rng.below(3) == 0 {
            (game.white, game.black)
        } else {
            (game.black.min(game.white), game.black.max(game.white))
        };
        field
            .results
            .games
            .push(CountedGame::won(number, winner, loser));
    }
}

/// Number of byes of a player.
fn byes(field: &Field, player: usize) -> usize {
    let byes = field.results.byes();
    byes.filter(|bye| bye.player == player).count()
}

fn is_repeat(field: &Field, round: &PairedRound) -> bool {
    let met = round
        .games
        .iter()
        .any(|game| field.met(game.black, game.white) > 0);
    met || round.bye.is_some_and(|player| byes(field, player) > 0)
}

#[test]
fn all_rounds_of_a_round_robin_can_be_paired_by_swiss_without_a_repeat() {
    for n in (2..=17).chain([24, 31, 40]) {
        for seed in 0..if n < 12 { 8 } else { 2 } {
            let rng = Rng::from_seed(seed);
            let mut field = Field::new(n);
            let present: Vec<_> = (0..n).collect();
            let rounds = round_robin_rounds(n);
            for number in 1..=rounds {
                let lots = rng.split(&format!("round {number}"));
                let rules = swiss(ColorRule::Balanced, rounds - number);
                let round = pair_swiss(&field, &present, rules, &lots);
                assert_eq!(round.games.len(), n / 2);
                assert_eq!(round.bye.is_some(), n % 2 == 1);
                assert!(
                    !is_repeat(&field, &round),
                    "{n} players, round {number}, seed {seed}"
                );
                play(&mut field, number, &round, &mut lots.split("results"));
            }
        }
    }
}

#[test]
fn colors_stay_in_balance_in_the_first_half() {
    for n in 2..=40 {
        let rng = Rng::from_seed(n as u64);
        let mut field = Field::new(n);
        let present: Vec<_> = (0..n).collect();
        for number in 1..=(n as u32 / 2).min(10) {
            let lots = rng.split(&format!("round {number}"));
            let round = pair_swiss(&field, &present, swiss(ColorRule::Balanced, 0), &lots);
            play(&mut field, number, &round, &mut lots.split("results"));
            for player in 0..n {
                assert!(
                    field.imbalance(player).abs() <= 2,
                    "{n} players, round {number}"
                );
            }
        }
    }
}

#[test]
fn absences_late_entries_and_withdrawals_repeat_nothing_in_the_first_half() {
    for seed in 0..60 {
        let mut rng = Rng::from_seed(seed);
        let n = 2 + rng.below(63) as usize;
        let mut field = Field::new(n);
        let mut gone = vec![false; n];
        for number in 1..=8 {
            for gone in &mut gone {
                *gone |= rng.below(30) == 0;
            }
            // The last fifth enters in the third round.
            let is_in = |player: usize| number >= 3 || player < n - n / 5;
            let present: Vec<_> = (0..n)
                .filter(|player| !gone[*player] && is_in(*player) && rng.below(12) > 0)
                .collect();
            let round = pair_swiss(&field, &present, swiss(ColorRule::Nigiri, 0), &rng);
            let mut seen: Vec<_> = round
                .games
                .iter()
                .flat_map(|game| [game.black, game.white])
                .collect();
            seen.extend(round.bye);
            seen.sort_unstable();
            assert_eq!(seen, present, "everybody who is there, once");
            if number as usize <= present.len() / 2 {
                assert!(!is_repeat(&field, &round), "seed {seed}, round {number}");
            }
            play(&mut field, number, &round, &mut rng);
        }
    }
}

#[test]
fn the_bye_goes_to_the_lowest_who_had_none() {
    let mut field = Field::new(5);
    let present = [0, 1, 2, 3, 4];
    for number in 1..=3 {
        let round = pair_swiss(
            &field,
            &present,
            swiss(ColorRule::Nigiri, 0),
            &Rng::from_seed(3),
        );
        let bye = round.bye.unwrap();
        let lowest = (0..5).filter(|player| byes(&field, *player) == 0);
        let lowest = lowest.map(|player| field.score(player)).min().unwrap();
        assert_eq!(
            (byes(&field, bye), field.score(bye)),
            (0, lowest),
            "round {number}"
        );
        field.note_round(number, &round);
        for game in &round.games {
            let (winner, loser) = (game.black.min(game.white), game.black.max(game.white));
            field
                .results
                .games
                .push(CountedGame::won(number, winner, loser));
        }
    }
}

#[test]
fn what_a_pair_costs_is_told() {
    let mut field = Field::new(4);
    field.note_round(
        1,
        &PairedRound {
            games: vec![PairedGame::even(0, 2), PairedGame::even(1, 3)],
            ..PairedRound::default()
        },
    );
    field.results.games.push(CountedGame::won(1, 0, 2));
    field.results.games.push(CountedGame::won(1, 1, 3));
    let rng = Rng::from_seed(1);
    let present = [0, 1, 2, 3];
    let cost = |wish| swiss_cost(&field, &present, swiss(ColorRule::Nigiri, 0), wish, &rng);
    let level = |costs: &[LevelCost], level| costs.iter().find(|(l, _)| *l == level).unwrap().1;
    let (best, pairs) = cost(None);
    assert_eq!(pairs, [[0, 1], [2, 3]]);
    assert_eq!(level(&best, CostLevel::ScoreDifference), 0);
    let (forbidden, _) = cost(Some(ColorNeed::Forbidden([0, 1])));
    assert_eq!(level(&forbidden, CostLevel::ScoreDifference), 8);
    let (forced, pairs) = cost(Some(ColorNeed::Forced([0, 2])));
    assert_eq!((level(&forced, CostLevel::Repeats), pairs.len()), (2, 2));
    assert_eq!(level(&forced, CostLevel::Asked), 0);
}

#[test]
fn round_robins_meet_all_and_balance_colors() {
    let lots = Rng::from_seed(5);
    for n in 2..=16 {
        let players: Vec<_> = (0..n).collect();
        let rounds = round_robin_rounds(n);
        for colors in [ColorRule::Balanced, ColorRule::Nigiri] {
            let mut field = Field::new(n);
            for round in 1..=2 * rounds {
                field.note_round(round, &round_robin(&players, round, colors, &lots));
                if round == rounds && colors == ColorRule::Balanced {
                    assert!(
                        (0..n).all(|player| field.imbalance(player).abs() <= 1),
                        "{n}"
                    );
                }
            }
            for (a, b) in (0..n).flat_map(|a| (0..a).map(move |b| (a, b))) {
                assert_eq!(field.met(a, b), 2);
            }
            // The second cycle is the first with colors reversed.
            assert!((0..n).all(|player| field.imbalance(player) == 0));
        }
    }
}

#[test]
fn knockouts_leave_one() {
    for n in 2..=33 {
        let players: Vec<_> = (0..n).collect();
        let mut field = Field::new(n);
        let mut rng = Rng::from_seed(2);
        let mut games = 0;
        let mut number = 0;
        while let Some(round) = knockout(&field, &players, ColorRule::Nigiri, &mut rng) {
            number += 1;
            games += round.games.len();
            field.note_round(number, &round);
            for game in &round.games {
                let (winner, loser) = (game.black.min(game.white), game.black.max(game.white));
                field
                    .results
                    .games
                    .push(CountedGame::won(number, winner, loser));
            }
        }
        assert_eq!(games, n - 1, "{n} players");
        assert_eq!(field.met(0, 1), 1, "the first two meet, in the final");
    }
}

#[test]
fn a_gauntlet_is_one_against_all() {
    let round = gauntlet(&[3, 1, 2], 2);
    let pairs: Vec<_> = round
        .games
        .iter()
        .map(|game| (game.black, game.white))
        .collect();
    assert_eq!(pairs, [(1, 3), (2, 3)]);
}

#[test]
fn clubs_are_kept_apart_where_that_can_be() {
    for seed in 0..40 {
        let mut rng = Rng::from_seed(seed);
        let n = 4 + 2 * rng.below(6) as usize;
        let mut field = Field::new(n);
        field.results.start = (0..n)
            .map(|_| Points::whole(i64::from(rng.below(4))))
            .collect();
        let club = |player: usize| Some(player % 3);
        field.kin = (0..n)
            .map(|player| Kin {
                club: club(player),
                country: None,
            })
            .collect();
        let present: Vec<_> = (0..n).collect();
        let round = pair_swiss(&field, &present, swiss(ColorRule::Balanced, 0), &rng);
        // Three clubs of a third each: everybody can meet somebody of another.
        let is_apart = |game: &PairedGame| club(game.black) != club(game.white);
        assert!(round.games.iter().all(is_apart), "{n} players: {round:?}");
        field.kin.clear();
        let free = pair_swiss(&field, &present, swiss(ColorRule::Balanced, 0), &rng);
        assert_eq!(free.games.len(), n / 2);
    }
}

#[test]
fn a_handicap_gives_the_weaker_black_and_no_color_is_owed_for_it() {
    let mut field = Field::new(2);
    field.handicap = Some(HandicapRule {
        basis: HandicapBasis::Rank,
        correction: -1,
        maximum: 9,
        bar: None,
    });
    field.ranks = [Points::whole(20), Points::whole(24)].to_vec();
    let rules = swiss(ColorRule::Balanced, 0);
    for round in 1..=4 {
        let paired = pair_swiss(&field, &[0, 1], rules, &Rng::from_seed(round));
        let right = PairedGame {
            handicap: 3,
            ..PairedGame::even(0, 1)
        };
        assert_eq!(paired.games, [right]);
        field.note_round(round as u32, &paired);
    }
    assert!(field.colors.iter().all(Vec::is_empty));
    field.ranks = vec![Points::whole(24); 2];
    assert_eq!(field.stones(0, 1), 0);
}
