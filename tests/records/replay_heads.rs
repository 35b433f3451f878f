//! Heads of traces: `replay` reads a trace by its head, unless the options say otherwise, and says where it has
//! to guess.

use std::path::Path;

use clap::Parser;
use sgmp_board::record::{GameRecord, read_sgf};
use sgmp_board::rules::Komi;
use sgmp_go::cli::replay::{Finding, ReplayArgs, run};
use sgmp_match::trace_check::trace_input::ReplayError;

/// The command line of `replay` alone.
#[derive(Parser)]
struct Replay {
    #[command(flatten)]
    args: ReplayArgs,
}

/// A whole game of two GNU Go on 9 lines, without a head.
fn bare() -> String {
    let path = "fixtures/traces/gnugo38_sgmp_9x9.txt";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(path).expect("a trace")
}

const HEAD: &str = "\
# trace by sgmp-go 0.1.0
# side: proxy
# size: 9
# points: usual
# rules: chinese
# komi: 6.5
# handicap: 0
# black: Kuro
# white: Shiro
# dialect: fjk
# baud: 2400
# time: 600 s
# date: 2026-11-28
";

struct Folder(tempfile::TempDir);

impl Folder {
    fn with(trace: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("trace"), trace).expect("a trace");
        Self(folder)
    }

    fn text(&self, name: &str) -> String {
        let path = self.0.path().join(name);
        path.to_str().expect("a plain name").to_owned()
    }

    fn try_replay(&self, options: &[&str]) -> Result<(Finding, String), ReplayError> {
        let words = ["replay".to_owned(), self.text("trace")];
        let options = options.iter().map(|option| (*option).to_owned());
        let args = Replay::parse_from(words.into_iter().chain(options)).args;
        let mut out = Vec::new();
        let finding = run(&args, &mut out)?;
        Ok((finding, String::from_utf8(out).expect("text")))
    }

    fn replay(&self, options: &[&str]) -> String {
        self.try_replay(options).expect("a trace").1
    }

    fn record(&self, name: &str) -> GameRecord {
        let bytes = std::fs::read(self.text(name)).expect("a record");
        read_sgf(&bytes).expect("a record")
    }
}

fn replay(trace: &str, options: &[&str]) -> String {
    Folder::with(trace).replay(options)
}

#[test]
fn the_head_says_by_which_board_and_rules_a_trace_is_read() {
    let told = replay(&format!("{HEAD}{}", bare()), &[]);
    assert!(
        told.contains("size: 9, points: usual, rules: chinese, komi: 6.5"),
        "{told}"
    );
    assert!(told.contains("1. B E5  2. W C3"), "{told}");
    assert!(!told.contains("taken for"), "{told}");
    let told = replay(&format!("{HEAD}{}", bare()), &["--size", "19"]);
    assert!(told.contains("1. B C3"), "{told}");
    assert!(!told.contains("taken for"), "{told}");
}

#[test]
fn a_guess_is_called_one_and_a_likelier_board_is_named() {
    let told = replay(&bare(), &[]);
    let guess = "the trace does not say its board: taken for 19x19 (--size N); all points are on 9x9 too: \
                 --size 9\n";
    assert!(told.starts_with(guess), "{told}");
    // A few moves say nothing of a board.
    let few: String = bare()
        .lines()
        .take(14)
        .map(|line| format!("{line}\n"))
        .collect();
    let told = replay(&few, &[]);
    assert!(
        told.starts_with("the trace does not say its board: taken for 19x19 (--size N)\n"),
        "{told}"
    );
    assert!(!replay(&bare(), &["--size", "9"]).contains("taken for"));
}

#[test]
fn a_record_has_what_the_head_and_the_last_mark_say() {
    let end = "# 2026-11-28T10:00:00Z ended: W+3.5, two consecutive passes\n";
    let folder = Folder::with(&format!("{HEAD}{}{end}", bare()));
    folder.replay(&["--sgf", &folder.text("game.sgf")]);
    let info = folder.record("game.sgf").info;
    assert_eq!(
        info.komi.map(|komi| komi.to_string()).as_deref(),
        Some("6.5")
    );
    assert_eq!(info.players.black.name.as_deref(), Some("Kuro"));
    assert_eq!(info.players.white.name.as_deref(), Some("Shiro"));
    assert_eq!(info.date.as_deref(), Some("2026-11-28"));
    assert_eq!(info.time_limit.map(|time| time.as_secs()), Some(600));
    assert_eq!(info.rules.as_deref(), Some("Chinese"));
    assert_eq!(info.result.to_string(), "W+3.5");
}

/// The words of [`HEAD`] as options.
const WORDS: [&str; 14] = [
    "--size",
    "9",
    "--rules",
    "chinese",
    "--komi",
    "6.5",
    "--black",
    "Kuro",
    "--white",
    "Shiro",
    "--time",
    "10m",
    "--date",
    "2026-11-28",
];

/// From public reports: a record of a trace without a head had a board and moves alone.
#[test]
fn options_say_what_a_trace_without_a_head_does_not() {
    let end = "# 2026-11-28T10:00:00Z ended: W+3.5, two consecutive passes\n";
    let told = Folder::with(&format!("{HEAD}{}{end}", bare()));
    told.replay(&["--sgf", &told.text("game.sgf")]);
    let bare = Folder::with(&bare());
    let game = bare.text("game.sgf");
    bare.replay(&[&WORDS[..], &["--result", "W+3.5", "--sgf", &game]].concat());
    assert_eq!(told.record("game.sgf"), bare.record("game.sgf"));
    // They go before what a head says.
    let other = told.text("other.sgf");
    let words = [
        "--komi", "7.5", "--black", "Ito", "--event", "Cup", "--round", "3", "--place", "Kyoto",
    ];
    told.replay(&[&words[..], &["--result", "B+R", "--sgf", &other]].concat());
    let info = told.record("other.sgf").info;
    assert_eq!(info.komi.map(Komi::half_points), Some(15));
    assert_eq!(info.players.black.name.as_deref(), Some("Ito"));
    assert_eq!(info.players.white.name.as_deref(), Some("Shiro"));
    let facts = [info.event, info.round, info.place].map(Option::unwrap_or_default);
    assert_eq!(facts, ["Cup", "3", "Kyoto"]);
    assert_eq!(info.result.to_string(), "B+R");
}

/// A match is counted after two passes; so is its trace, once the komi is known.
#[test]
fn a_game_that_two_passes_end_is_counted() {
    let folder = Folder::with(&bare());
    for (name, words, result) in [
        ("counted.sgf", &WORDS[..], "B+0.5"),
        ("open.sgf", &["--size", "9"], "?"),
    ] {
        let path = folder.text(name);
        folder.replay(&[words, &["--sgf", &path]].concat());
        let told = folder.record(name).info.result.to_string();
        assert_eq!(told, result);
    }
}

#[test]
fn two_games_of_a_trace_are_two_games() {
    let second = HEAD.replace("komi: 6.5", "komi: 7.5");
    let folder = Folder::with(&format!("{HEAD}{}{second}{}", bare(), bare()));
    let (finding, told) = folder
        .try_replay(&["--check", "--sgf", &folder.text("game.sgf")])
        .expect("two games");
    assert_eq!(finding, Finding::Clean, "{told}");
    assert!(
        told.starts_with("game 1\n") && told.contains("\ngame 2\n"),
        "{told}"
    );
    assert_eq!(
        told.matches("check as Black: frames sent alike: 44")
            .count(),
        2,
        "{told}"
    );
    let other = folder.text("other.sgf");
    let refused = folder.try_replay(&["--sgf", &other, "--result", "W+R"]);
    assert!(refused.is_err_and(|error| error.to_string().contains("2 games")));
    for (name, half_points) in [("game.sgf", 13), ("game-2.sgf", 15)] {
        let komi = folder.record(name).info.komi;
        assert_eq!(komi.map(Komi::half_points), Some(half_points));
    }
}

/// Line 14 is the OK to the first move.
fn second_half() -> String {
    let lines: Vec<_> = bare().lines().skip(14).map(str::to_owned).collect();
    lines.join("\n")
}

#[test]
fn a_trace_that_was_begun_in_mid_game_accuses_nobody_and_makes_no_record() {
    for (begins, said) in [
        (
            "after move 12",
            "the trace begins after move 12: its board is not known",
        ),
        (
            "in mid-game",
            "the trace begins in mid-game: its board is not known",
        ),
    ] {
        let head = format!("{HEAD}# begins: {begins}\n");
        let folder = Folder::with(&format!("{head}{}\n", second_half()));
        let (_, told) = folder.try_replay(&[]).expect("a trace");
        assert!(told.starts_with(said), "{told}");
        assert!(!told.contains("does not begin with"), "{told}");
        assert!(!told.contains("1. B "), "{told}");
        let (finding, told) = folder.try_replay(&["--check"]).expect("a trace");
        assert_eq!(finding, Finding::Violations);
        assert!(
            told.contains("check: nothing is checked: the trace does not have"),
            "{told}"
        );
        let error = folder.try_replay(&["--sgf", &folder.text("game.sgf")]);
        assert!(matches!(error, Err(ReplayError::NoBeginning)), "{error:?}");
        assert!(!Path::new(&folder.text("game.sgf")).exists());
    }
}

#[test]
fn what_cannot_be_is_an_error_and_a_silent_trace_says_so() {
    let odd = HEAD
        .replace("size: 9", "size: 5")
        .replace("handicap: 0", "handicap: 9");
    let error = Folder::with(&format!("{odd}{}", bare())).try_replay(&[]);
    assert!(matches!(error, Err(ReplayError::Handicap(_))), "{error:?}");
    let error = Folder::with(HEAD).try_replay(&[]).expect_err("no frame");
    assert!(
        error.to_string().contains("nothing crossed the line"),
        "{error}"
    );
}
