//! The captured matches under `fixtures/matches`, replayed.

use std::path::{Path, PathBuf};

use crate::common::{Folder, Program, same_moves, sgmp_go};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/matches")
}

/// The faults of a trace.
enum Fault {
    None,
    /// GNU Go answers the second of two passes with a third.
    ThirdPass,
}

impl Fault {
    /// The exit status of `replay --check` and what it says.
    const fn found(&self) -> (i32, [&'static str; 2]) {
        match self {
            Self::None => (0, ["no violation", ", no other"]),
            Self::ThirdPass => (
                0,
                [
                    "sent after two consecutive passes ended the game",
                    "; no violation, 1 remark",
                ],
            ),
        }
    }
}

/// Our session does again, byte for byte, what it did then, and the game on the wire is the one
/// that GNU Go wrote down.
fn replay(name: &str, size: &str, least_moves: usize, fault: &Fault) {
    let folder = Folder::new();
    let trace = fixtures().join(format!("{name}.txt"));
    let (trace, sgf) = (
        trace.to_str().expect("a plain name"),
        folder.text("replayed.sgf"),
    );
    let words = ["replay", "--check", trace, "--size", size, "--sgf", &sgf];
    let (code, stdout, stderr) = Program::run(&folder, "replay", &mut sgmp_go(&words));
    let (status, findings) = fault.found();
    assert_eq!((code, stderr.as_str()), (status, ""), "{stdout}");
    for finding in findings {
        assert!(stdout.contains(finding), "{finding}: {stdout}");
    }
    let strict = ["replay", "--check", "--strict", trace, "--size", size];
    let (code, stdout, _) = Program::run(&folder, "strict", &mut sgmp_go(&strict));
    let expected = match fault {
        Fault::None => 0,
        Fault::ThirdPass => 6,
    };
    assert_eq!(code, expected, "{stdout}");
    let record = fixtures().join(format!("{name}.sgf"));
    let moves = same_moves(&folder.path("replayed.sgf"), &record);
    assert!(moves >= least_moves, "a whole game, not {moves} moves");
}

#[test]
fn nineteen_lines_as_black() {
    replay("black-19", "19", 150, &Fault::None);
}

#[test]
fn nineteen_lines_as_white() {
    replay("white-19", "19", 150, &Fault::None);
}

#[test]
fn nine_lines_as_black() {
    replay("black-9", "9", 40, &Fault::None);
}

#[test]
fn nine_lines_as_white() {
    replay("white-9", "9", 40, &Fault::None);
}

#[test]
fn fifty_minutes_as_black() {
    for name in ["fjk-black", "fjk-black-2"] {
        replay(name, "19", 200, &Fault::ThirdPass);
    }
}

#[test]
fn fifty_minutes_as_white() {
    for name in ["fjk-white", "fjk-white-2"] {
        replay(name, "19", 200, &Fault::ThirdPass);
    }
}

#[test]
fn every_capture_is_told_of() {
    let readme = std::fs::read_to_string(fixtures().join("README.md")).expect("a README");
    for file in std::fs::read_dir(fixtures())
        .expect("the fixtures")
        .flatten()
    {
        let path = file.path();
        let name = path
            .file_stem()
            .and_then(|name| name.to_str())
            .expect("a plain name");
        assert!(
            name == "README" || readme.contains(&format!("| `{name}` |")),
            "{name}"
        );
    }
}
