//! Standings by hand.

use super::*;

/// Three players in a ring, and a fourth who lost to all.
fn ring() -> Results {
    let mut results = Results::new(4);
    for (round, winner, loser) in [
        (1, 0, 1),
        (1, 2, 3),
        (2, 1, 2),
        (2, 0, 3),
        (3, 2, 0),
        (3, 1, 3),
    ] {
        results.games.push(CountedGame::won(round, winner, loser));
    }
    results
}

fn bye(round: u32, player: usize) -> Unplayed {
    Unplayed {
        round,
        player,
        points: Points::ONE,
        kind: UnplayedKind::Bye,
    }
}

fn places(results: &Results, list: &str) -> Vec<(usize, usize)> {
    let rows = standings(results, &list.parse().unwrap()).rows;
    let ranked = rows.iter();
    ranked
        .filter_map(|row| Some((row.place?, row.player)))
        .collect()
}

#[test]
fn equal_after_all_is_equal() {
    assert_eq!(places(&ring(), "fjk"), [(1, 0), (1, 1), (1, 2), (4, 3)]);
}

#[test]
fn head_to_head_counts_only_where_one_has_beaten_all_others() {
    let mut results = ring();
    // A fourth round makes 0 and 1 equal, and 0 has beaten 1.
    results.games.push(CountedGame::won(4, 0, 2));
    results.games.push(CountedGame::won(4, 1, 3));
    assert_eq!(
        places(&results, "wins,head-to-head"),
        [(1, 0), (2, 1), (3, 2), (4, 3)]
    );
    assert_eq!(places(&ring(), "wins,head-to-head")[..2], [(1, 0), (1, 1)]);
}

#[test]
fn a_bye_is_a_win_against_nobody() {
    let mut results = Results::new(3);
    results.games.push(CountedGame::won(1, 0, 1));
    results.unplayed.push(bye(1, 2));
    let table = standings(&results, &TieBreaks::fjk());
    let row = table.row(2).unwrap();
    assert_eq!(row.values[0], Some(Points::ONE));
    assert_eq!(row.values[1], Some(Points::ZERO));
}

#[test]
fn draws_are_halves_and_halve_a_defeated_opponents_score() {
    let mut results = Results::new(2);
    results.games.push(CountedGame {
        round: 1,
        sides: [(0, Points::HALF), (1, Points::HALF)],
        handicap: None,
    });
    results.games.push(CountedGame::won(2, 0, 1));
    let table = standings(&results, &TieBreaks::fjk());
    let values: Vec<_> = table.rows[0]
        .values
        .iter()
        .flatten()
        .map(Points::to_string)
        .collect();
    assert_eq!(values, ["1.5", "1", "0.75", "0"]);
}

#[test]
fn macmahon_counts_what_the_players_began_with() {
    let mut results = ring();
    results.start = vec![Points::ZERO, Points::ZERO, Points::ZERO, Points::whole(3)];
    assert_eq!(places(&results, "macmahon")[0], (1, 3));
    assert_eq!(places(&results, "fjk")[3], (4, 3));
}

#[test]
fn lists_are_known_by_name_and_by_criteria() {
    let list: TieBreaks = "wins, SOS ,head-to-head".parse().unwrap();
    assert_eq!(list.to_string(), "wins, sos, head-to-head");
    assert!(
        "wins,luck"
            .parse::<TieBreaks>()
            .unwrap_err()
            .to_string()
            .contains("`luck`")
    );
    for (name, criteria) in TieBreaks::NAMED {
        assert_eq!(name.parse::<TieBreaks>().unwrap().criteria(), criteria);
    }
}

#[test]
fn sums_are_told_term_by_term() {
    let told = explain(&ring(), &TieBreaks::fjk(), 0);
    let sos = told
        .iter()
        .find(|told| told.criterion == Criterion::Sos)
        .unwrap();
    let terms: Vec<_> = sos
        .terms
        .iter()
        .map(|term| (term.round, term.opponent.unwrap()))
        .collect();
    assert_eq!(terms, [(1, 1), (2, 3), (3, 2)]);
    assert_eq!(sos.value, Points::whole(4));
}

/// Four players of a MacMahon tournament after two rounds: 0 gave 2 stones to 2 and won, 1 was absent with half a
/// point, 3 had a bye of half a point.
fn handicapped() -> Results {
    let mut results = Results::new(4);
    results.start = [30, 29, 27, 26].map(Points::whole).to_vec();
    results.games.push(CountedGame {
        handicap: Some(GivenHandicap { to: 2, stones: 2 }),
        ..CountedGame::won(1, 0, 2)
    });
    results.games.push(CountedGame::won(2, 0, 1));
    results.games.push(CountedGame::won(2, 3, 2));
    for (player, kind) in [(1, UnplayedKind::Away), (3, UnplayedKind::Bye)] {
        results.unplayed.push(Unplayed {
            points: Points::HALF,
            kind,
            ..bye(1, player)
        });
    }
    results
}

/// By hand: the scores are 32, 29½, 27 and 27½.
#[test]
fn who_has_no_game_counts_its_own_start_and_stones_correct_the_score() {
    let rule = "macmahon,sos,sos-1,sos-2,sosos,sodos".parse().unwrap();
    let table = standings(&handicapped(), &rule);
    let values = |player: usize| -> Vec<String> {
        let values = table.row(player).unwrap().values.iter().flatten();
        values.map(Points::to_string).collect()
    };
    // Opponents 27 + 2 and 29.5; SOS of 2 is 30 + 27.5, of 1 is 29 + 32.
    assert_eq!(values(0), ["32", "58.5", "29.5", "0", "118.5", "56.5"]);
    assert_eq!(values(1), ["29.5", "61", "32", "0", "116.5", "0"]);
    assert_eq!(values(2), ["27", "57.5", "30", "0", "111.5", "0"]);
    assert_eq!(values(3), ["27.5", "53", "27", "0", "109.5", "27"]);
    // In a Swiss system a round without a game adds nothing, and stones correct nothing.
    let table = standings(&handicapped(), &"wins,sos,sosos".parse().unwrap());
    let row = table.row(0).unwrap();
    let values: Vec<_> = row.values.iter().flatten().map(Points::to_string).collect();
    assert_eq!(values, ["2", "0.5", "5.5"]);
}

#[test]
fn points_are_read_as_they_are_written() {
    for quarters in -9..40 {
        let points = (0..i64::abs(quarters)).map(|_| Points::QUARTER).sum();
        let points = if quarters < 0 {
            Points::ZERO - points
        } else {
            points
        };
        assert_eq!(points.to_string().parse(), Ok(points));
    }
    assert_eq!("3½".parse(), Ok(Points::whole(3) + Points::HALF));
    for text in ["", "-", "--1", "+1", "1.3", "x", "1.", "99999999999"] {
        let read = text.parse::<Points>();
        assert!(read.is_err(), "{text}: {read:?}");
    }
}
