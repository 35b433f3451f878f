//! Explanations of moves: over whole games, and at the command line.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use sgmp_board::record::{GameRecord, replay};
use sgmp_knowledge::experts::{Explanation, Hints, MoveSelector, Skill};
use tempfile::TempDir;

use crate::finished;
use crate::whole_run::sample;

/// Explains a move and looks for the next; both have to be plain lines.
fn look(selector: &mut MoveSelector, record: &GameRecord, number: usize, skill: Skill) {
    let game = replay(record, number).expect("legal moves");
    let told = Explanation::for_move_number(selector, &game, number, skill).expect("a move");
    let hints = Hints::for_position(selector, &game, game.to_move(), skill);
    assert!((1..=3).contains(&hints.moves.len()));
    for text in [told.to_string(), hints.to_string()] {
        for line in text.lines() {
            let is_plain = !line.trim().is_empty() && !line.contains(['{', '}']);
            assert!(is_plain, "{text}");
        }
    }
}

#[test]
fn every_finished_game_can_be_explained() {
    let paths = finished::paths();
    assert!(paths.len() > 200);
    let mut selector = MoveSelector::new();
    for path in sample(paths, 5) {
        let record = finished::record(&path);
        let last = record.moves().len();
        for number in [1, last / 3, last] {
            look(&mut selector, &record, number.max(1), Skill::for_level(1));
        }
    }
}

#[test]
fn some_games_are_explained_as_well_as_we_can() {
    let mut selector = MoveSelector::new();
    for path in finished::paths().iter().step_by(60) {
        let record = finished::record(path);
        for part in 1..4 {
            let number = record.moves().len() * part / 4;
            look(&mut selector, &record, number, Skill::teacher());
        }
    }
}

/// White has taken a stone with the last move but one; Black has a handicap of two.
const GAME: &str = "(;FF[4]SZ[9]KM[0.5]HA[2]AB[cg][gc]PL[W]C[a lesson];W[ee];B[ef]C[hm];W[df]\
                    ;B[de];W[ff];B[ge];W[eg];B[])";

fn written(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    fs::write(&path, text).expect("a file");
    path.to_str().expect("a plain name").to_owned()
}

/// Exit code, standard output, standard error.
fn run(words: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_sgmp-go"))
        .env("XDG_CONFIG_HOME", "/dev/null")
        .args(words)
        .output()
        .expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn explain_tells_of_a_move() {
    let folder = TempDir::new().expect("a folder");
    let file = written(&folder, "game.sgf", GAME);
    let (code, told, errors) = run(&["explain", &file, "--move", "7"]);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert!(told.contains("(O)"), "the move is marked: {told}");
    assert!(
        told.contains("Move 7. White E3, from White's side:\nWhy: "),
        "{told}"
    );
    assert!(
        told.contains("It takes Black's stone at E4 off the board."),
        "{told}"
    );
    let (_, again, _) = run(&["explain", &file, "--move", "7"]);
    assert_eq!(again, told, "chance plays no part");

    let (code, told, _) = run(&["explain", &file]);
    assert_eq!(code, Some(0));
    assert!(
        told.contains("Move 8. Black pass, from Black's side:"),
        "{told}"
    );

    let (code, told, _) = run(&[
        "explain", &file, "--move", "7", "--rules", "chinese", "--json",
    ]);
    assert_eq!(code, Some(0));
    let told: Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!(told["number"], 7);
    assert_eq!(
        (&told["color"], &told["move"]),
        (&"White".into(), &"E3".into())
    );
    assert_eq!(told["merit"], "held");
    assert!(told["reasons"][0]["sentence"].is_string(), "{told}");
    assert!(told["score"]["gain"].is_f64(), "{told}");
    for list in ["effects", "considered", "rejected", "groups"] {
        assert!(told[list].is_array(), "{list}: {told}");
    }
}

#[test]
fn what_is_not_there_is_not_explained() {
    let folder = TempDir::new().expect("a folder");
    let file = written(&folder, "game.sgf", GAME);
    for number in ["0", "9"] {
        let (code, told, errors) = run(&["explain", &file, "--move", number]);
        assert_eq!((code, told.as_str()), (Some(2), ""));
        let advice = format!("has no move {number}: give --move 1 to 8");
        assert!(errors.contains(&advice), "{errors}");
    }
    let none = written(&folder, "none.sgf", "(;SZ[9]AB[aa])");
    let (code, _, errors) = run(&["explain", &none]);
    assert_eq!(code, Some(5));
    assert!(
        errors.contains("none.sgf has no move to explain"),
        "{errors}"
    );
    let (code, _, errors) = run(&["explain", "missing.sgf"]);
    assert_eq!(code, Some(5));
    assert!(errors.contains("missing.sgf"), "{errors}");
}

#[test]
fn a_whole_record_gets_comments() {
    let folder = TempDir::new().expect("a folder");
    let file = written(&folder, "game.sgf", GAME);
    let out = folder.path().join("out.sgf");
    let name = out.to_str().expect("a plain name");
    let (code, told, errors) = run(&["explain", &file, "--sgf-comments", name]);
    assert_eq!(code, Some(0), "{errors}");
    assert_eq!(told, format!("record: {name}\n"));
    let (before, after) = (finished::record(Path::new(&file)), finished::record(&out));
    assert_eq!(before.setup(), after.setup());
    assert_eq!(before.info.comment, after.info.comment);
    for (played, known) in before.moves().iter().zip(after.moves()) {
        assert_eq!((played.color, played.mv), (known.color, known.mv));
        let comment = known.comment.as_deref().expect("a comment");
        let head = format!("{} {}, from {0}'s side:\n", played.color, played.mv);
        assert!(comment.contains(&head), "{comment}");
    }
    let second = after.moves()[1].comment.as_deref();
    assert!(
        second.is_some_and(|text| text.starts_with("hm\n\nBlack E4")),
        "{second:?}"
    );
    let (code, _, errors) = run(&["explain", &file, "--sgf-comments", name]);
    assert_eq!(code, Some(5));
    assert!(errors.contains("exists already"), "{errors}");
    assert!(!errors.contains("explaining"), "before the work: {errors}");
}

#[test]
fn hint_tells_what_to_play() {
    let folder = TempDir::new().expect("a folder");
    let file = written(&folder, "game.sgf", GAME);
    let (code, told, errors) = run(&["hint", &file, "--move", "6"]);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert!(told.contains("(X)"), "the latest move is marked: {told}");
    assert!(told.contains("White might play:\n1. "), "{told}");
    let (_, told, _) = run(&["hint", &file, "--color", "black", "--json"]);
    let told: Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!(
        (&told["moves"], &told["color"]),
        (&8.into(), &"Black".into())
    );
    let hints = told["hints"].as_array().expect("a list");
    assert!((1..=3).contains(&hints.len()), "{told}");
    assert!(hints[0]["reasons"][0]["reason"].is_string(), "{told}");
}
