//! A position for every class of the scale.

use super::*;
use crate::analysis::Analysis;
use sgmp_board::rules::{Point, diagram};

/// The status of the group of a stone.
#[track_caller]
fn expect(status: LifeStatus, stone: &str, text: &str) {
    expect_at(8, status, stone, text);
}

/// The same at a level: at 2 nothing is searched.
#[track_caller]
fn expect_at(level: u8, status: LifeStatus, stone: &str, text: &str) {
    let board = diagram::parse(text).unwrap();
    let analysis = Analysis::new(&board, Color::Black, level);
    let info = analysis
        .group_info_at(Point::parse(stone).unwrap())
        .unwrap();
    let GroupInfo {
        eyes,
        potentials,
        running,
        race,
        ..
    } = info;
    assert_eq!(
        info.status, status,
        "{board:?}{eyes:?}\n{potentials:?}\n{running:?}\n{race:?}"
    );
}

#[test]
fn class_2_two_eyes_for_ever() {
    expect(
        LifeStatus::Unconditional,
        "A2",
        ". . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         O O O O O . . . .
         X X X X O . . . .
         . X . X O . . . .",
    );
}

#[test]
fn class_3_more_ways_than_are_needed() {
    expect(
        LifeStatus::ManyWays,
        "B4",
        ". . . . . . . . .
         . . . . . . . . .
         . . . O . . O . .
         . . . . . . . O .
         . . . . . . X X O
         . O O . . . . . .
         . X . X . . X . .
         X . . . . . . . .
         . . . . . . . . .",
    );
}

#[test]
fn class_4_four_in_a_row() {
    expect(
        LifeStatus::BarelyRoom,
        "A2",
        ". . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         O O O O O O . . .
         X X X X X O . . .
         . . . . X O . . .",
    );
}

#[test]
fn class_5_two_ways_to_the_second_eye() {
    expect(
        LifeStatus::Miai,
        "C4",
        ". . . . . . . . .
         . . . . . . . . .
         . . . X . . . . .
         . . . . . . X . .
         . . . . . . . . .
         . . X . . . X . .
         . . . . O . . . .
         . . O . . . O . .
         . . . . . . . . O",
    );
}

#[test]
fn class_6_nobody_dares_to_play() {
    let text = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        X X X X X X X . .
        O O O O O O X . .
        . X X X . O X . .";
    expect(LifeStatus::Seki, "B1", text);
    expect(LifeStatus::Seki, "A2", text);
}

#[test]
fn class_8_lives_or_runs() {
    expect(
        LifeStatus::LivesOrRuns,
        "D1",
        ". . . . . . . . .
         . . . . . . . . .
         . X . . . . . . .
         . . . X . . . . X
         . . O . . . . . X
         . . . . . . . . .
         . . . O . . . . .
         . . . . . . . . .
         . . . O . . O . .",
    );
}

#[test]
fn class_9_runs_with_an_eye() {
    expect(
        LifeStatus::RunsWithEye,
        "A1",
        ". . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         X X . . . . . . .
         . X . . O . . . .
         X X . . . . . . .",
    );
}

#[test]
fn class_10_a_stone_in_the_open() {
    expect(
        LifeStatus::Runs,
        "E5",
        ". . . . . . . . .
         . . . . . . . . .
         . . O . . . . . .
         . . . . . . . . .
         . . . . X . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
    );
}

#[test]
fn class_11_lives_or_limps() {
    expect(
        LifeStatus::LivesOrLimps,
        "B4",
        ". . . . . . . X .
         . . . . . X . . .
         . . . . O . . . X
         O . . O X . . . .
         . . O . . . . . .
         . O . . . . . . .
         . X . . . . . . .
         . . . . . . . . .
         . . O . . . . X .",
    );
}

#[test]
fn class_13_three_in_a_row() {
    expect(
        LifeStatus::LivesOrDies,
        "A2",
        ". . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         O O O O O . . . .
         X X X X O . . . .
         . . . X O . . . .",
    );
}

#[test]
fn class_13_it_would_live_but_may_be_captured() {
    expect(
        LifeStatus::WouldLive,
        "E3",
        ". . . . . . . . .
         X . . . . . . . .
         . . . . . . . . .
         . . . O . . . X .
         . . O X X . X O .
         . . X O X X O O X
         . . . O X O . O .
         X O . . O . O . .
         . . . . . . . . .",
    );
}

#[test]
fn class_14_a_running_fight() {
    expect(
        LifeStatus::RunningFight,
        "D2",
        ". . . . . . . . .
         . . . X . . . . .
         . . O . . . . . .
         . . . . X . . . .
         . . . O O X . . .
         O . . O X X . . .
         . X X O . . . . .
         . . . O . . . . .
         . . . . . . . . .",
    );
}

/// Two groups on the lowest line with so many liberties each, apart from each other: Black's from
/// A1, White's to S1.
fn race(black: usize, white: usize) -> String {
    let open = |liberties: usize, filler: &str| {
        let filled = vec![filler; 8 - liberties];
        [vec!["."; liberties], filled].concat().join(" ")
    };
    let upper = vec![[". "; 19].concat(); 16].join("\n");
    let walls = ["O "; 9].concat() + &["X "; 10].concat();
    let middle = format!("{} O X {} X", open(black, "O"), open(white, "X"));
    let lowest = ["X "; 9].concat() + &["O "; 9].concat() + "X";
    format!("{upper}\n{walls}\n{middle}\n{lowest}")
}

#[test]
fn classes_7_12_15_17_and_20_races() {
    for (black, white, ours, theirs) in [
        (8, 6, LifeStatus::WinsRace, LifeStatus::LosesRace),
        (7, 6, LifeStatus::AheadInRace, LifeStatus::BehindInRace),
        (6, 6, LifeStatus::EvenRace, LifeStatus::EvenRace),
    ] {
        expect(ours, "A1", &race(black, white));
        expect(theirs, "S1", &race(black, white));
    }
}

#[test]
fn class_16_hardly_runs() {
    expect(
        LifeStatus::HardlyRuns,
        "B7",
        "O O . . . . . . .
         . . O . X . X . .
         . O . . . . . . .
         . . . . X . . . .
         . X . . O . O . .
         . . . . . . . . .
         . . . . . . . . .
         . X . . . X . . .
         . . . . . . . . .",
    );
}

#[test]
fn class_18_one_eye_and_something_to_capture() {
    expect_at(
        2,
        LifeStatus::OneEye,
        "A2",
        ". . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . O . O . . . . .
         O X O . O . . . .
         X X X X O . . . .
         X . . X O . . . .
         X . . X O . . . .",
    );
}

#[test]
fn class_19_weak_among_the_weak() {
    expect(
        LifeStatus::WeakAmongWeak,
        "F5",
        ". . . . . . . . .
         . . . . O X X . .
         . . O O X X . O .
         . . . X O X . . .
         . . . O O X O . .
         . . X . . O . . .
         . . . . X . . . .
         . . . . . . O . .
         . . . . X . . . .",
    );
}

#[test]
fn class_21_one_eye_and_nothing_else() {
    expect(
        LifeStatus::ProbablyDead,
        "A2",
        ". . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . O . . . . .
         O O O . O . . . .
         X X X X O . . . .
         X . . X O . . . .
         X . . X O . . . .",
    );
}

#[test]
fn class_22_no_room() {
    expect(
        LifeStatus::NoRoom,
        "C4",
        "O . . . . . . . O
         O . . . . . . . O
         O O O O O O O O O
         O . O . O . O . O
         O O . . . . . O O
         O . X X X X X . O
         O O . . . . . O O
         O O O O O O O O O
         O . O . O . O . O",
    );
}

#[test]
fn class_24_smothered() {
    expect(
        LifeStatus::Smothered,
        "F5",
        ". . . . . . . . .
         . . . . . . . . .
         . . . O O O . . .
         . . O . . . O . .
         . . O . . X O . .
         . . O . . . O . .
         . . . O O O . . .
         . . . . . . . . .
         . . . . . . . . .",
    );
}

#[test]
fn class_25_captured() {
    expect(
        LifeStatus::Captured,
        "A1",
        ". . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         O . . . . . . . .
         . O . . . . . . .
         X O . . . . . . .",
    );
}

#[test]
fn class_23_is_never_seen() {
    let board = diagram::parse(&race(6, 6)).unwrap();
    let analysis = Analysis::new(&board, Color::White, 4);
    let statuses = analysis.group_infos().iter().map(|info| info.status);
    assert!(
        !statuses
            .into_iter()
            .any(|status| status == LifeStatus::Undecided)
    );
}
