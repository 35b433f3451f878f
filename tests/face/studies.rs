//! `problems`, `guess` and `joseki tutor`, in sentences.

use std::fs;
use std::path::Path;

use crate::piped;

/// Runs the program in a home of its own.
fn run(home: &Path, words: &[&str], lines: &str) -> (bool, String, String) {
    let output = piped::run(home, words, lines);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.success(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

/// White's corner of three in a row.
const CORNER: &str = "(;SZ[7]GN[row of three]AB[ad][bd][cd][dd][ed][ee][ef][eg]AW[ae][be][ce][de][af][bf][cf][df][dg]PL[B])";

#[test]
fn a_problem_is_played_out_and_comes_again() {
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join("corner.sgf");
    fs::write(&file, CORNER).expect("a file");
    let file = file.to_str().expect("UTF-8");
    let lines = "stones\nhint\nwhy not\nA1\nwhy not\nG7\nI9\nrow 1\nB1\nnext\n";
    let (ok, told, errors) = run(home.path(), &["problems", file, "--plain"], lines);
    assert!(ok, "{errors}");
    for sentence in [
        "Problem row of three (1 of 1). Black to play and ",
        "Black's stones: ",
        "Look in the lower left corner.",
        "Try a move first.",
        "No. After A1, White plays B1",
        "After A1, White plays B1 and takes Black's stone at A1 at once.",
        "No. After G7, White plays B1",
        "Not done: \"I9\" is not known here",
        "Row 1: D1 White, E1 Black; 5 points are empty.",
        "Solved after 2 wrong moves. It comes again tomorrow.",
        "That was the last problem for today.",
    ] {
        assert!(told.contains(sentence), "{sentence} in\n{told}");
    }
    let (ok, told, errors) = run(home.path(), &["problems", file, "--plain"], "");
    assert!(
        ok && told.contains("All 1 problems are known for today"),
        "{told}{errors}"
    );
    let answers = home.path().join("sgmp-go/answers.json");
    assert!(
        fs::read_to_string(answers)
            .unwrap()
            .contains("row of three")
    );
    let (ok, told, _) = run(home.path(), &["problems", "list"], "");
    assert!(
        ok && told.contains("first-captures: 48 problems, 0 answered"),
        "{told}"
    );
}

#[test]
fn missed_chances_of_a_game_become_problems() {
    let home = tempfile::tempdir().expect("a folder");
    let game = home.path().join("game.sgf");
    // Black leaves two stones in atari that could have joined another.
    let text = "(;SZ[7]AB[dc][dd][fc]AW[db][cc][cd][ed][de]PL[B];B[gg];W[ec])";
    fs::write(&game, text).expect("a record");
    let game = game.to_str().expect("UTF-8");
    let (ok, told, errors) = run(
        home.path(),
        &["problems", "mistakes", game, "--color", "black"],
        "",
    );
    assert!(ok, "{errors}");
    // The answer is not told before it is asked.
    assert!(
        told.contains("game: 1 chance missed") && !told.contains("could save"),
        "{told}"
    );
    assert!(told.contains("1 problem added to "), "{told}");
    let (ok, told, errors) = run(home.path(), &["problems", "own", "--plain"], "E5\n");
    assert!(
        ok && told.contains("In the game you played G1.")
            && told.contains("Right so far. White answers "),
        "{told}{errors}"
    );
}

#[test]
fn moves_of_a_game_are_guessed() {
    let home = tempfile::tempdir().expect("a folder");
    let game = home.path().join("game.sgf");
    fs::write(&game, "(;SZ[9];B[ee];W[cg];B[gg];W[cd])").expect("a record");
    let game = game.to_str().expect("UTF-8");
    let words = [
        "guess", game, "--color", "white", "--net", "none", "--plain",
    ];
    let (ok, told, errors) = run(home.path(), &words, "hint\nC3\nA1\nA1\nA1\n");
    assert!(ok, "{errors}");
    for sentence in [
        "Move 2: what does White play?",
        "Look in the lower left corner.",
        "Right: C3. 5 points.",
        "Not A1.",
        "The game went on with C6.",
        "5 of 20 points; 1 of 2 moves guessed at once.",
    ] {
        assert!(told.contains(sentence), "{sentence} in\n{told}");
    }
}

#[test]
fn the_joseki_tutor_walks_and_asks() {
    let home = tempfile::tempdir().expect("a folder");
    let words = ["joseki", "tutor", "--plain"];
    let (ok, told, errors) = run(
        home.path(),
        &words,
        "Q16\nA1\nT19\nback\nR14\nquiz\nanswer\nT19\n",
    );
    assert!(ok, "{errors}");
    for sentence in [
        "Black to move.",
        "White to move.",
        "A1 is not in the upper right corner",
        "T19 is not among the book's moves here",
        "Joseki: a usual sequence of moves in a corner",
        "what does ",
        "The book plays ",
        "0 of 1 answers were right.",
    ] {
        assert!(told.contains(sentence), "{sentence} in\n{told}");
    }
}
