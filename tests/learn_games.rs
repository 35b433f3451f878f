//! Training games as a user makes them: killed, gone on with, by other programs, exported.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use sgmp_go::knowledge::PatternWeights;
use sgmp_go::learning::{TrainingGame, read_games};
use sgmp_go::port::pause;
use sgmp_go::record::read_sgf;
use sgmp_go::rng::Rng;
use sgmp_go::rules::Color;

const GNUGO: &str = "/usr/games/gnugo --mode gtp --level 0";

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

fn learn(out: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sgmp-go"));
    command.args(["learn", "games", "--size", "9", "--quiet", "--out"]);
    command.arg(out).args(words).stdin(Stdio::null());
    command
}

fn done(command: &mut Command) -> Output {
    let output = command.output().expect("the program runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
    output
}

/// The games of a file by their numbers.
fn games(path: &Path) -> Vec<TrainingGame> {
    let contents = read_games(path).expect("a file of games");
    assert_eq!((contents.torn, contents.damaged), (0, 0));
    let mut games = contents.games;
    games.sort_by_key(|game| game.index);
    games
}

#[test]
fn killed_at_any_moment_it_goes_on_to_the_same_games() {
    const WORDS: [&str; 6] = ["--playouts", "10", "--games", "12", "--seed", "5"];
    let folder = Folder::new();
    let (whole, killed) = (folder.path("whole"), folder.path("killed"));
    done(&mut learn(&whole, &WORDS));
    let mut chance = Rng::from_seed(1);
    for _ in 0..6 {
        let mut command = learn(&killed, &WORDS);
        let mut child = command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        pause(Duration::from_millis(chance.below(600).into()));
        child.kill().expect("SIGKILL");
        child.wait().expect("gone");
    }
    done(&mut learn(&killed, &WORDS));
    let (whole, killed) = (games(&whole), games(&killed));
    assert_eq!(whole.len(), 12);
    assert_eq!(whole, killed);
    for game in &whole {
        assert!(game.plies.len() > 20, "{game:?}");
        let after_lot = &game.plies[game.opening.into()..];
        assert!(after_lot.iter().all(|ply| ply.chance.is_some()));
    }
}

#[test]
fn an_interrupt_leaves_a_good_file() {
    let folder = Folder::new();
    let out = folder.path("games");
    let words = ["--playouts", "10", "--games", "100000"];
    let mut child = learn(&out, &words)
        .stdout(Stdio::null())
        .spawn()
        .expect("it starts");
    for _ in 0..500 {
        pause(Duration::from_millis(100));
        if read_games(&out).is_ok_and(|found| found.games.len() >= 2) {
            break;
        }
    }
    let id = i32::try_from(child.id()).expect("an id");
    let id = rustix::process::Pid::from_raw(id).expect("an id");
    rustix::process::kill_process(id, rustix::process::Signal::INT).expect("Ctrl-C");
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(130));
    assert!(games(&out).len() >= 2);
}

#[test]
fn gnugo_plays_itself_and_us_and_the_games_can_be_read_elsewhere() {
    let folder = Folder::new();
    let own = folder.path("own");
    done(&mut learn(&own, &["--engine", GNUGO, "--games", "2"]));
    for game in games(&own) {
        assert!(game.players.black.starts_with("GNU Go 3.8"), "{game:?}");
        assert!(game.plies.iter().all(|ply| ply.chance.is_none()));
        assert!(game.result.winner().is_some());
    }
    let both = folder.path("both");
    let words = ["--engine", GNUGO, "--playouts", "10", "--games", "2"];
    done(&mut learn(&both, &words));
    let found = games(&both);
    assert!(found[0].players[Color::Black].starts_with("sgmp-go"));
    assert!(found[1].players[Color::White].starts_with("sgmp-go"));
    let lot = usize::from(found[0].opening);
    assert_eq!(found[0].plies[..lot], found[1].plies[..lot], "one opening");

    let sgf = folder.path("sgf");
    let mut export = Command::new(env!("CARGO_BIN_EXE_sgmp-go"));
    export.args(["learn", "games", "--out"]).arg(&both);
    done(export.arg("--export").arg(&sgf));
    for game in found {
        let bytes = std::fs::read(sgf.join(format!("{:06}.sgf", game.index))).expect("a record");
        let record = read_sgf(&bytes).expect("SGF");
        let moves = record
            .moves()
            .iter()
            .map(|played| (played.color, played.mv));
        assert!(moves.eq(game.moves()));
        assert_eq!(record.info.result, game.result);
    }
}

#[test]
fn a_program_that_does_not_play_is_named_and_other_words_are_refused() {
    let folder = Folder::new();
    let out = folder.path("games");
    let output = learn(&out, &["--engine", "false"])
        .output()
        .expect("it runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(errors.contains("--engine: false: it was asked"), "{errors}");
    assert!(!out.exists());

    done(&mut learn(&out, &["--playouts", "2", "--games", "1"]));
    let other = ["--playouts", "3", "--games", "1"];
    let output = learn(&out, &other).output().expect("it runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(errors.contains("was made by other words"), "{errors}");
    assert_eq!(games(&out).len(), 1);
}

#[test]
fn files_of_earlier_versions_stay_readable() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/learned");
    let contents = read_games(&folder.join("own.games")).expect("training games");
    assert_eq!((contents.games.len(), contents.torn), (6, 0));
    assert!(contents.games.iter().all(|game| game.replayed().is_some()));
    let bytes = std::fs::read(folder.join("own.bin")).expect("a file");
    let weights = PatternWeights::from_bytes(&bytes).expect("weights");
    assert_eq!(weights.shapes.len(), 56);
}
