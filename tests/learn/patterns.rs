//! Weights of shapes: from both kinds of games, killed, gone on with, and asked.

use std::fs;

use sgmp_knowledge::move_weights::{FeatureFamily, MoveWeights};

use super::common::Folder;

/// All but the note, which has the time.
fn weights(folder: &Folder, name: &str) -> MoveWeights {
    let bytes = fs::read(folder.path(name)).expect("a file of weights");
    let mut weights = MoveWeights::from_bytes(&bytes).expect("weights");
    weights.note.clear();
    weights
}

#[test]
fn killed_at_any_moment_a_fit_goes_on_to_the_same_weights() {
    let folder = Folder::new();
    folder.done("games --size 9 --playouts 5 --games 40 --quiet --out own.games");
    folder.done("games --out own.games --export sgf");
    let fit = "patterns own.games --held-out 5 --sweeps 12 --least 4 --decided 0 --out";
    let told = folder.done(&format!("{fit} whole --jobs 1")).out;
    assert!(told.contains("evidence  top 1"), "{told}");

    let words = format!("{fit} killed --jobs 2");
    let mut seen_partial = false;
    for millis in [30, 80, 150, 250, 400] {
        folder.killed_after(&words, millis);
        seen_partial |= folder.path("killed.partial").exists();
    }
    println!("broken off in mid-fit: {seen_partial}");
    folder.done(&words);
    assert!(!folder.path("killed.partial").exists());
    let whole = weights(&folder, "whole");
    assert!(whole == weights(&folder, "killed"));

    // Records hold every move, what was drawn by lot too; the games are the same.
    let words = "patterns sgf --held-out 5 --sweeps 2 --least 4 --out records";
    let told = folder.done(words).errors;
    assert!(told.contains(" games teach "), "{told}");
    folder.done("patterns sgf --sweeps 2 --least 4 --without line,last --out bare");
    let bare = weights(&folder, "bare").levels;
    for group in [
        FeatureFamily::Line,
        FeatureFamily::Last,
        FeatureFamily::Before,
    ] {
        let knows = bare[group as usize].iter().any(|weight| *weight != 0.0);
        assert_eq!(knows, group == FeatureFamily::Before, "{group:?}");
    }
    folder.done("duel --a-patterns whole --size 7 --playouts 80 --games 2 --quiet");
    let asked = "predict whole own.games --jobs 1 --decided 0";
    let told = folder.done(asked).out;
    assert!(told.contains("microseconds a position"), "{told}");
}

#[test]
fn what_teaches_nothing_is_refused() {
    let folder = Folder::new();
    folder.write("a.games", "no games");
    folder.write("a.sgf", "(;SZ[9])");
    let groups = "possible values: capture, escape, self-atari";
    folder.refuses(&[
        (
            "patterns a.games --out w",
            5,
            "is no file of training games",
        ),
        ("patterns missing --out w", 5, "cannot read missing"),
        ("patterns a.sgf --out w", 2, "these games teach nothing"),
        ("patterns a.sgf --without tactics --out w", 2, groups),
        ("predict a.games a.sgf", 5, "no pattern weights"),
    ]);
}
