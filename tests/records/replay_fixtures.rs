//! Every trace under `fixtures/traces` is replayed and judged as its first line says.

use std::path::{Path, PathBuf};

use clap::Parser;
use sgmp_board::record::read_sgf;
use sgmp_go::cli::replay::{Finding, ReplayArgs, run};
use sgmp_match::trace_check::trace_input::ReplayError;

/// The command line of `replay` alone.
#[derive(Parser)]
struct Replay {
    #[command(flatten)]
    args: ReplayArgs,
}

fn traces() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/traces")
}

/// Replays a trace of the fixtures with these options.
fn replay(name: &str, options: &[&str]) -> (Finding, String) {
    let path = traces().join(name);
    let words = ["replay", path.to_str().unwrap()];
    let args = Replay::parse_from(words.iter().chain(options)).args;
    let mut out = Vec::new();
    let finding = run(&args, &mut out).unwrap();
    (finding, String::from_utf8(out).unwrap())
}

/// The violations of a listing, one a line.
fn violations(listing: &str) -> Vec<&str> {
    listing
        .lines()
        .filter(|line| line.starts_with("line ") && line.contains(':'))
        .collect()
}

#[test]
fn the_calls_example_is_clean_and_our_own_session_sends_the_same_bytes() {
    for options in [&["--check"][..], &["--check", "--color", "black"]] {
        let (finding, listing) = replay("call_example.txt", options);
        insta::assert_snapshot!("call_example", listing);
        assert_eq!(finding, Finding::Clean);
    }
}

#[test]
fn the_example_taken_for_whites_shows_what_is_wrong() {
    let (finding, listing) = replay("call_example.txt", &["--color", "white"]);
    assert_eq!(finding, Finding::Violations);
    assert_eq!(
        violations(&listing)[0],
        "line 2: White, NEWGAME: NEWGAME by White: only Black opens a game"
    );
}

#[test]
fn gnu_go_plays_a_whole_game_and_a_third_pass() {
    let options = ["--size", "9", "--check", "--strict"];
    for options in [&options[..2], &options[..]] {
        let (finding, listing) = replay("gnugo38_sgmp_9x9.txt", options);
        assert_eq!(finding, Finding::Violations);
        assert_eq!(
            violations(&listing),
            ["line 90: White, MOVE(W pass): sent after two consecutive passes ended the game"]
        );
        assert!(listing.contains("1. B E5  2. W C3"), "{listing}");
    }
    // All but what comes after the end is what our own session sends, as either side; the OK to
    // White's last pass finds nobody there any more.
    let (_, listing) = replay("gnugo38_sgmp_9x9.txt", &options);
    let black = "check as Black: frames sent alike: 44, no other";
    assert!(listing.contains(black), "{listing}");
    let white = "check as White: line 90: as White our session would send nothing";
    assert!(listing.contains(white), "{listing}");
}

#[test]
fn an_excess_after_the_end_is_a_remark_unless_we_want_to_be_strict() {
    let (finding, listing) = replay("gnugo38_sgmp_9x9.txt", &["--size", "9", "--check"]);
    assert_eq!(finding, Finding::Clean, "{listing}");
    assert_eq!(violations(&listing), [""; 0]);
    for text in [
        "remark: line 90: White, MOVE(W pass): sent after two consecutive passes ended the game",
        "; no violation, 1 remark",
        "check as Black: frames sent alike: 44, no other",
        "check as White: frames sent alike: 4",
    ] {
        assert!(listing.contains(text), "{text}: {listing}");
    }
}

#[test]
fn a_game_is_written_as_a_record_and_no_file_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let sgf = folder.path().join("game.sgf");
    let options = ["--size", "9", "--sgf", sgf.to_str().unwrap()];
    let (_, listing) = replay("gnugo38_sgmp_9x9.txt", &options);
    let record = read_sgf(&std::fs::read(&sgf).unwrap()).unwrap();
    assert_eq!(record.size().lines(), 9);
    assert!(
        listing.contains(&format!(" moves: {},", record.moves().len())),
        "{listing}"
    );

    let words = ["replay", sgf.to_str().unwrap()];
    let error = run(&Replay::parse_from(words).args, &mut Vec::new()).unwrap_err();
    assert!(matches!(error, ReplayError::NoTrace { .. }), "{error}");
    let example = traces().join("call_example.txt");
    let words = [
        "replay",
        example.to_str().unwrap(),
        "--sgf",
        sgf.to_str().unwrap(),
    ];
    let error = run(&Replay::parse_from(words).args, &mut Vec::new()).unwrap_err();
    assert!(matches!(error, ReplayError::Record(_)), "{error}");
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let args = Replay::parse_from(["replay", "/nowhere/trace.txt"]).args;
    let error = run(&args, &mut Vec::new()).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("cannot read /nowhere/trace.txt: "),
        "{error}"
    );
}

/// The violations of every handmade trace, and what `--check` says of it.
#[test]
fn every_handmade_trace_is_judged_as_it_says() {
    let mut names: Vec<_> = std::fs::read_dir(traces().join("handmade"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let mut told = String::new();
    for name in names {
        let (finding, listing) = replay(&format!("handmade/{name}"), &["--check"]);
        let checks = listing.lines().filter(|line| line.starts_with("check as "));
        let found: Vec<_> = violations(&listing).into_iter().chain(checks).collect();
        told += &format!("{name}: {finding:?}\n  {}\n", found.join("\n  "));
    }
    insta::assert_snapshot!(told);
}
