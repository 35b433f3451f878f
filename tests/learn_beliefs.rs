//! Beliefs of groups and points as a user makes them.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use sgmp_go::analysis::Beliefs;

fn learn(folder: &Path, words: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sgmp-go"));
    command.arg("learn").args(words.split_whitespace());
    command.current_dir(folder).stdin(Stdio::null());
    command.output().expect("the program runs")
}

fn done(folder: &Path, words: &str) -> String {
    let output = learn(folder, words);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words}: {errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The file of beliefs, of which the weights are the same on one thread and on two.
fn done_alike(folder: &Path, words: &str) -> String {
    let made = ["one --jobs 1", "two --jobs 2"].map(|out| {
        done(folder, &format!("{words} {out}"));
        fs::read_to_string(folder.join(&out[..3])).expect("a file of beliefs")
    });
    let [one, two] = made.each_ref().map(|text| Beliefs::from_text(text));
    assert_ne!(one, Ok(Beliefs::default()));
    assert_eq!(one, two);
    let [one, _] = made;
    one
}

#[test]
fn games_make_the_same_beliefs_on_any_number_of_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    done(
        folder,
        "games --size 9 --playouts 5 --games 10 --played-out 1 --quiet --out own.games",
    );
    let fit = "beliefs own.games --rounds 1 --steps 40 --held-out 3 --quiet --out";
    let told = done(folder, &format!("{fit} told"));
    assert!(told.contains("of games held out"), "{told}");
    assert!(told.contains("after:  owners of points 0."), "{told}");
    let one = done_alike(folder, fit);
    assert!(one.contains("learn beliefs own.games"), "{one}");
}

#[test]
fn a_search_tells_owners_in_games_however_they_ended() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let record = "(;GM[1]SZ[9];B[ee];W[cc];B[gc];W[cg];B[gg];W[ec];B[ce];W[ge];B[eg])";
    fs::write(folder.join("a.sgf"), record).expect("a file");
    let words =
        "beliefs a.sgf --searched 30 --each 3 --rounds 1 --steps 20 --held-out 0 --quiet --out";
    let one = done_alike(folder, words);
    assert!(one.contains("# 3 positions of 1 games"), "{one}");
}

#[test]
fn what_teaches_nothing_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    fs::write(folder.join("a.games"), "no games").expect("a file");
    fs::write(folder.join("a.sgf"), "(;SZ[9];B[aa])").expect("a file");
    for (words, code, told) in [
        ("beliefs a.games --out b", 5, "is no file of training games"),
        (
            "beliefs a.sgf --out b",
            2,
            "no game here was played to its end",
        ),
        (
            "beliefs a.sgf --searched 9 --held-out 1 --out b",
            2,
            "--held-out keeps them all back",
        ),
    ] {
        let output = learn(folder, words);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{words}: {errors}");
        assert!(errors.contains(told), "{words}: {errors}");
        assert!(!folder.join("b").exists());
    }
}
