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
    screen.press(&["s", "h", "i", "Enter"]);
    screen.wait_for("we say: hi");
    screen.press(&["C-c"]);
    let seen = screen.wait_for("3  the judge stops the game");
    assert!(seen.contains("4  go on"), "{seen}");
    screen.press(&["4"]);
    screen.wait_for("Enter play");
    screen.press(&["C-c"]);
    screen.wait_for("1  we resign");
    screen.press(&["1"]);
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
