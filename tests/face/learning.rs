//! A learner: the tutorial and Igo, line by line and on a screen.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};

use crate::documents::screens_of_the_course;
use crate::piped::{run, start, told};

#[test]
fn a_learner_goes_from_the_first_screen_to_a_finished_game() {
    let data = tempfile::tempdir().unwrap();
    let first = told(&run(
        data.path(),
        &["--plain", "tutorial"],
        "B2\nhint\nC3\n\nquit\n",
    ));
    for sentence in [
        "The board, 1 of 6.",
        "Board of 5x5. Black: B2. White has no stones.",
        "There is room for one stone on a crossing.",
        "There it stands, in the very middle.",
        "The board, 2 of 6.",
    ] {
        assert!(first.contains(sentence), "{sentence}: {first}");
    }
    let screens = screens_of_the_course();
    // The place is kept; each of the two hundred lines that show and go on leads to the end.
    let way = "show\n\n".repeat(screens - 1) + "play\nE5\nresign\nyes\nquit\n";
    let rest = told(&run(data.path(), &["--plain", "tutorial"], &way));
    assert!(
        rest.contains("The board, 2 of 6.") && !rest.contains("The board, 1 of 6."),
        "{rest}"
    );
    for sentence in [
        "; it is shown, not solved. ",
        &format!("1 of {screens} exercises are solved."),
        "Igo on 9x9: beginner (level 0, about 22 kyu), you have 4 stones ahead.",
        "White wins (W+R).",
        "nine chances in ten that it is between ",
    ] {
        assert!(rest.contains(sentence), "{sentence}: {rest}");
    }
    let rank = told(&run(data.path(), &["igo", "--rank"], ""));
    assert!(
        rank.contains("By 1 game without help you are about "),
        "{rank}"
    );
    let records = fs::read_dir(data.path().join("sgmp-go/games")).unwrap();
    assert_eq!(records.count(), 1);
}

#[test]
fn a_game_of_igo_that_was_left_goes_on() {
    let data = tempfile::tempdir().unwrap();
    let left = told(&run(data.path(), &["--plain", "igo"], "pass\nquit\n"));
    assert!(
        left.contains("go on with: sgmp-go play --resume "),
        "{left}"
    );
    let again = told(&run(data.path(), &["--plain", "igo"], "quit\n"));
    assert!(again.contains(" moves were made."), "{again}");
    // It counts wherever it is gone on with.
    let resumed = told(&run(
        data.path(),
        &["--plain", "play", "--resume"],
        "resign\nyes\nquit\n",
    ));
    assert!(resumed.contains("Igo on 9x9: beginner"), "{resumed}");
    let log = fs::read_to_string(data.path().join("sgmp-go/igo.txt")).unwrap();
    assert_eq!(log.lines().count(), 2, "{log}");
    assert!(log.contains("\nlost 9 beginner 4 alone "), "{log}");
    let large = told(&run(
        data.path(),
        &["--plain", "igo", "--size", "19"],
        "quit\n",
    ));
    assert!(
        large.contains("beginner (level 0, about 22 kyu), you have 9 stones ahead."),
        "{large}"
    );
}

#[test]
fn two_programs_at_once_keep_the_results_of_both() {
    let data = tempfile::tempdir().unwrap();
    let mut first = start(data.path(), &["--plain", "igo"]);
    // It has read the results once it greets.
    let mut greeting = String::new();
    let output = first.stdout.as_mut().expect("a pipe");
    let mut output = BufReader::new(output);
    output.read_line(&mut greeting).expect("a line");
    assert!(greeting.contains("Igo on 9x9"), "{greeting}");
    told(&run(
        data.path(),
        &["--plain", "igo", "--size", "13"],
        "resign\nyes\nquit\n",
    ));
    let mut input = first.stdin.take().expect("a pipe");
    input
        .write_all(b"resign\nyes\nquit\n")
        .expect("a pipe that is read");
    drop(input);
    output
        .read_to_string(&mut greeting)
        .expect("the rest of what is told");
    assert!(first.wait().expect("an end").success());
    let log = fs::read_to_string(data.path().join("sgmp-go/igo.txt")).unwrap();
    for board in ["\nlost 13 ", "\nlost 9 "] {
        assert!(log.contains(board), "{log}");
    }
}

#[test]
fn a_course_of_ones_own_is_checked() {
    let data = tempfile::tempdir().unwrap();
    let course = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/faces/data/tutorial");
    let own = data.path().join("own");
    fs::create_dir(&own).unwrap();
    let text = fs::read_to_string(format!("{course}/03-capture.txt")).unwrap();
    let wrong = text.replacen("right D3:", "right D4:", 1);
    fs::write(own.join("01-own.txt"), &wrong).unwrap();
    let words = ["tutorial", "--check", "--course", own.to_str().unwrap()];
    let output = run(data.path(), &words, "");
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(!output.status.success());
    assert!(said.contains("capture-one: D4 is not right"), "{said}");
    fs::write(own.join("01-own.txt"), text.replacen("rule:", "ruel:", 1)).unwrap();
    let output = run(data.path(), &words, "");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("chapter own, line 3: screen capture-one: no rule"),
        "{said}"
    );
}

#[cfg(unix)]
#[test]
fn the_tutorial_is_seen_on_a_screen() {
    use crate::screen::Screen;
    use crate::tools::needs;
    needs!(Tmux);
    let data = tempfile::tempdir().unwrap();
    let screen = Screen::start((80, 24), data.path(), "", "");
    screen.wait_for("l  Learn the game");
    screen.press(&["l"]);
    screen.wait_for("The board, 1 of 6");
    screen.press(&["B", "2", "Enter"]);
    screen.wait_for("There is room for one");
    screen.press(&["C", "3", "Enter"]);
    screen.wait_for(&format!(
        "1 of {} exercises are solved.",
        screens_of_the_course()
    ));
    screen.press(&["Enter"]);
    screen.wait_for("The board, 2 of 6");
    screen.press(&["q"]);
    screen.wait_for("Learn the game");
    screen.press(&["i"]);
    screen.wait_for("beginner (level 0");
    screen.press(&["q", "q"]);
    screen.wait_for("Learn the game");
    screen.press(&["q"]);
    screen.wait_for("ended with 0");
}
