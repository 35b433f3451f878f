//! `proxy`: between two GNU Gos.

use std::process::Command;

use crate::common::{Cable, Folder, Program, Signal, gnugo, gnugo_port, same_moves, sgmp_go};

fn proxy(folder: &Folder, a: &str, b: &str, size: &str) -> Command {
    let mut command = sgmp_go(&["proxy", "--port", a, "--port", b, "--size", size]);
    command
        .args(["--baud", "115200", "--linger", "500ms"])
        .args(["--sgf", &folder.text("seen.sgf")])
        .args(["--trace", &folder.text("seen.trace")]);
    command
}

#[test]
fn two_gnugos_and_every_move_is_seen() {
    let folder = Folder::new();
    let white = gnugo_port(&folder, "white", "white", 9);
    let black = gnugo_port(&folder, "black", "black", 9);
    let (code, told, errors) =
        Program::run(&folder, "proxy", &mut proxy(&folder, &white, &black, "9"));
    // GNU Go passes a third time where the other's pass ended the game, and does nothing else
    // against the dialect.
    let third_pass = told.contains("violations: 1\n")
        && told.contains("sent after two consecutive passes ended the game");
    assert!(
        code == 0 || (code == 6 && third_pass),
        "{code}: {told}{errors}"
    );
    assert!(told.contains("  1  Black "), "{told}");
    assert!(told.contains("(two consecutive passes)"), "{told}");
    let moves = same_moves(&folder.path("seen.sgf"), &folder.path("black.sgf"));
    assert_eq!(
        moves,
        same_moves(&folder.path("seen.sgf"), &folder.path("white.sgf"))
    );
    assert!(moves > 20, "a whole game, not {moves} moves");

    let trace = folder.text("seen.trace");
    let replayed = folder.text("replayed.sgf");
    let replay = ["replay", "--size", "9", "--sgf", &replayed, &trace];
    let (again, told, errors) = Program::run(&folder, "replay", &mut sgmp_go(&replay));
    assert_eq!(again, code, "{told}{errors}");
    same_moves(&folder.path("seen.sgf"), &folder.path("replayed.sgf"));
}

/// What is no frame goes through too, and a side that goes away is told.
#[test]
fn a_line_that_breaks_leaves_a_record_for_the_judge() {
    let folder = Folder::new();
    let (left, right) = (Cable::new(), Cable::new());
    let mut command = proxy(&folder, left.a(), right.a(), "9");
    let mut proxy = Program::start(&folder, "proxy", &mut command);
    let mut white = gnugo(&folder, "white", "white", 9);
    let white = Program::start_on(&folder, "white", &mut white, right.open_b());
    let mut black = gnugo(&folder, "black", "black", 9);
    let black = Program::start_on(&folder, "black", &mut black, left.open_b());
    proxy.says("  8  White");
    drop((white, black));
    proxy.signal(Signal::INT);
    proxy.ends_with(130);
    assert!(folder.read("seen.sgf").contains("RE[?]"));
}

#[test]
fn a_program_that_ends_in_mid_game() {
    let folder = Folder::new();
    let white = gnugo_port(&folder, "white", "white", 9);
    let black = "exec:sh -c 'printf \"\\001\\241\\240\\200\"; sleep 1'";
    let (code, told, errors) =
        Program::run(&folder, "proxy", &mut proxy(&folder, &white, black, "9"));
    assert_eq!(code, 4, "{told}{errors}");
    assert!(told.contains("the line was lost: exec:sh"), "{told}");
    let trace = folder.read("seen.trace");
    assert!(trace.contains(" B->W 01:a1:a0:80 :NEWGAME"), "{trace}");
    assert!(trace.contains(" W->B "), "{trace}");
}

#[test]
fn two_ports_are_needed() {
    let folder = Folder::new();
    for words in [
        &["proxy"][..],
        &["proxy", "--port", "pty"],
        &["proxy", "--port", "pty", "--port", "-"],
        &["proxy", "--port", "pty", "--port", "pty", "--port", "pty"],
    ] {
        let mut command = sgmp_go(words);
        command.current_dir(folder.path(""));
        let (code, _, errors) = Program::run(&folder, "proxy", &mut command);
        assert_eq!(code, 2, "{words:?}: {errors}");
    }
}
