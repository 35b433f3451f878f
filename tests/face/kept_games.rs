//! Records that others made or write, and folders that cannot be written: nothing of a game is lost.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Code, output and errors of `play` with these lines typed.
fn play(words: &[&str], typed: &str) -> (i32, String, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_sgmp-go"))
        .args(["play", "--plain", "--level", "0", "--ascii"])
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a program");
    let mut keys = program.stdin.take().expect("a pipe");
    keys.write_all(typed.as_bytes()).expect("typed");
    drop(keys);
    let done = program.wait_with_output().expect("an end");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let code = done.status.code().unwrap_or(-1);
    (code, text(done.stdout), text(done.stderr))
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// The records of a folder.
fn records(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| fs::read_to_string(entry.path()).expect("a record"))
        .collect()
}

/// From public reports: variations, notes, facts, markup and a second game were gone after one move.
#[test]
fn a_record_that_holds_more_stays_as_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    for (number, record) in [
        &include_bytes!("../../fixtures/sgf/resume_two_games.sgf")[..],
        include_bytes!("../../fixtures/sgf/resume_markup.sgf"),
        b"(;SZ[9]KM[5.5]C[my notes];B[ee];W[cc](;B[gc];W[cg])(;B[gg]C[alternative];W[gc]))",
    ]
    .into_iter()
    .enumerate()
    {
        let (file, archive) = (
            folder.path().join(format!("{number}.sgf")),
            folder.path().join(format!("{number}")),
        );
        fs::write(&file, record).expect("written");
        let words = ["--archive", &text(&archive), "--resume", &text(&file)];
        let (code, told, errors) = play(&words, "D3\nquit\n");
        assert_eq!(code, 0, "{told}{errors}");
        assert!(errors.contains("stays as it is"), "{errors}");
        assert_eq!(fs::read(&file).expect("a file"), record);
        let new = records(&archive);
        assert!(
            matches!(&new[..], [new] if new.contains("B[dg]") || new.contains("W[dg]")),
            "{new:?}"
        );
    }
}

/// A record of this program goes on in its file, as it always did; so does one whose last bracket is lost.
#[test]
fn a_record_of_ours_goes_on_in_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let archive = text(folder.path());
    play(&["--size", "9", "--archive", &archive], "E5\nquit\n");
    let [before] = &records(folder.path())[..] else {
        panic!("one record");
    };
    let file = fs::read_dir(folder.path())
        .unwrap()
        .next()
        .unwrap()
        .unwrap();
    fs::write(file.path(), before.trim_end().trim_end_matches(')')).expect("cut");
    let words = ["--archive", &archive, "--resume", &text(&file.path())];
    let (code, told, errors) = play(&words, "C3\nquit\n");
    assert_eq!(code, 0, "{told}{errors}");
    let after = records(folder.path());
    assert!(
        matches!(&after[..], [after] if after.contains("B[cg]")),
        "{after:?}"
    );
}

/// A game goes on where its record cannot be written, and says so at once.
#[test]
fn a_folder_that_cannot_be_written_ends_no_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("no folder");
    fs::write(&file, "").expect("written");
    let words = ["--size", "9", "--archive", &text(&file)];
    let (code, told, errors) = play(&words, "E5\nC3\nquit\n");
    assert_eq!(code, 0, "{told}{errors}");
    let (before, after) = told.split_once("Black plays E5").expect("the first move");
    assert!(before.contains("The game is not kept: "), "{told}");
    assert!(before.contains("--archive"), "{told}");
    assert!(after.contains("Black plays C3"), "{told}");
}

/// A record that cannot be written is told before the first move, and never called kept.
#[test]
fn a_record_that_cannot_be_written_is_never_called_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    // Whoever we are: a name beside which none fits for the time of writing.
    let file = folder.path().join("p".repeat(246) + ".sgf");
    let record = "(;FF[4]GM[1]SZ[9]KM[5.5];B[ee];W[cc])";
    fs::write(&file, record).expect("written");
    let archive = folder.path().join("archive");
    let words = ["--archive", &text(&archive), "--resume", &text(&file)];
    let (code, told, errors) = play(&words, "G3\nquit\n");
    assert_eq!(code, 0, "{told}{errors}");
    let (before, after) = told.split_once("plays G3").expect("the first move");
    assert!(before.contains("cannot write "), "{told}{errors}");
    assert!(before.contains("goes on in a new one"), "{told}{errors}");
    let kept = format!("go on with: sgmp-go play --resume {}", text(&archive));
    assert!(after.contains(&kept), "{told}");
    assert!(matches!(&records(&archive)[..], [new] if new.contains("[gg]")));

    let nowhere = folder.path().join("no folder");
    fs::write(&nowhere, "").expect("written");
    let words = ["--archive", &text(&nowhere), "--resume", &text(&file)];
    let (code, told, errors) = play(&words, "G3\nquit\n");
    assert_eq!(code, 0, "{told}{errors}");
    let (before, after) = told.split_once("plays G3").expect("the first move");
    assert!(before.contains("The game is not kept: "), "{told}{errors}");
    assert!(!after.contains("is kept in"), "{told}");
    assert!(after.contains("The game is not kept"), "{told}");
    assert_eq!(fs::read_to_string(&file).expect("a file"), record);
}
