//! Training games: killed, gone on with, by other programs, exported.

use std::path::Path;

use sgmp_board::record::read_sgf;
use sgmp_board::rng::Rng;
use sgmp_board::rules::Color;
use sgmp_knowledge::move_weights::MoveWeights;
use sgmp_laboratory::learning::{TrainingGame, read_games};

use super::common::{Folder, Heard};
use crate::tools::{gnugo_program, needs};

/// Words that make these games.
fn made(out: &str, words: &str) -> String {
    format!("games --size 9 --quiet --out {out} {words}")
}

/// Has another program make games.
fn hired(folder: &Folder, out: &str, words: &str, engine: &str) -> Heard {
    Heard::from(folder.learn(&made(out, words)).args(["--engine", engine]))
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
    let folder = Folder::new();
    let words = |out| made(out, "--playouts 10 --games 12 --seed 5");
    folder.done(&words("whole"));
    let mut chance = Rng::from_seed(1);
    for _ in 0..6 {
        folder.killed_after(&words("killed"), chance.below(600).into());
    }
    folder.done(&words("killed"));
    let [whole, killed] = ["whole", "killed"].map(|out| games(&folder.path(out)));
    assert_eq!(whole.len(), 12);
    assert_eq!(whole, killed);
    for game in &whole {
        assert!(game.plies.len() > 20, "{game:?}");
        let after_lot = &game.plies[game.opening.into()..];
        assert!(after_lot.iter().all(|ply| ply.chance.is_some()));
    }
}

#[test]
fn workers_make_parts_that_are_merged_and_what_is_lost_is_made_again() {
    let folder = Folder::new();
    let words =
        |out: &str, more: &str| made(out, &format!("--playouts 5 --games 5 --seed 5 {more}"));
    folder.done(&words("whole", ""));
    folder.done(&words("first", "--worker 1/3"));
    folder.done(&words("third", "--worker 3/3"));
    let part = games(&folder.path("first"));
    assert!(part.iter().map(|game| game.index).eq([0, 3]));
    let whole = games(&folder.path("whole"));
    // The second part is lost; merged twice, no game comes twice.
    for _ in 0..2 {
        folder.done(&words("merged", "--merge first third"));
        assert_eq!(games(&folder.path("merged")), whole);
    }
    let other = made("other", "--playouts 6 --games 5 --seed 5 --merge first");
    folder.refuses(&[(&other, 2, "first")]);
}

#[test]
fn an_interrupt_leaves_a_good_file() {
    let folder = Folder::new();
    let out = folder.path("games");
    let words = made("games", "--playouts 10 --games 100000");
    folder.interrupted_when(&words, || {
        read_games(&out).is_ok_and(|found| found.games.len() >= 2)
    });
    assert!(games(&out).len() >= 2);
}

#[test]
fn gnugo_plays_itself_and_us_and_the_games_can_be_read_elsewhere() {
    needs!(GnuGo);
    let gnugo = format!("{} --mode gtp --level 0", gnugo_program());
    let folder = Folder::new();
    assert_eq!(hired(&folder, "own", "--games 2", &gnugo).code, 0);
    for game in games(&folder.path("own")) {
        assert!(game.players.black.starts_with("GNU Go 3.8"), "{game:?}");
        assert!(game.plies.iter().all(|ply| ply.chance.is_none()));
        assert!(game.result.winner().is_some());
    }
    let heard = hired(&folder, "both", "--playouts 10 --games 2", &gnugo);
    assert_eq!(heard.code, 0, "{}", heard.errors);
    let found = games(&folder.path("both"));
    assert!(found[0].players[Color::Black].starts_with("sgmp-go"));
    assert!(found[1].players[Color::White].starts_with("sgmp-go"));
    let lot = usize::from(found[0].opening);
    assert_eq!(found[0].plies[..lot], found[1].plies[..lot], "one opening");

    folder.done("games --out both --export sgf");
    for game in found {
        let bytes =
            std::fs::read(folder.path(&format!("sgf/{:06}.sgf", game.index))).expect("a record");
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
    let words = |words| made("games", words);
    let silent = words("--engine false");
    folder.refuses(&[(&silent, 2, "--engine: false: it was asked")]);
    assert!(!out.exists());

    folder.done(&words("--playouts 2 --games 1"));
    let other = words("--playouts 3 --games 1");
    folder.refuses(&[(&other, 2, "was made by other words")]);
    assert_eq!(games(&out).len(), 1);
}

#[test]
fn files_of_earlier_versions_stay_readable() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/learned");
    let contents = read_games(&folder.join("own.games")).expect("training games");
    assert_eq!((contents.games.len(), contents.torn), (6, 0));
    assert!(contents.games.iter().all(|game| game.replayed().is_some()));
    let bytes = std::fs::read(folder.join("own.bin")).expect("a file");
    let weights = MoveWeights::from_bytes(&bytes).expect("weights");
    assert_eq!(weights.shapes.len(), 56);
}
