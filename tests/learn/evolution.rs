//! Runs of evolution as a user starts, kills and reports on them.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

#[cfg(unix)]
use crate::tools::{Tool, needs};

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

/// Evolves a net in a folder: `run/best-000000.net`.
fn evolve(at: &Path) {
    let config = concat!(env!("CARGO_MANIFEST_DIR"), "/configs/toy-5x5.toml");
    let (text, code) = told(
        at,
        &format!("evolve {config} --generations 2 --out run --quiet"),
    );
    assert_eq!(code, Some(0), "{text}");
}

#[test]
fn an_evolved_net_plays_duels() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    evolve(at);
    let words = "duel evolved:run/best-000000.net static-1 --size 5 --games 2 --quiet";
    let (text, code) = told(at, words);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("static-1"), "{text}");
}

#[cfg(unix)]
#[test]
fn an_evolved_net_plays_matches() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    evolve(at);
    let own = env!("CARGO_BIN_EXE_sgmp-go");
    let other = format!("exec:{own} --port - --color white --size 5 --player static-1");
    let mut command = sgmp_go(at, "--color black --size 5 --sgf game.sgf");
    command.args(["--player", "evolved:run/best-000000.net", "--port", &other]);
    let output = command.output().expect("the program");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{text}");
    let record = fs::read_to_string(at.join("game.sgf")).expect("a record");
    assert!(record.matches(";B[").count() > 5, "{record}");
}

#[test]
fn an_evolved_net_plays_tournaments() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    evolve(at);
    let event = "\
name = \"Nets\"
size = 5
time = \"1m\"
format = \"double-round-robin\"

[[player]]
name = \"Evolved\"
plays = \"evolved:run/best-000000.net\"

[[player]]
name = \"Static\"
plays = \"static-1\"
";
    fs::write(at.join("nets.toml"), event).expect("a file");
    let (text, code) = told(at, "tournament run nets.toml --quiet");
    assert_eq!(code, Some(0), "{text}");
    let standings = fs::read_to_string(at.join("nets/standings.json")).expect("standings");
    assert!(standings.contains("Evolved"), "{standings}");
}

#[test]
fn an_evolved_net_plays_in_gtp() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    evolve(at);
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

#[cfg(unix)]
#[test]
fn a_program_by_gtp_is_an_opponent() {
    needs!(GnuGo);
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let config = concat!(env!("CARGO_MANIFEST_DIR"), "/configs/toy-5x5.toml");
    let gnugo = Tool::GnuGo.path();
    let run = |opponent: &str, out: &str| {
        let mut command = sgmp_go(at, "evolve --generations 1 --quiet --set population=2");
        command.args(["--set", "survivors=1", "--out", out, config]);
        command.args(["--set", &format!("fitness.opponents=['{opponent}']")]);
        let output = command.output().expect("the program");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        (text, output.status.code())
    };
    let words = format!("gtp:{} --mode gtp --level 1", gnugo.display());
    let (text, code) = run(&words, "gnu");
    assert_eq!(code, Some(0), "{text}");
    // Two nets at first, then one, with both colors.
    let rows = table(&at.join("gnu"));
    let games = |row: &str| row.split(',').nth(12).map(str::to_owned);
    assert_eq!(games(&rows[1]).as_deref(), Some("4"), "{rows:?}");
    assert_eq!(games(&rows[2]).as_deref(), Some("2"), "{rows:?}");

    let (text, code) = run("gtp:false", "gone");
    assert_eq!(code, Some(4), "{text}");
    assert!(text.contains("false"), "{text}");
    let (text, code) = run("level:20", "endless");
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("fitness.opponents"), "{text}");
}
