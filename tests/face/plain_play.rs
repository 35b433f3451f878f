//! `play` line by line, as a screen reader or a script sees it.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::piped::run;

/// Plays with these options and lines, with the archive in a folder of its own.
fn play(archive: &Path, options: &[&str], lines: &str) -> Output {
    run(archive, &[&["play"], options].concat(), lines)
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn records(archive: &Path) -> Vec<String> {
    let folder = archive.join("sgmp-go/games");
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| fs::read_to_string(entry.path()).expect("a record"))
        .collect()
}

#[test]
fn a_game_for_two_is_played_counted_and_kept() {
    let archive = tempfile::tempdir().unwrap();
    let lines = "C3\nC3\nB3\nC4\nB4\nC5\nB5\nC2\nB2\nC1\nB1\npass\npass\nboard\naccept\n";
    let output = play(
        archive.path(),
        &["--size", "5", "--computer", "none"],
        lines,
    );
    let told = text(&output);
    assert!(output.status.success(), "{told}");
    for sentence in [
        "A game on 5x5. Black: a player here, White: a player here. Komi 5.5, Japanese rules.",
        "Not done: C3 is illegal: ",
        "White plays B3.",
        "Both have passed: the game is counted.",
        "No stones are dead.",
        "White: 5 surrounded, 0 captured, 0 dead stones of the other side: 5 points, and komi 5.5: 10.5 in all",
        "White wins by 0.5 points (W+0.5).",
        "The record: ",
    ] {
        assert!(
            told.contains(sentence),
            "{sentence:?} is missing in\n{told}"
        );
    }
    let kept = records(archive.path());
    assert_eq!(kept.len(), 1);
    assert!(kept[0].contains("RE[W+0.5]"), "{}", kept[0]);
}

#[test]
fn a_game_against_the_computer_goes_on_after_it_was_left() {
    let archive = tempfile::tempdir().unwrap();
    let options = [
        "--size", "7", "--level", "1", "--seed", "3", "--name", "Ada",
    ];
    let told = text(&play(
        archive.path(),
        &options,
        "D4\nundo\nC4\nlast\nquit\n",
    ));
    assert!(told.contains("You are Black."), "{told}");
    assert!(
        told.contains("2 moves are taken back; Black is to move."),
        "{told}"
    );
    assert!(told.contains("go on with: sgmp-go play --resume"), "{told}");

    let told = text(&play(archive.path(), &["--resume"], "row 4\nresign\nyes\n"));
    assert!(
        told.contains("Black: Ada, White: the computer, level 1, about 21 kyu."),
        "{told}"
    );
    assert!(told.contains("2 moves were made."), "{told}");
    assert!(
        told.contains("Row 4: ") && told.contains("C4 Black"),
        "{told}"
    );
    assert!(told.contains("Black resigns: White wins (W+R"), "{told}");
    let kept = records(archive.path());
    assert_eq!(kept.len(), 1, "one game, one record");

    let again = play(archive.path(), &["--resume"], "");
    assert_eq!(again.status.code(), Some(5));
    let why = String::from_utf8(again.stderr).unwrap();
    assert!(why.contains("no unfinished game in "), "{why}");
}

#[test]
fn questions_are_answered_before_the_next_line() {
    let archive = tempfile::tempdir().unwrap();
    let lines = "E5\ngroup E5\nhint\nclock\nfoo\nterritory\ncurve\nrow 12\n";
    let options = [
        "--size", "9", "--level", "0", "--seed", "1", "--net", "none",
    ];
    let told = text(&play(archive.path(), &options, lines));
    let place = |sentence: &str| {
        let place = told.find(sentence);
        place.unwrap_or_else(|| panic!("{sentence:?} is missing in\n{told}"))
    };
    assert!(place("Black's stone at E5 has ") < place("Black might play:"));
    assert!(place("Black might play:") < place("This game has no clocks."));
    place("Not done: \"foo\" is not known here");
    place("Captured so far: Black 0, White 0.");
    place("Now: Black's chance is ");
    place("Not done: the board has rows 1 to 9");
}

#[test]
fn without_words_and_without_a_terminal_it_says_what_it_can_do() {
    let output = Command::new(env!("CARGO_BIN_EXE_sgmp-go"))
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        told.contains("sgmp-go play") && told.contains("--port /dev/ttyS0"),
        "{told}"
    );
}

/// A killed program leaves the record of all its moves.
#[cfg(unix)]
#[test]
fn kill_9_loses_no_move() {
    use std::io::{BufRead, BufReader};

    let archive = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_sgmp-go"))
        .args(["play", "--size", "7", "--computer", "none"])
        .env("XDG_DATA_HOME", archive.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"D4\nC3\nE5\n").unwrap();
    let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let told = lines.map(|line| line.expect("UTF-8"));
    assert!(
        told.into_iter()
            .any(|line| line.contains("Black plays E5."))
    );
    child.kill().expect("it runs");
    let _status = child.wait().expect("it ends");
    let kept = records(archive.path());
    assert!(
        kept[0].contains(";B[dd]") && kept[0].contains(";B[ec]"),
        "{}",
        kept[0]
    );
    drop(input);
    let told = text(&play(archive.path(), &["--resume"], "last\n"));
    assert!(told.contains("Move 3: Black played E5."), "{told}");
}

#[test]
fn hints_and_coordinates_are_switched_off_and_words_explained() {
    let archive = tempfile::tempdir().unwrap();
    let lines =
        "hint\nwhy not C3\nhelp komi\natari\nhelp sphere\nboard\nresign\nresign\nreview\nquit\n";
    let options = [
        "--size",
        "5",
        "--computer",
        "none",
        "--no-hints",
        "--no-coordinates",
    ];
    let told = text(&play(archive.path(), &options, lines));
    for sentence in [
        "Hints are off: Settings on the first page",
        "Komi: points that White has for moving second.",
        "Atari: a string with one liberty left",
        "\"sphere\" is not explained here. These words are: atari, ",
    ] {
        assert!(
            told.contains(sentence),
            "{sentence:?} is missing in\n{told}"
        );
    }
    assert!(!told.contains("A B C D E"), "{told}");
    assert_eq!(told.matches("Hints are off").count(), 2, "{told}");
}
