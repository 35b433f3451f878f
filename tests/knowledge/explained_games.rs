//! Explanations of moves of `fixtures/explained`: what is gained stands first, and nothing is said that the board or the
//! judge contradicts.

use std::path::Path;

use sgmp_board::record::replay;
use sgmp_engine::engine::{JudgeEffort, NetChoice, SearchJudge};
use sgmp_knowledge::experts::Teacher;

use crate::finished;

fn told(game: &str, number: usize) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/explained");
    let record = finished::record(&folder.join(format!("{game}.sgf")));
    let game = replay(&record, number).expect("legal moves");
    let judge = SearchJudge::new(NetChoice::embedded(), JudgeEffort::ONE_POSITION);
    let explained = Teacher::new(Some(Box::new(judge))).explain(&game, number);
    explained.expect("a move").to_string()
}

#[test]
fn stones_that_a_move_saves_or_kills_are_its_first_reason() {
    for (game, number, first) in [
        (
            "gnu-2",
            80,
            "\nWhy: K10 saves White's 2 stones at K9: without it they are lost.",
        ),
        (
            "level6-1",
            227,
            "\nWhy N18: N18 kills White's 8 stones at O17: after K17 they live.",
        ),
        (
            "search-0",
            248,
            "\nWhy H3: H3 saves White's 17 stones at F1: after L15 they are lost.",
        ),
        (
            "beginner-2",
            49,
            "\nWhy C7: C7 saves Black's 3 stones at D7: after C8 they are lost.",
        ),
    ] {
        let text = told(game, number);
        assert!(text.contains(first), "{game} {number}: {text}");
    }
}

#[test]
fn stones_beside_a_move_are_named_though_their_fate_stays_open() {
    for (game, number, sentence) in [
        (
            "gnu-0",
            26,
            "\nWhy D9: D9 makes White's 2 stones at E10 stronger, which are not safe yet: after H11 Black would play G10 there.",
        ),
        (
            "gnu-1",
            16,
            "\n  L6 (about as good): L6 puts Black's 4 stones at M9 in danger: without it they are safe.",
        ),
        (
            "gnu-1",
            80,
            "\nWhy: C4 gains little: White's stone at C4 is lost, if both sides play well.",
        ),
        (
            "gnu-1",
            99,
            "C7 closes the net around White's 7 stones at B7.",
        ),
        ("beginner-2", 19, "F4 puts White's stone at F5 in atari."),
        (
            "search-1",
            187,
            "\nWhy: N7 gives Black's 26 stones at N6 a chance: without it they are lost.",
        ),
    ] {
        let text = told(game, number);
        assert!(text.contains(sentence), "{game} {number}: {text}");
    }
}

#[test]
fn what_the_board_or_the_judge_contradicts_is_not_said() {
    for (game, number, wrong) in [
        // It is only in atari.
        ("gnu-0", 66, "takes Black's stone at K5"),
        // Half of the board is open.
        ("level6-1", 89, "last points"),
        // A move is left that gains points.
        ("beginner-0", 41, "No move gains anything"),
        // The stone touches no friend.
        ("level6-1", 208, "They have peeped"),
        // Nothing of theirs is there.
        ("beginner-2", 22, "goes into their side"),
        // It turns stones and puts others in atari.
        ("level6-2", 285, "changes little"),
        // A wall stands between.
        ("gnu-0", 42, "F5 in the middle"),
        // The next move takes them, and not the threat.
        ("gnu-1", 106, "the points around J9"),
        // The stones live in any case.
        ("search-1", 252, "P15 live"),
        // The stone has the whole side.
        ("beginner-1", 3, "no base"),
        // The last stone is no hane.
        ("beginner-0", 13, "They play hane"),
    ] {
        let text = told(game, number);
        assert!(!text.contains(wrong), "{game} {number}: {text}");
    }
}
