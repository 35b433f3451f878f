//! `--strict`, and the point numbers of an old library: what is said, and what is played.

use std::io::Write;
use std::process::Command;

use crate::common::{
    BadCable, Deed, Folder, Program, Speed, gnugo, ours, same_moves, sgmp_go, until,
};
use crate::tools::needs;

fn wrong_usage(words: &[&str]) -> String {
    let folder = Folder::new();
    let mut command = sgmp_go(&["--port", "pty", "--color", "black"]);
    command
        .args(["--sgf", &folder.text("ours.sgf")])
        .args(words);
    let (code, _, errors) = Program::run(&folder, "ours", &mut command);
    assert_eq!(code, 2, "{errors}");
    assert!(!folder.path("ours.journal").exists());
    errors
}

#[test]
fn legacy_9x9_is_for_9x9() {
    for words in [&["--legacy-9x9"][..], &["--legacy-9x9", "--size", "13"]] {
        let told = wrong_usage(words);
        assert!(told.contains("say --size 9, or leave it out"), "{told}");
    }
}

#[test]
fn a_strict_side_sends_nothing_again_before_its_time() {
    let told = wrong_usage(&["--strict", "--resend", "19s"]);
    assert!(told.contains("--resend has to be 20s or more"), "{told}");
    assert!(told.contains("in 20 seconds after he sends"), "{told}");
}

/// The journal comes once the port is open.
fn is_on_the_line(folder: &Folder, name: &str) {
    until("our side on the line", || {
        let journal = folder.path(&format!("{name}.journal"));
        journal.exists().then_some(())
    });
}

fn side(folder: &Folder, color: &str, port: &str, words: &[&str]) -> Command {
    let mut command = ours(folder, color, color, port);
    command.args(["--size", "9"]).args(words);
    command
}

/// Both sides of ours with these words; White writes a trace.
fn both_of_ours(folder: &Folder, words: &[&str]) -> usize {
    let line = BadCable::new(|_, _| Deed::Pass, Speed::AnyOld);
    let mut command = side(folder, "white", line.b(), words);
    command.args(["--trace", &folder.text("white.trace")]);
    let mut white = Program::start(folder, "white", &mut command);
    let mut black = Program::start(folder, "black", &mut side(folder, "black", line.a(), words));
    black.ends_with(0);
    white.ends_with(0);
    same_moves(&folder.path("black.sgf"), &folder.path("white.sgf"))
}

#[test]
fn a_match_in_the_old_librarys_numbers_and_its_trace() {
    let folder = Folder::new();
    let moves = both_of_ours(&folder, &["--legacy-9x9"]);
    assert!(moves > 20, "a whole game, not {moves} moves");
    let replay = |name: &str, words: &[&str]| {
        let sgf = folder.text(&format!("{name}.sgf"));
        let trace = folder.text("white.trace");
        let mut command = sgmp_go(&["replay", &trace, "--size", "9", "--sgf", &sgf]);
        Program::run(&folder, name, command.args(words))
    };
    for (name, words) in [
        ("replayed", &["--check"][..]),
        ("said", &["--legacy-9x9", "--check"]),
    ] {
        let (code, told, errors) = replay(name, words);
        assert_eq!(code, 0, "{told}{errors}");
        same_moves(
            &folder.path(&format!("{name}.sgf")),
            &folder.path("white.sgf"),
        );
    }
    // Without its head, and read as the protocol has it, there are points past the board.
    let trace = folder.read("white.trace");
    let lines = trace.lines().filter(|line| !line.starts_with('#'));
    let bare: String = lines.map(|line| format!("{line}\n")).collect();
    std::fs::write(folder.path("white.trace"), bare).expect("a trace");
    let (code, told, _) = replay("misread", &[]);
    assert_eq!(code, 6);
    assert!(told.contains("is past the last of a 9x9 board"), "{told}");
    let (code, _, errors) = replay("wrong", &["--legacy-9x9", "--size", "19"]);
    assert_ne!(code, 0, "{errors}");
}

#[test]
fn two_strict_sides_play_a_whole_match() {
    let folder = Folder::new();
    let moves = both_of_ours(&folder, &["--strict"]);
    assert!(moves > 20, "a whole game, not {moves} moves");
    let trace = folder.text("white.trace");
    let (code, told, errors) = Program::run(
        &folder,
        "replay",
        &mut sgmp_go(&["replay", &trace, "--size", "9"]),
    );
    assert_eq!(code, 0, "no violation: {told}{errors}");
}

#[test]
fn a_strict_side_plays_a_whole_match_with_gnugo() {
    needs!(GnuGo);
    for (our_color, its_color) in [("black", "white"), ("white", "black")] {
        let folder = Folder::new();
        let line = BadCable::new(|_, _| Deed::Pass, Speed::AnyOld);
        let mut ours = side(&folder, our_color, line.a(), &["--strict"]);
        let mut gnugo = gnugo(&folder, "gnugo", its_color, 9);
        let mut ours = Program::start(&folder, our_color, &mut ours);
        is_on_the_line(&folder, our_color);
        let _gnugo = Program::start_on(&folder, "gnugo", &mut gnugo, line.open_b());
        ours.ends_with(0);
        let record = folder.path(&format!("{our_color}.sgf"));
        same_moves(&record, &folder.path("gnugo.sgf"));
    }
}

#[test]
fn a_strict_black_names_the_sentence_against_a_question() {
    let folder = Folder::new();
    let line = BadCable::new(|_, _| Deed::Pass, Speed::AnyOld);
    let mut black = Program::start(
        &folder,
        "black",
        &mut side(&folder, "black", line.a(), &["--strict"]),
    );
    is_on_the_line(&folder, "black");
    // QUERY(9): how large is the board?
    let query = [0x03, 0xbc, 0xb0, 0x89];
    line.open_b().write_all(&query).expect("a line");
    black.says("QUERY(9) is refused: Appendix A: \"No other QUERYs are permitted");
}
