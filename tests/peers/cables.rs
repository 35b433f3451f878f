//! Matches between two processes of ours over every kind of cable.

use std::process::Command;

use crate::common::{Folder, Program, Socat, as_shell_words, ours, same_moves, until};
use crate::tools::needs;

/// A small board keeps these short: what is under test is the line.
fn small(folder: &Folder, name: &str, color: &str, port: &str) -> Command {
    let mut command = ours(folder, name, color, port);
    command.args(["--size", "5", "--komi", "0.5"]);
    command
}

/// Both ended, and both hold the same game and the same result.
fn agree(folder: &Folder, black: &mut Program, white: &mut Program) {
    black.ends_with(0);
    white.ends_with(0);
    let moves = same_moves(&folder.path("black.sgf"), &folder.path("white.sgf"));
    assert!(moves > 4, "a whole game, not {moves} moves");
}

#[test]
fn a_serial_cable_of_socats() {
    needs!(Socat);
    let folder = Folder::new();
    let cable = Socat::lay(&folder, "A", "B");
    // White first: what Black sends before somebody listens is sent again 20 s later.
    let names = |command: &mut Command, ours, theirs| {
        command.args(["--name", ours, "--opponent", theirs]);
    };
    let mut command = small(&folder, "white", "white", &folder.text("B"));
    names(&mut command, "Shiro", "Kuro");
    let mut white = Program::start(&folder, "white", &mut command);
    until("White on the line", || {
        folder.path("white.journal").exists().then_some(())
    });
    let mut command = small(&folder, "black", "black", &folder.text("A"));
    names(&mut command, "Kuro", "Shiro");
    let mut black = Program::start(&folder, "black", &mut command);
    agree(&folder, &mut black, &mut white);
    assert_eq!(
        folder.read("black.sgf"),
        folder.read("white.sgf"),
        "the records, byte for byte"
    );
    cable.pull();
}

#[test]
fn a_pty_whose_path_is_announced() {
    let folder = Folder::new();
    let mut black = Program::start(
        &folder,
        "black",
        &mut small(&folder, "black", "black", "pty"),
    );
    let slave = black.word_after("the other side opens ");
    let mut white = Program::start(
        &folder,
        "white",
        &mut small(&folder, "white", "white", &slave),
    );
    agree(&folder, &mut black, &mut white);
}

#[test]
fn tcp_from_both_sides() {
    let folder = Folder::new();
    let mut command = small(&folder, "white", "white", "tcp-listen:0");
    let mut white = Program::start(&folder, "white", &mut command);
    let address = white.word_after("the other side connects to ");
    let port = format!("tcp:{address}");
    let mut black = Program::start(
        &folder,
        "black",
        &mut small(&folder, "black", "black", &port),
    );
    agree(&folder, &mut black, &mut white);
}

/// As cgoban starts a program: we are the child, on a raw pty, and speak on our standard input
/// and output.
#[test]
fn standard_input_and_output_under_another_of_ours() {
    let folder = Folder::new();
    let child = small(&folder, "white", "white", "-");
    let port = format!("exec:{}", as_shell_words(&child));
    let mut black = Program::start(
        &folder,
        "black",
        &mut small(&folder, "black", "black", &port),
    );
    black.ends_with(0);
    let moves = same_moves(&folder.path("black.sgf"), &folder.path("white.sgf"));
    assert!(moves > 4, "a whole game, not {moves} moves");
}

/// Pipes on both standard streams, and the other side on the other end of them.
#[test]
fn standard_input_and_output_on_pipes() {
    needs!(Socat);
    let folder = Folder::new();
    let mut command = Command::new("socat");
    let words = as_shell_words(&small(&folder, "white", "white", "-"));
    let script = folder.path("white.sh");
    std::fs::write(&script, format!("exec {words}\n")).expect("a script");
    let ends = [
        format!("EXEC:sh {},pipes", script.display()),
        format!("PTY,raw,echo=0,link={},wait-slave", folder.text("A")),
    ];
    let mut socat = Program::start(&folder, "socat", command.args(ends));
    until("socat's end", || folder.path("A").exists().then_some(()));
    let port = folder.text("A");
    let mut black = Program::start(
        &folder,
        "black",
        &mut small(&folder, "black", "black", &port),
    );
    black.ends_with(0);
    socat.end();
    let moves = same_moves(&folder.path("black.sgf"), &folder.path("white.sgf"));
    assert!(moves > 4, "a whole game, not {moves} moves");
}
