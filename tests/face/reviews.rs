//! `review`: a game walked through in sentences, and on a page.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::piped::{run, told};

const RECORD: &str = "(;SZ[5]PB[Ito]PW[Abe]KM[0.5]XY[kept]C[A start];B[cc];W[bc](;B[bb]C[hm];W[cb];B[cd])(;B[bd];W[cb]))";

fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("game.sgf");
    fs::write(&record, RECORD).expect("a record");
    (folder, record)
}

fn review(record: &Path, options: &[&str], lines: &str) -> Output {
    let home = record.parent().expect("a folder");
    let record = record.to_str().expect("UTF-8");
    let words = ["review", record, "--net", "none", "--effort", "30"];
    run(home, &[&words, options].concat(), lines)
}

#[test]
fn a_game_is_walked_through() {
    let (_folder, record) = folder();
    let lines = "next\nnext\nvariation 2\nmain\nmove 9\nmove 4\ncomment\nback\ncomment\nrow 4\ngroup B3\nnonsense\n";
    let told = told(&review(&record, &[], lines));
    for sentence in [
        "A game of 5 moves on 5x5, komi 0.5, Japanese rules. Type next, or help.",
        "Before the first move.",
        "Comment: A start",
        "Move 1: Black C3",
        "2 variations begin here: 1 Black B4 (hm), 2 Black B2.",
        "Move 3: Black B2. This is a variation.",
        "Not done: this line has moves 0 to 5",
        "Move 4: White C4",
        "There is no comment here.",
        "Row 4: B4 Black; 4 points are empty.",
        "White's stone at B3 has 2 liberties: B2, A3.",
        "Not done: \"nonsense\" is no command: help lists them",
    ] {
        assert!(told.contains(sentence), "{sentence} in\n{told}");
    }
}

#[test]
fn what_is_tried_and_written_is_saved_and_nothing_is_lost() {
    let (folder, record) = folder();
    let out = folder.path().join("mine.sgf");
    let (mine, theirs) = (out.display(), record.display());
    let lines = format!(
        "move 2\nE5\ncomment far away]\nsave {theirs}\nsave {mine}\ncomment again\nsave\nback\ntry C3\n"
    );
    let told = told(&review(&record, &[], &lines));
    assert!(told.contains("Move 3. Black E5"), "{told}");
    assert!(told.contains("The answer: "), "{told}");
    assert!(told.contains("Not done: C3 is illegal"), "{told}");
    let kept = fs::read_to_string(&out).unwrap();
    for part in [
        "XY[kept]C[A start]",
        "(;B[bb]C[hm];W[cb];B[cd])",
        "(;B[bd];W[cb])",
        "(;B[ea]C[again]",
    ] {
        assert!(kept.contains(part), "{part} in {kept}");
    }
    assert_eq!(fs::read_to_string(&record).unwrap(), RECORD);
}

#[test]
fn the_curve_is_made_once_and_tells_where_the_game_turned() {
    let (folder, record) = folder();
    let first = told(&review(&record, &[], "curve\nturning points\n"));
    assert!(
        first.contains("After move 0: ") && first.contains("After move 5: "),
        "{first}"
    );
    let file = folder.path().join("game.sgf.curve");
    let kept = fs::read_to_string(&file).unwrap();
    let second = told(&review(&record, &[], "curve\nturning points\n"));
    let end = |told: &str| told[told.find("After move 0").unwrap_or(0)..].to_owned();
    assert_eq!(end(&first), end(&second));
    assert_eq!(fs::read_to_string(&file).unwrap(), kept);
    // A file of that name that is none of ours stays.
    fs::write(&file, "my notes").unwrap();
    told(&review(&record, &[], "curve\n"));
    assert_eq!(fs::read_to_string(&file).unwrap(), "my notes");
}

#[test]
fn a_report_is_one_page() {
    let (folder, record) = folder();
    let out = folder.path().join("report.html");
    let name = out.display().to_string();
    told(&review(&record, &["--report", &name], ""));
    let page = fs::read_to_string(&out).unwrap();
    for part in [
        "<h1>Ito (Black) against Abe (White)</h1>",
        "<h2>The course of the game</h2>",
        "<h2>Turning points</h2>",
        "<li id=\"m5\">",
        "</html>",
    ] {
        assert!(page.contains(part), "{part} in\n{page}");
    }
    let again = review(&record, &["--report", &name], "");
    assert_eq!(again.status.code(), Some(2));
    let bad = folder.path().join("bad.sgf");
    fs::write(&bad, "(;SZ[5];B[cc];W[cc])").unwrap();
    assert_eq!(review(&bad, &[], "").status.code(), Some(5));
}
