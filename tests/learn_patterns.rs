//! Weights as a user makes them: from both kinds of games, killed, gone on with, and asked.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use sgmp_go::knowledge::{Group, PatternWeights};
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

/// All but the note, which has the time.
fn weights(path: &Path) -> PatternWeights {
    let bytes = fs::read(path).expect("a file of weights");
    let mut weights = PatternWeights::from_bytes(&bytes).expect("weights");
    weights.note.clear();
    weights
}

#[test]
fn killed_at_any_moment_a_fit_goes_on_to_the_same_weights() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let games = "games --size 9 --playouts 5 --games 40 --quiet --out own.games";
    done(&mut learn(folder, games));
    done(&mut learn(folder, "games --out own.games --export sgf"));
    let fit =
        "patterns own.games --held-out 5 --sweeps 12 --least 4 --decided 0 --playouts 5 --out";
    let told = done(&mut learn(folder, &format!("{fit} whole --jobs 1")));
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    assert!(told.contains("evidence  top 1"), "{told}");

    let words = format!("{fit} killed --jobs 2");
    let mut seen_partial = false;
    for millis in [30, 80, 150, 250, 400] {
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
    println!("broken off in mid-fit: {seen_partial}");
    done(&mut learn(folder, &words));
    assert!(!folder.join("killed.partial").exists());
    let whole = weights(&folder.join("whole"));
    assert!(whole == weights(&folder.join("killed")));
    let owners = whole.levels[Group::Owner as usize];
    assert!(owners[9] != owners[1], "{owners:?}");

    // Records hold every move, what was drawn by lot too; the games are the same.
    let words = "patterns sgf --held-out 5 --sweeps 2 --least 4 --playouts 0 --out records";
    let told = done(&mut learn(folder, words));
    assert!(String::from_utf8_lossy(&told.stderr).contains(" games teach "));
    let owners = weights(&folder.join("records")).levels[Group::Owner as usize];
    assert!(owners.iter().all(|weight| *weight == 0.0), "{owners:?}");
    let words = "patterns sgf --sweeps 2 --least 4 --playouts 0 --without line,last --out bare";
    done(&mut learn(folder, words));
    let bare = weights(&folder.join("bare")).levels;
    for group in [Group::Line, Group::Last, Group::Before] {
        let knows = bare[group as usize].iter().any(|weight| *weight != 0.0);
        assert_eq!(knows, group == Group::Before, "{group:?}");
    }
    let duel = "duel --a-patterns whole --size 7 --playouts 80 --games 2 --quiet";
    done(&mut learn(folder, duel));
    let told = done(&mut learn(
        folder,
        "predict whole own.games --jobs 1 --decided 0 --playouts 5",
    ));
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    assert!(told.contains("microseconds a position"), "{told}");
}

#[test]
fn what_teaches_nothing_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    fs::write(folder.join("a.games"), "no games").expect("a file");
    fs::write(folder.join("a.sgf"), "(;SZ[9])").expect("a file");
    for (words, code, told) in [
        (
            "patterns a.games --out w",
            5,
            "is no file of training games",
        ),
        ("patterns missing --out w", 5, "cannot read missing"),
        ("patterns a.sgf --out w", 2, "these games teach nothing"),
        (
            "patterns a.sgf --without tactics --out w",
            2,
            "possible values: capture, escape, self-atari",
        ),
        ("predict a.games a.sgf", 5, "no pattern weights"),
    ] {
        let output = learn(folder, words).output().expect("it runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{words}: {errors}");
        assert!(errors.contains(told), "{words}: {errors}");
    }
}
