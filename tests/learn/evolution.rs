//! Runs of evolution as a user starts, kills and reports on them.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// The program with these words, in a folder.
fn sgmp_go(folder: &Path, words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sgmp-go"));
    command.args(words.split_whitespace()).current_dir(folder);
    command
}

/// The program's output with these words, and its exit code.
fn told(folder: &Path, words: &str) -> (String, Option<i32>) {
    let output = sgmp_go(folder, words).output().expect("the program");
    let text = [output.stdout, output.stderr].concat();
    (
        String::from_utf8_lossy(&text).into_owned(),
        output.status.code(),
    )
}

/// A table but for its last column, the seconds.
fn table(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("generations.csv")).expect("a table");
    let rows = text
        .lines()
        .filter_map(|line| Some(line.rsplit_once(',')?.0.to_owned()));
    rows.collect()
}

#[test]
fn a_run_that_is_killed_goes_on_to_the_same_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let config = concat!(env!("CARGO_MANIFEST_DIR"), "/configs/toy-5x5.toml");
    let words = |out: &str, threads: u32| {
        format!("evolve {config} --generations 120 --seed 5 --threads {threads} --out {out}")
    };
    let (text, code) = told(at, &format!("{} --quiet", words("whole", 1)));
    assert_eq!((text.as_str(), code), ("", Some(0)));
    assert_eq!(table(&at.join("whole")).len(), 122);

    let mut child = sgmp_go(at, &words("torn", 2))
        .stderr(Stdio::null())
        .spawn()
        .expect("the program");
    // Some way in, wherever that is.
    let rows = || {
        fs::read_to_string(at.join("torn/generations.csv")).map_or(0, |text| text.lines().count())
    };
    while rows() < 10 && child.try_wait().expect("a child").is_none() {
        std::thread::yield_now();
    }
    child.kill().expect("a child");
    child.wait().expect("a child");
    let (text, code) = told(at, &words("torn", 2));
    assert_eq!(code, Some(0), "{text}");
    assert_eq!(table(&at.join("torn")), table(&at.join("whole")));
    for name in ["checkpoint", "best-000000.net", "best-000120.net"] {
        let read = |run: &str| fs::read(at.join(run).join(name)).expect("a file");
        assert!(read("torn") == read("whole"), "{name}");
    }

    let (text, code) = told(at, &words("torn", 2).replace("--seed 5", "--seed 6"));
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("--out"), "{text}");

    let (text, code) = told(
        at,
        "evolve report torn whole --openings 1 --out told --quiet",
    );
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("toy 5x5 (2 runs)"), "{text}");
    let page = fs::read_to_string(at.join("told/report.html")).expect("a page");
    assert!(page.contains("<svg") && at.join("told/toy-5x5-points.svg").exists());

    let (text, code) = told(at, "evolve report nowhere");
    assert_eq!(code, Some(5), "{text}");
}

#[test]
fn settings_that_make_no_sense_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    fs::write(at.join("odd.toml"), "name = \"odd\"").expect("a file");
    let (text, code) = told(at, "evolve odd.toml");
    assert_eq!(code, Some(2));
    assert!(
        text.contains("odd.toml") && text.contains("generations"),
        "{text}"
    );
    assert_eq!(told(at, "evolve").1, Some(2));
    assert_eq!(told(at, "evolve none.toml").1, Some(5));
}

#[test]
fn an_evolved_net_plays_in_gtp() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let config = concat!(env!("CARGO_MANIFEST_DIR"), "/configs/toy-5x5.toml");
    let (text, code) = told(
        at,
        &format!("evolve {config} --generations 2 --out run --quiet"),
    );
    assert_eq!(code, Some(0), "{text}");
    fs::write(
        at.join("script"),
        "boardsize 5\nclear_board\ngenmove b\ngenmove w\nboardsize 9\nclear_board\ngenmove b\nquit\n",
    )
    .expect("a file");
    for player in ["evolved:run/best-000000.net", "static-1"] {
        let mut command = sgmp_go(at, &format!("gtp --player {player} --seed 1"));
        let script = fs::File::open(at.join("script")).expect("a file");
        let output = command.stdin(script).output().expect("the program");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(!text.contains('?'), "{text}");
        let moves = text.split("\n\n").filter(|answer| answer.trim().len() > 2);
        assert_eq!(moves.count(), 3, "{text}");
    }
}
