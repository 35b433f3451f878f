//! Weights of playouts as a user makes them: killed, gone on with, on any number of threads, and in
//! a duel.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use sgmp_go::knowledge::PlayoutWeights;
use sgmp_go::port::pause;

fn learn(folder: &Path, words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sgmp-go"));
    command.arg("learn").args(words.split_whitespace());
    command.current_dir(folder).stdin(Stdio::null());
    command
}

fn done(command: &mut Command) -> Output {
    let output = command.output().expect("the program runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
    output
}

fn weights(path: &Path) -> Vec<f32> {
    let bytes = fs::read(path).expect("a file of weights");
    PlayoutWeights::from_bytes(&bytes).expect("weights").weights
}

#[test]
fn killed_at_any_moment_learning_goes_on_to_the_same_weights() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let games = "games --size 9 --playouts 5 --games 10 --played-out 1 --quiet --out own.games";
    done(&mut learn(folder, games));
    let fit = "playouts own.games --steps 40 --positions 8 --playouts 4 --rate 0.1 --out";
    let told = done(&mut learn(folder, &format!("{fit} whole --jobs 1")));
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    assert!(told.contains("error of owners in"), "{told}");

    let words = format!("{fit} killed --jobs 2");
    let mut seen_partial = false;
    for millis in [100, 300, 600] {
        let mut child = learn(folder, &words)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        pause(Duration::from_millis(millis));
        child.kill().expect("SIGKILL");
        child.wait().expect("gone");
        seen_partial |= folder.join("killed.partial").exists();
    }
    println!("broken off in mid-way: {seen_partial}");
    done(&mut learn(folder, &words));
    assert_eq!(
        weights(&folder.join("killed")),
        weights(&folder.join("whole"))
    );

    let duel = "duel --a-playouts whole --size 7 --playouts 10 --games 2 --quiet";
    let told = done(&mut learn(folder, duel));
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    assert!(told.contains("of 2 games"), "{told}");
}

#[test]
fn what_is_no_weights_is_refused_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    fs::write(folder.join("junk"), "junk").expect("a file");
    let output = learn(folder, "duel --b-playouts junk --games 2")
        .output()
        .expect("it runs");
    assert!(!output.status.success());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        errors.contains("junk: these are no playout weights"),
        "{errors}"
    );
}
