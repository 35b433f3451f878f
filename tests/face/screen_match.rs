//! Matches over a line on a real terminal.

use std::path::Path;

use crate::screen::Screen;
use crate::tools::needs;

const SIZE: (u16, u16) = (80, 24);

/// A match on 7x7 against a weak one of our own behind a pipe, with its files in a folder.
fn start(folder: &Path, command: &str, words: &str) -> Screen {
    let program = env!("CARGO_BIN_EXE_sgmp-go");
    let place = folder.display();
    let terms = "--size 7 --time 10m";
    let other =
        format!("{program} --port - --color white {terms} --level 0 --seed 1 --sgf {place}/w.sgf");
    let words = format!(
        "{command} --port 'exec:{other}' --color black {terms} --sgf {place}/b.sgf {words}"
    );
    Screen::start(SIZE, folder, &words, "")
}

#[test]
fn a_person_plays_a_match_and_stops_it() {
    needs!(Tmux);
    let folder = tempfile::tempdir().unwrap();
    let screen = start(folder.path(), "human", "");
    let seen = screen.wait_for("Your turn.");
    assert!(
        seen.contains("7x7, komi 5.5, Japanese rules; we are"),
        "{seen}"
    );
    assert!(
        seen.contains("Line: ") && seen.contains(" frames"),
        "{seen}"
    );
    screen.press(&["d", "4"]);
    screen.wait_for("Point: D4_");
    screen.press(&["Enter"]);
    screen.wait_for("Moves: 2");
    screen.press(&["D", "4", "Enter"]);
    screen.wait_for("D4 is illegal");
    screen.press(&["i", "h", "i", "Enter"]);
    screen.wait_for("we say: hi");
    screen.press(&["C-c"]);
    let seen = screen.wait_for("3  the judge stops the game");
    assert!(seen.contains("4  go on"), "{seen}");
    screen.press(&["4"]);
    screen.wait_for("Enter play");
    screen.press(&["C-c"]);
    screen.wait_for("1  we resign");
    screen.press(&["1", "1"]);
    let seen = screen.wait_for("ended with 0");
    assert!(seen.contains("result: W+"), "{seen}");
    assert!(seen.contains("record: "), "{seen}");
    assert!(!seen.contains("-icanon"), "{seen}");
}

#[test]
fn a_match_is_watched_to_its_end() {
    needs!(Tmux);
    let folder = tempfile::tempdir().unwrap();
    let screen = start(folder.path(), "match", "--level 0 --seed 2");
    let seen = screen.wait_for("Moves: ");
    assert!(seen.contains("Ctrl-C stop"), "{seen}");
    // Whoever passed last: the operator has time for the dead stones.
    let seen = screen.wait_for("staying on the line for 45 s");
    assert!(seen.contains("d dead stones"), "{seen}");
    screen.press(&["Enter"]);
    let seen = screen.wait_for("ended with 0");
    assert!(seen.contains("result: "), "{seen}");
}

#[test]
fn sigterm_gives_the_terminal_of_a_match_back() {
    needs!(Tmux);
    let folder = tempfile::tempdir().unwrap();
    let screen = start(folder.path(), "human", "");
    screen.wait_for("Your turn.");
    screen.signal("TERM");
    let seen = screen.wait_for("ended with 130");
    assert!(seen.contains("record and journal are intact"), "{seen}");
    assert!(!seen.contains("-icanon"), "{seen}");
}

#[test]
fn lines_stay_where_they_are_asked_for() {
    needs!(Tmux);
    let folder = tempfile::tempdir().unwrap();
    let screen = start(folder.path(), "human", "--plain");
    screen.wait_for(" left>");
    screen.press(&["C-c"]);
    screen.wait_for("5  leave now");
    screen.press(&["5", "Enter"]);
    screen.wait_for("ended with 130");
}

/// Two persons at two computers, joined by a network, who talk.
#[test]
fn two_persons_play_on_two_screens() {
    needs!(Tmux);
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().display();
    let start = |color: &str, port: &str, size| {
        let terms = "--size 7 --time 10m --linger 1s";
        let words =
            format!("human --port {port} --color {color} {terms} --sgf {place}/{color}.sgf");
        Screen::start(size, folder.path(), &words, "")
    };
    let white = start("white", "tcp-listen:127.0.0.1:0", (60, 20));
    let told = "the other side connects to ";
    let seen = white.wait_for(told);
    let address = seen
        .split(told)
        .nth(1)
        .and_then(|rest| rest.split_whitespace().next());
    let port = format!("tcp:{}", address.expect("an address"));
    let black = start("black", &port, SIZE);
    black.wait_for("Your turn.");
    black.press(&["d", "4", "Enter"]);
    white.wait_for("Your turn.");
    white.press(&["i", "h", "i", "Space", "y", "o", "u", "Enter"]);
    white.wait_for("we say: hi you");
    black.wait_for("hi you");
    white.press(&["C", "4", "Enter"]);
    black.wait_for("Your turn.");
    black.press(&["p"]);
    black.wait_for("Pass? p again passes");
    black.press(&["p"]);
    white.wait_for("Your turn.");
    white.press(&["p", "p"]);
    let seen = white.wait_for("ended with 0");
    assert!(seen.contains("result: "), "{seen}");
    black.wait_for("ended with 0");
    let record = std::fs::read_to_string(folder.path().join("black.sgf")).unwrap();
    assert!(
        record.contains("B[dd]") && record.contains("W[cd]"),
        "{record}"
    );
}

#[test]
fn kill_9_loses_no_move_of_a_match() {
    needs!(Tmux);
    let folder = tempfile::tempdir().unwrap();
    let screen = start(folder.path(), "human", "");
    screen.wait_for("Your turn.");
    screen.press(&["d", "4", "Enter"]);
    screen.wait_for("Moves: 2");
    screen.wait_for("Your turn.");
    screen.signal("KILL");
    drop(screen);
    let record = std::fs::read_to_string(folder.path().join("b.sgf")).unwrap();
    assert!(
        record.contains(";B[dd]") && record.contains(";W["),
        "{record}"
    );
    let journal = std::fs::read(folder.path().join("b.journal")).unwrap();
    let journal = String::from_utf8_lossy(&journal);
    assert!(journal.contains("\"mv\":\"D4\""), "{journal}");
}

#[test]
fn questions_are_answered_in_lines() {
    needs!(Tmux);
    let folder = tempfile::tempdir().unwrap();
    let screen = start(folder.path(), "human", "--plain");
    screen.wait_for(" left>");
    for (typed, told) in [
        ("clock", "Black has "),
        ("last", "No move was made yet."),
        ("row 4", "Row 4 is empty."),
        ("group A1", "there is no stone at A1"),
    ] {
        screen.press(&["-l", typed]);
        screen.press(&["Enter"]);
        screen.wait_for(told);
    }
    screen.press(&["d", "4", "Enter"]);
    screen.wait_for("  2  White");
    screen.press(&["-l", "row 4"]);
    screen.press(&["Enter"]);
    screen.wait_for("D4 Black");
    screen.press(&["-l", "group D4"]);
    screen.press(&["Enter"]);
    screen.wait_for("Black's stone at D4 has ");
    screen.press(&["C-c"]);
    screen.wait_for("5  leave now");
    screen.press(&["5", "Enter"]);
    screen.wait_for("ended with 130");
}

#[test]
fn the_self_test_is_watched() {
    needs!(Tmux);
    let folder = tempfile::tempdir().unwrap();
    let words = "loopback --size 5 --playouts 10";
    let screen = Screen::start(SIZE, folder.path(), words, "");
    screen.wait_for("Moves: ");
    screen.wait_for("ended with 0");
    let seen = screen.wait_for("icanon");
    assert!(!seen.contains("-icanon"), "{seen}");
}

#[test]
fn a_match_between_two_others_is_watched() {
    needs!(Tmux);
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().display();
    let program = env!("CARGO_BIN_EXE_sgmp-go");
    let side = |color: &str| {
        let play = format!("{program} --port - --color {color} --size 7 --level 0 --seed 1");
        format!("--port 'exec:{play} --sgf {place}/{color}.sgf'")
    };
    let words = format!(
        "proxy {} {} --size 7 --sgf {place}/p.sgf --linger 1s",
        side("black"),
        side("white")
    );
    let screen = Screen::start(SIZE, folder.path(), &words, "");
    screen.wait_for("Moves: ");
    let seen = screen.wait_for("ended with 0");
    assert!(seen.contains("violations: 0"), "{seen}");
}
