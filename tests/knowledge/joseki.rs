//! The book of joseki as its readers and writers use it.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn joseki(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sgmp-go"));
    command.env("XDG_CONFIG_HOME", "/dev/null");
    command.arg("joseki").args(words).stdin(Stdio::null());
    command
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Runs it, which has to end with this code, and gives what it prints.
fn said(words: &[&str], code: i32) -> String {
    let output = joseki(words).output().expect("the program runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{words:?}: {errors}");
    text(&output)
}

fn path(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

#[test]
fn the_figures_are_told_to_people_and_to_programs() {
    let told = said(&["stats"], 0);
    assert!(told.starts_with("corners: "), "{told}");
    for part in ["9x9: ", "13x13: ", "19x19: ", "bytes a move", "unpacked in"] {
        assert!(told.contains(part), "{part:?} is not in {told}");
    }
    let json: serde_json::Value = serde_json::from_str(&said(&["stats", "--json"], 0)).unwrap();
    let corners = &json["parts"][0];
    assert_eq!(corners["part"], "corners");
    assert!(corners["moves"].as_u64() >= Some(3000), "{corners}");
    assert!(corners["bytes_a_move"].as_f64() <= Some(1.2), "{corners}");
}

#[test]
fn the_books_own_texts_are_without_fault() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/knowledge/data");
    let (folder, fuseki) = (data.join("joseki"), data.join("fuseki.txt"));
    let told = said(&["check", path(&folder), path(&fuseki)], 0);
    assert!(told.ends_with(": 0 errors, 0 warnings\n"), "{told}");
    assert!(said(&["check"], 0).ends_with(": 0 errors, 0 warnings\n"));
}

#[test]
fn faults_of_a_text_are_shown_with_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("faulty.txt");
    fs::write(&file, "Q16 R14 R13?\nQ16 R14 Q16\nQ16 O17 R14\nQ16 R14").unwrap();
    let told = said(&["check", path(&file)], 6);
    let name = path(&file);
    for line in [
        format!("{name}:2:9: Q16: a Black stone is there already; choose an empty point"),
        format!("{name}:4:1: warning: all of this line is in the book already: leave it out"),
        "error: after Q16 R14: the bad move R13 has no answer: write what punishes it".to_owned(),
    ] {
        assert!(
            told.lines().any(|found| found == line),
            "{line:?} is not in {told}"
        );
    }
    said(
        &[
            "compile",
            path(&file),
            "--out",
            path(&folder.path().join("x")),
        ],
        6,
    );
    assert!(!folder.path().join("x").exists());
    said(&["stats", path(&folder.path().join("nowhere.txt"))], 5);
}

#[test]
fn a_text_is_compiled() {
    let folder = tempfile::tempdir().unwrap();
    let (file, out) = (folder.path().join("a.txt"), folder.path().join("a.bin"));
    fs::write(&file, "Q16 R14 O17 ; Fair.\nboard 9\nE5").unwrap();
    let told = said(&["compile", path(folder.path()), "--out", path(&out)], 0);
    let bytes = fs::read(&out).unwrap();
    assert_eq!(
        told,
        format!("{}: 4 moves, {} bytes\n", path(&out), bytes.len())
    );
    assert!(bytes.starts_with(b"SGMP-GO JOSEKI 1\n"));
}

#[test]
fn pages_are_turned_by_letters() {
    let mut child = joseki(&["browse"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut keys = child.stdin.take().expect("a pipe");
    keys.write_all(b"a\na\n?\nu\nq\na\n").unwrap();
    drop(keys);
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success());
    let told = text(&output);
    let pages: Vec<&str> = told.lines().filter(|line| line.starts_with('>')).collect();
    assert_eq!(pages.len(), 4, "{told}");
    assert_eq!((pages[0], pages[1], pages[3]), ("> ", "> Q16", "> Q16"));
    assert!(told.contains("a letter chooses a move, u takes one back, q ends"));
}

#[test]
fn a_position_is_printed() {
    let told = said(&["browse", "--at", "Q16 R14 O17 S16"], 0);
    assert!(told.starts_with("> Q16 R14 O17 S16\n"), "{told}");
    assert!(told.contains("a R17"), "{told}");
    let board = said(&["browse", "--board", "9", "--at", ""], 0);
    assert!(board.contains("a E5"), "{board}");
    said(&["browse", "--at", "Q16 Q16"], 2);
    said(&["browse", "--board", "7"], 2);
}

#[test]
fn a_book_grows_and_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let (seed, out) = (
        folder.path().join("seed.txt"),
        folder.path().join("grown.txt"),
    );
    fs::write(&seed, "Q16 R14 O17 S16\n").unwrap();
    let grow = |lines: &str| {
        let words = ["grow", path(&seed), "--out", path(&out), "--lines", lines];
        let words = [&words[..], &["--playouts", "60", "--margin", "100"]].concat();
        said(&words, 0)
    };
    grow("1");
    let first = fs::read_to_string(&out).unwrap();
    assert_eq!(first.lines().count(), 3, "{first}");
    grow("2");
    let second = fs::read_to_string(&out).unwrap();
    assert!(second.starts_with(&first), "{first} then {second}");
    for line in second.lines().filter(|line| !line.starts_with('#')) {
        assert!(
            line.starts_with("Q16 R14 O17 S16 ") && line.ends_with('*'),
            "{line}"
        );
    }
    said(&["check", path(&seed), path(&out)], 0);
}

#[test]
fn the_documents_example_is_a_text_without_fault() {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/joseki.md");
    let document = fs::read_to_string(document).unwrap();
    let (_, example) = document.split_once("```text\n").expect("an example");
    let (example, _) = example.split_once("```").expect("its end");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("example.txt");
    fs::write(&file, example).unwrap();
    let told = said(&["check", path(&file)], 0);
    assert_eq!(told, "13 moves: 0 errors, 0 warnings\n");
}
