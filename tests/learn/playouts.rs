//! Weights of playouts: killed, gone on with, on any number of threads, and in a duel.

use std::fs;

use sgmp_engine::search::PlayoutWeights;

use super::common::Folder;

fn weights(folder: &Folder, name: &str) -> Vec<f32> {
    let bytes = fs::read(folder.path(name)).expect("a file of weights");
    PlayoutWeights::from_bytes(&bytes).expect("weights").weights
}

#[test]
fn killed_at_any_moment_learning_goes_on_to_the_same_weights() {
    let folder = Folder::new();
    folder.done("games --size 9 --playouts 5 --games 10 --played-out 1 --quiet --out own.games");
    let fit = "playouts own.games --steps 40 --positions 8 --playouts 4 --rate 0.1 --out";
    let told = folder.done(&format!("{fit} whole --jobs 1")).out;
    assert!(told.contains("error of owners in"), "{told}");

    let words = format!("{fit} killed --jobs 2");
    let mut seen_partial = false;
    for millis in [100, 300, 600] {
        folder.killed_after(&words, millis);
        seen_partial |= folder.path("killed.partial").exists();
    }
    println!("broken off in mid-way: {seen_partial}");
    folder.done(&words);
    assert_eq!(weights(&folder, "killed"), weights(&folder, "whole"));

    let told = folder.done("duel --a-playouts whole --size 7 --playouts 10 --games 2 --quiet");
    assert!(told.out.contains("of 2 games"), "{}", told.out);
}

#[test]
fn what_is_no_weights_is_refused_by_name() {
    let folder = Folder::new();
    folder.write("junk", "junk");
    let heard = folder.heard("duel --b-playouts junk --games 2");
    assert_ne!(heard.code, 0);
    let named = heard.errors.contains("junk: these are no playout weights");
    assert!(named, "{}", heard.errors);
}
