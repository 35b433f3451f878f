//! The settings on a real terminal, and the pages behind the start page.

use std::fs;

use crate::screen::Screen;
use crate::tools::needs;

const SIZE: (u16, u16) = (80, 24);

#[test]
fn settings_are_changed_and_written_when_asked() {
    needs!(Tmux);
    let folder = tempfile::tempdir().unwrap();
    let home = format!("XDG_CONFIG_HOME={}", folder.path().display());
    let screen = Screen::start(SIZE, folder.path(), "", &home);
    screen.wait_for("What would you like?");
    screen.press(&["s"]);
    screen.wait_for("Your name");
    screen.press(&["1", "2"]);
    screen.wait_for("12 (4 to 5 kyu)");
    screen.wait_for("not written yet");
    let file = folder.path().join("sgmp-go/config.toml");
    assert!(!file.exists(), "only when asked");
    screen.press(&["C-s"]);
    screen.wait_for("Written: ");
    assert_eq!(fs::read_to_string(&file).unwrap(), "[play]\nlevel = 12\n");
    // All others lie behind a row, and are found by a word.
    screen.press(&["End", "Up", "Enter"]);
    screen.wait_for("Options that every command takes.");
    screen.press(&["a", "t", "a", "r", "i"]);
    screen.wait_for("igo: bell");
    screen.press(&["Escape"]);
    screen.wait_for("1 is set");
    screen.press(&["Escape"]);
    screen.wait_for("Your name");
    screen.press(&["Escape"]);
    screen.wait_for("What would you like?");
    screen.press(&["q"]);
    screen.wait_for("ended with 0");
}

#[test]
fn every_entry_of_the_start_page_leads_somewhere_and_back() {
    needs!(Tmux);
    let folder = tempfile::tempdir().unwrap();
    for size in [(80, 24), (60, 20), (132, 50)] {
        let screen = Screen::start(size, folder.path(), "", "");
        screen.wait_for("What would you like?");
        for (key, page) in [
            ("c", "Level"),
            ("t", "no clocks"),
            ("o", "Load a game"),
            ("m", "Who plays here"),
            ("r", "Move by move"),
            ("p", "The smallest game"),
            ("e", "An event is a file"),
        ] {
            screen.press(&[key]);
            screen.wait_for(page);
            screen.press(&["Escape"]);
            screen.wait_for("What would you like?");
        }
        screen.press(&["q"]);
        screen.wait_for("ended with 0");
    }
}

#[test]
fn a_kept_game_is_reviewed_from_the_start_page() {
    needs!(Tmux);
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("sgmp-go/games");
    fs::create_dir_all(&games).unwrap();
    fs::write(
        games.join("a.sgf"),
        "(;SZ[5]PB[Ada]PW[Bo]RE[B+R];B[cc];W[bc])",
    )
    .unwrap();
    let screen = Screen::start(SIZE, folder.path(), "", "");
    screen.wait_for("What would you like?");
    screen.press(&["r"]);
    screen.wait_for("Ada - Bo, 2 moves, B+R");
    screen.press(&["Enter"]);
    screen.wait_for("Before the first move.");
    screen.press(&["Right"]);
    screen.wait_for("Move 1: Black C3");
    screen.press(&["q"]);
    screen.wait_for("What would you like?");
    screen.press(&["q"]);
    screen.wait_for("ended with 0");
}
