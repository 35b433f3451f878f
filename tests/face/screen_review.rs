//! `review` on a real terminal.

use std::fs;
use std::path::PathBuf;

use crate::screen::Screen;
use crate::tools::needs;

const RECORD: &str =
    "(;SZ[5]PB[Ito]PW[Abe]KM[0.5];B[cc];W[bc](;B[bb]C[hm];W[cb];B[cd])(;B[bd];W[cb]))";

fn start(folder: &tempfile::TempDir, words: &str) -> (Screen, PathBuf) {
    let record = folder.path().join("game.sgf");
    fs::write(&record, RECORD).expect("a record");
    (again(folder, words), record)
}

fn again(folder: &tempfile::TempDir, words: &str) -> Screen {
    let record = folder.path().join("game.sgf");
    let words = format!("review {} --net none --effort 30 {words}", record.display());
    Screen::start((80, 24), folder.path(), &words, "")
}

#[test]
fn a_game_is_walked_through_and_moves_are_tried() {
    needs!(Tmux);
    let folder = tempfile::tempdir().unwrap();
    let (screen, record) = start(&folder, "");
    let seen = screen.wait_for("Before the first move.");
    assert!(
        seen.contains("5x5, komi 0.5") && seen.contains("Ito"),
        "{seen}"
    );
    screen.press(&["Right"]);
    screen.wait_for("Move 1: Black C3");
    screen.press(&["Right"]);
    screen.wait_for(">a Black B4 (hm)");
    screen.press(&["Down"]);
    screen.wait_for(">b Black B2");
    screen.press(&["Right"]);
    screen.wait_for("This is a variation.");
    screen.press(&["Escape"]);
    screen.wait_for("Move 2: White B3");
    screen.press(&["E", "5", "Enter"]);
    screen.wait_for("The answer: ");
    screen.press(&["i", "f", "a", "r", "Enter"]);
    screen.wait_for("The comment is kept");
    // Nothing that was tried or written is lost.
    screen.signal("KILL");
    drop(screen);
    let screen = again(&folder, "");
    screen.wait_for("What was tried here before is back");
    screen.press(&["Right", "Right"]);
    screen.wait_for("c Black E5 (far)");
    screen.press(&["w"]);
    screen.wait_for("Move 2. White B3");
    screen.press(&["z"]);
    screen.wait_for("Why not B3?");
    screen.press(&["l"]);
    screen.wait_for("Turning points");
    // A move that was tried, and what speaks against it.
    screen.press(&["E", "1", "Enter"]);
    screen.wait_for("The answer: ");
    screen.press(&["z"]);
    screen.wait_for("Why not E1?");
    screen.press(&["Left"]);
    screen.wait_for("Move 2: White B3");
    screen.press(&["e", "t", "g", "?"]);
    screen.wait_for("the moves on which the game turned");
    screen.press(&["x", "x", "Left", "Enter"]);
    screen.wait_for("The answer: ");
    screen.press(&["End"]);
    screen.wait_for("The line ends here.");
    screen.press(&["C-s"]);
    screen.wait_for("Save as: ");
    screen.press(&["Enter"]);
    screen.wait_for("Saved: ");
    screen.press(&["q"]);
    screen.wait_for("ended with 0");
    assert_eq!(fs::read_to_string(&record).unwrap(), RECORD);
    let saved = fs::read_to_string(folder.path().join("game-reviewed.sgf")).unwrap();
    assert!(saved.contains("B[ea]C[far]"), "{saved}");
    assert!(!folder.path().join("game.sgf.draft").exists());
}

#[test]
fn sigterm_gives_the_terminal_of_a_review_back() {
    needs!(Tmux);
    let folder = tempfile::tempdir().unwrap();
    let (screen, _) = start(&folder, "--ascii");
    let seen = screen.wait_for("Before the first move.");
    assert!(seen.is_ascii(), "{seen}");
    screen.signal("TERM");
    screen.wait_for("ended with 130");
    let seen = screen.wait_for("icanon");
    assert!(!seen.contains("-icanon"), "{seen}");
}

#[test]
fn a_turning_point_has_its_reasons_and_its_better_line() {
    needs!(Tmux);
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("game.sgf");
    // Black fills a corner while White takes the whole board.
    let moves = ";B[aa];W[ee];B[ia];W[ce];B[ai];W[ge]";
    fs::write(&record, format!("(;SZ[9]KM[5.5]{moves})")).unwrap();
    let words = format!("review {} --net none --effort 200", record.display());
    let screen = Screen::start((132, 50), folder.path(), &words, "");
    screen.wait_for("Before the first move.");
    // Once the whole game has been looked at.
    screen.wait_for_no("positions are looked at");
    screen.press(&["1"]);
    let seen = screen.wait_for("Turning point 1");
    assert!(seen.contains("Better: "), "{seen}");
    screen.press(&["Right"]);
    screen.wait_for("This is a variation.");
    screen.press(&["q"]);
    screen.wait_for("ended with 0");
}
