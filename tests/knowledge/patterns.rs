//! The library of patterns as its readers and writers use it.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs it, which has to end with this code, and gives what it prints.
fn said(words: &[&str], code: i32) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sgmp-go"));
    command.env("XDG_CONFIG_HOME", "/dev/null");
    command.arg("patterns").args(words).stdin(Stdio::null());
    let output = command.output().expect("the program runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{words:?}: {errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn path(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_figures_are_told_to_people_and_to_programs() {
    let told = said(&["stats"], 0);
    assert!(told.contains(" moves in their trees"), "{told}");
    let json: serde_json::Value = serde_json::from_str(&said(&["stats", "--json"], 0)).unwrap();
    assert!(json["patterns"].as_u64() >= Some(320), "{json}");
    assert!(json["moves"].as_u64() >= Some(1600), "{json}");
    assert_eq!(
        json["kinds"].as_object().map(serde_json::Map::len),
        Some(14)
    );
}

#[test]
fn the_librarys_own_texts_are_without_fault() {
    let folder = root().join("crates/knowledge/data/patterns");
    let told = said(&["check", path(&folder)], 0);
    assert!(told.contains(": 0 errors, "), "{told}");
    assert_eq!(told, said(&["check"], 0));
}

#[test]
fn faults_of_a_text_are_shown_with_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("faulty.txt");
    let text = "kind cut\npattern one big\n  X a X\n  . X .\nplay a b\nsay A.\n\
                pattern two big\n  X a\nb: alive, liberties >= 2\nplay a\nsay B.\n\
                pattern three big\n  ? X ?\n  X a X\n  ? X ?\nplay a - a\nsay C.\n";
    fs::write(&file, text).unwrap();
    let told = said(&["check", path(&file)], 6);
    for line in [
        format!(
            "{}:5:1: 'b' is no letter of the picture: write one, or - for a move elsewhere",
            path(&file)
        ),
        format!("{}:9:1: 'b' is no letter of the picture", path(&file)),
    ] {
        assert!(told.contains(&line), "{line:?} is not in {told}");
    }
    assert!(
        told.contains("error: three: in the line a-a, the last move"),
        "{told}"
    );
    let out = folder.path().join("x");
    said(&["compile", path(&file), "--out", path(&out)], 6);
    assert!(!out.exists());
    said(&["stats", path(&folder.path().join("nowhere.txt"))], 5);
}

#[test]
fn a_text_is_compiled() {
    let folder = tempfile::tempdir().unwrap();
    let (file, out) = (folder.path().join("a.txt"), folder.path().join("a.bin"));
    fs::write(
        &file,
        "kind cut\npattern one big\n  O a\n  b O\nplay a b\nsay Cut.\n",
    )
    .unwrap();
    let told = said(&["compile", path(folder.path()), "--out", path(&out)], 0);
    let bytes = fs::read(&out).unwrap();
    let expected = format!(
        "{}: 1 patterns, 2 moves, {} bytes\n",
        path(&out),
        bytes.len()
    );
    assert_eq!(told, expected);
    assert!(bytes.starts_with(b"SGMP-GO PATTERNS 1\n"));
}

#[test]
fn a_pattern_is_shown_as_it_is_written() {
    let told = said(&["show", "three-on-edge"], 0);
    assert!(told.starts_with("pattern three-on-edge vital\n"), "{told}");
    assert!(told.contains("X O b a c O X"), "{told}");
    let kills = said(&["show", "kill", "--json"], 0);
    assert!(kills.lines().count() >= 8, "{kills}");
    let first: serde_json::Value = serde_json::from_str(kills.lines().next().unwrap()).unwrap();
    assert_eq!(first["kind"], "kill");
    said(&["show", "no-such-pattern"], 2);
}

#[test]
fn a_position_is_answered_with_moves_and_reasons() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("net.sgf");
    // Black has played a net's stones; White's stone in it has two liberties.
    let record = "(;GM[1]FF[4]SZ[9]AB[ce][cf][dg][eg]AW[df])";
    fs::write(&file, record).unwrap();
    let told = said(&["at", path(&file), "--color", "black"], 0);
    assert!(told.contains("net-plain"), "{told}");
    let json = said(&["at", path(&file), "--color", "black", "--json"], 0);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let matches = json["matches"].as_array().unwrap();
    let net = matches
        .iter()
        .find(|m| m["pattern"] == "net-plain")
        .unwrap();
    assert_eq!(
        (&net["point"], &net["kind"]),
        (&"E5".into(), &"capture".into())
    );
    assert_eq!(net["lines"][0][0], "E5");
    said(&["at", path(&file), "--color", "red"], 2);
}

#[test]
fn the_documents_example_is_a_text_without_fault() {
    let document = fs::read_to_string(root().join("docs/patterns.md")).unwrap();
    let (_, example) = document.split_once("```text\n").expect("an example");
    let (example, _) = example.split_once("```").expect("its end");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("example.txt");
    fs::write(&file, example).unwrap();
    assert_eq!(
        said(&["check", path(&file)], 0),
        "2 patterns, 11 moves: 0 errors, 0 warnings\n"
    );
}
