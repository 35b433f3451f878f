//! `play` on a real terminal: a game to its count, and every way to leave it.

use std::fs;
use std::path::Path;

use crate::screen::Screen;
use crate::tools::needs;

const SIZE: (u16, u16) = (80, 24);

fn records(data: &Path) -> Vec<String> {
    let folder = data.join("sgmp-go/games");
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| fs::read_to_string(entry.path()).expect("a record"))
        .collect()
}

#[test]
fn a_game_on_9x9_is_played_to_its_count() {
    needs!(Tmux);
    let data = tempfile::tempdir().unwrap();
    let screen = Screen::start(
        SIZE,
        data.path(),
        "play --computer none",
        "COLORTERM=truecolor",
    );
    let seen = screen.wait_for("Black to move.");
    assert!(
        seen.contains("9 ┌─") && seen.contains("Enter play"),
        "{seen}"
    );
    // Two walls, a white stone that is dead behind the black one, and two passes.
    for row in 1..=9 {
        screen.press(&["d", &row.to_string(), "Enter"]);
        screen.wait_for(&format!("Black plays D{row}."));
        if row == 5 {
            screen.press(&["B", "5", "Enter"]);
            screen.wait_for("White plays B5.");
        } else {
            screen.press(&["e", &row.to_string(), "Enter"]);
            screen.wait_for(&format!("White plays E{row}."));
        }
    }
    screen.press(&["p"]);
    screen.wait_for("Pass? p again passes");
    screen.press(&["p"]);
    screen.wait_for("Black passes.");
    screen.press(&["e", "5", "Enter"]);
    screen.wait_for("White plays E5.");
    screen.press(&["p", "p"]);
    screen.wait_for("Black passes.");
    screen.press(&["p", "p"]);
    let seen = screen.wait_for("Is this right?");
    assert!(seen.contains("Dead: the string at B5."), "{seen}");
    // Alive, and dead again.
    screen.press(&["b", "5", "Enter"]);
    screen.wait_for("White's stone at B5 is alive.");
    screen.press(&["Enter"]);
    screen.wait_for("White's stone at B5 is dead.");
    screen.press(&["y"]);
    // 26 points and a prisoner against 36 and komi.
    let seen = screen.wait_for("a play again");
    assert!(seen.contains("White wins by 13.5 points"), "{seen}");
    screen.press(&["a"]);
    screen.wait_for("Black to move.");
    screen.press(&["q", "q"]);
    screen.wait_for("ended with 0");
    let seen = screen.wait_for("icanon");
    assert!(!seen.contains("-icanon"), "{seen}");
    let kept = records(data.path());
    assert_eq!(kept.len(), 1);
    assert!(kept[0].contains("RE[W+13.5]"), "{}", kept[0]);
}

#[test]
fn the_computer_answers_hints_are_given_and_moves_taken_back() {
    needs!(Tmux);
    let data = tempfile::tempdir().unwrap();
    let words = "play --size 7 --level 0 --seed 1 --net none --ascii";
    let screen = Screen::start((60, 20), data.path(), words, "NO_COLOR=1");
    screen.wait_for("You are Black.");
    screen.press(&["Enter"]);
    let seen = screen.wait_for("White plays ");
    assert!(
        seen.contains("Black plays D4.") && seen.contains("[X]"),
        "{seen}"
    );
    assert!(seen.is_ascii(), "{seen}");
    screen.press(&["h"]);
    screen.wait_for("Black might play:");
    screen.press(&["w"]);
    screen.wait_for("-- Why");
    screen.press(&["z"]);
    screen.wait_for("Why not D4?");
    screen.press(&["t"]);
    screen.press(&["?"]);
    screen.wait_for("any other key goes back.");
    screen.press(&["x", "u"]);
    screen.wait_for("2 moves are taken back");
    screen.press(&["r", "r"]);
    screen.wait_for("Black resigns: White wins");
    screen.resize((132, 50));
    screen.wait_for("7x7, komi 5.5");
    screen.press(&["q"]);
    screen.wait_for("ended with 0");
}

/// Two programs on one game: the one that finds the other's move in its file goes on in a new one, and says so as long as
/// the game lasts.
#[test]
fn two_programs_on_one_game_keep_both_and_say_so() {
    needs!(Tmux);
    let data = tempfile::tempdir().unwrap();
    let screen = |words| Screen::start(SIZE, data.path(), words, "");
    let first = screen("play --size 9 --level 0 --seed 1 --net none");
    first.wait_for("You are Black.");
    first.press(&["D", "4", "Enter"]);
    first.wait_for("White plays ");
    let second = screen("play --resume");
    second.wait_for("Your turn.");
    second.press(&["A", "1", "Enter"]);
    second.wait_for("Black plays A1.");
    second.wait_for("White plays ");
    for (row, listed) in [("9", "3  G9 "), ("1", "5  G1 ")] {
        first.press(&["G", row, "Enter"]);
        first.wait_for(listed);
        first.wait_for("Your turn.");
    }
    let seen = first.text();
    assert!(seen.contains("another program"), "{seen}");
    first.press(&["q", "q"]);
    first.wait_for("ended with 0");
    second.press(&["q", "q"]);
    second.wait_for("ended with 0");
    let kept = records(data.path());
    assert_eq!(kept.len(), 2, "{kept:?}");
    let has = |point: &str| kept.iter().filter(|game| game.contains(point)).count();
    assert_eq!((has("B[ai]"), has("B[ga]")), (1, 1), "{kept:?}");
}

/// Asked while the computer thinks, the reasons are told though it moves before they are found, or afterwards.
#[test]
fn what_is_asked_while_the_computer_thinks_is_answered() {
    needs!(Tmux);
    let data = tempfile::tempdir().unwrap();
    let words = "play --size 7 --level 20 --move-time 3s --seed 1 --net none";
    let screen = Screen::start(SIZE, data.path(), words, "");
    screen.wait_for("You are Black.");
    // Both keys at once: a fast machine may have moved before a look at the screen.
    screen.press(&["Enter", "z"]);
    screen.wait_for("White plays ");
    let seen = screen.wait_for("Why not D4?");
    assert!(seen.contains("White plays "), "{seen}");
    // The next move takes the answer away: any key first brings the board back.
    screen.press(&["c", "c", "3", "Enter"]);
    screen.wait_for("Black plays C3.");
    screen.wait_for_no("Why not D4?");
    screen.press(&["q", "q"]);
    screen.wait_for("ended with 0");
}

#[test]
fn sigterm_gives_the_terminal_back() {
    needs!(Tmux);
    let data = tempfile::tempdir().unwrap();
    let screen = Screen::start(SIZE, data.path(), "play --computer none", "");
    screen.wait_for("Black to move.");
    screen.press(&["Enter"]);
    screen.wait_for("Black plays E5.");
    screen.signal("TERM");
    screen.wait_for("ended with 130");
    let seen = screen.wait_for("icanon");
    assert!(seen.contains("go on with:"), "{seen}");
    assert!(seen.contains("sgmp-go play --resume"), "{seen}");
    assert!(!seen.contains("-icanon"), "{seen}");
    assert!(!seen.contains("komi 5.5"), "the screen is left: {seen}");
}

/// A shell that goes on with a program which it has stopped, once Enter is pressed.
const SHELL: &str =
    "bash --norc -mc '\"$0\" \"$@\"; stty -a | grep -o -- \"-\\?icanon\"; read; fg'";

#[test]
fn ctrl_z_stops_a_screen_and_fg_brings_it_back() {
    needs!(Tmux);
    let data = tempfile::tempdir().unwrap();
    for (words, shown) in [
        ("play --computer none", "Black to move."),
        ("tutorial", " exercises are solved"),
        ("config edit", "Settings"),
        ("problems", "of 413"),
    ] {
        let screen = Screen::start(SIZE, data.path(), words, SHELL);
        screen.wait_for(shown);
        screen.press(&["C-z"]);
        let seen = screen.wait_for("icanon");
        assert!(!seen.contains("-icanon"), "{words}: {seen}");
        assert!(!seen.contains(shown), "the screen is left: {seen}");
        screen.press(&["Enter"]);
        screen.wait_for(shown);
        screen.press(&["C-c"]);
        screen.wait_for("ended with ");
    }
}

#[test]
fn kill_9_loses_no_move_and_the_game_goes_on() {
    needs!(Tmux);
    let data = tempfile::tempdir().unwrap();
    let screen = Screen::start(SIZE, data.path(), "play --computer none", "");
    screen.wait_for("Black to move.");
    screen.press(&["Enter"]);
    screen.wait_for("Black plays E5.");
    screen.press(&["c", "3", "Enter"]);
    screen.wait_for("White plays C3.");
    screen.signal("KILL");
    drop(screen);
    let again = Screen::start(SIZE, data.path(), "play --resume", "");
    let seen = again.wait_for("2 moves were made.");
    assert!(seen.contains("E5") && seen.contains("C3"), "{seen}");
    again.press(&["C-c"]);
    again.wait_for("ended with 130");
}

#[test]
fn the_start_page_leads_to_a_game_and_back() {
    needs!(Tmux);
    let data = tempfile::tempdir().unwrap();
    let screen = Screen::start(SIZE, data.path(), "", "");
    let seen = screen.wait_for("A match over a line");
    assert!(seen.contains("l  Learn the game"), "{seen}");
    assert!(!seen.contains("Go on with the last game"), "{seen}");
    screen.press(&["t"]);
    screen.wait_for("Two players here");
    screen.press(&["Right", "Enter"]);
    screen.wait_for("10x10, komi 5.5");
    screen.press(&["Enter"]);
    screen.wait_for("Black plays F6.");
    // Esc closes what is told, and asks only then.
    screen.press(&["g"]);
    screen.wait_for("Groups");
    screen.press(&["Escape"]);
    screen.wait_for_no("Groups");
    screen.press(&["Escape"]);
    screen.wait_for("Leave? The game is kept.");
    screen.press(&["Escape"]);
    screen.wait_for_no("Leave? The game is kept.");
    screen.press(&["q", "q"]);
    screen.wait_for("Go on with the last game");
    screen.press(&["g"]);
    screen.wait_for("1 move was made.");
    screen.press(&["q", "q"]);
    screen.wait_for("A match over a line");
    screen.press(&["q"]);
    screen.wait_for("ended with 0");
}

/// Somebody who has read nothing, and presses what the screen says.
#[test]
fn a_new_user_comes_from_nothing_to_a_counted_game() {
    needs!(Tmux);
    let data = tempfile::tempdir().unwrap();
    let screen = Screen::start(SIZE, data.path(), "", "");
    screen.wait_for("A first game");
    screen.press(&["f"]);
    screen.wait_for("You are Black.");
    screen.wait_for("Arrows move, Enter plays");
    screen.press(&["Enter"]);
    screen.wait_for("Black plays E5.");
    for _ in 0..100 {
        let seen = screen.wait_for_any(&["Your turn.", "Is this right?"]);
        if seen.contains("Is this right?") {
            break;
        }
        screen.press(&["p"]);
        screen.wait_for("Pass? p again passes");
        screen.press(&["p"]);
        screen.wait_for_no("Pass? p again passes");
    }
    screen.wait_for("y ends the game");
    screen.press(&["y"]);
    screen.wait_for("a play again");
    screen.press(&["v"]);
    screen.wait_for("Before the first move.");
    screen.press(&["Right"]);
    screen.wait_for("Move 1: Black E5");
    // Esc goes back one step: out of the review to the result, and from there to the list, which it does not end.
    screen.press(&["Escape"]);
    screen.wait_for("a play again");
    screen.press(&["Escape"]);
    screen.wait_for("What would you like?");
    screen.press(&["Escape"]);
    screen.press(&["q"]);
    screen.wait_for("ended with 0");
    let kept = records(data.path());
    // The review may have left its curve beside the record.
    let games = kept.iter().filter(|text| text.starts_with("(;"));
    let games: Vec<&String> = games.collect();
    assert!(games.len() == 1 && games[0].contains("RE["), "{kept:?}");
}

/// A terminal that can move no cursor gets sentences.
#[test]
fn a_dumb_terminal_gets_sentences() {
    needs!(Tmux);
    let data = tempfile::tempdir().unwrap();
    let screen = Screen::start(SIZE, data.path(), "play --level 0", "TERM=dumb");
    let seen = screen.wait_for("Type a point such as E5, or help.");
    assert!(seen.contains("A game on 9x9."), "{seen}");
    screen.press(&["quit", "Enter"]);
    screen.wait_for("ended with 0");
}
