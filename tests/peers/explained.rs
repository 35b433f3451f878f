//! Reasons of our moves: on the screen and in the record, while the wire is served.

use std::path::Path;

use sgmp_board::record::{GameRecord, read_sgf};
use sgmp_board::rules::Color;

use crate::common::{
    Cable, Folder, Program, Signal, detached, gnugo, ours, resumed, same_moves, until,
};
use crate::tools::needs;

fn record(path: &Path) -> GameRecord {
    read_sgf(&std::fs::read(path).expect("a file")).expect("a record")
}

/// Returns whether each of a side's moves has a comment that explains it.
fn explained(record: &GameRecord, color: Color) -> Vec<bool> {
    let ours = record.moves().iter().filter(|played| played.color == color);
    ours.map(|played| {
        let head = format!("{color} {}, from {color}'s side:", played.mv);
        let comment = played.comment.as_deref();
        comment.is_some_and(|comment| comment.starts_with(&head))
    })
    .collect()
}

#[test]
fn each_of_our_moves_is_explained() {
    let folder = Folder::new();
    let mut command = ours(&folder, "black", "black", "pty");
    command.args(["--size", "5", "--why", "--sgf-comments"]);
    let mut black = Program::start(&folder, "black", &mut command);
    let slave = black.word_after("the other side opens ");
    let mut command = ours(&folder, "white", "white", &slave);
    let mut white = Program::start(&folder, "white", command.args(["--size", "5", "--why"]));
    black.ends_with(0);
    white.ends_with(0);
    let moves = same_moves(&folder.path("black.sgf"), &folder.path("white.sgf"));
    assert!(moves > 4, "a whole game, not {moves} moves");

    let kept = record(&folder.path("black.sgf"));
    assert!(
        explained(&kept, Color::Black)
            .into_iter()
            .all(|is_so| is_so),
        "{kept:?}"
    );
    assert!(!folder.read("white.sgf").contains("'s side:"));
    let (black, white) = (black.stdout(), white.stdout());
    for (number, played) in (1..).zip(kept.moves()) {
        let (color, mv) = (played.color, played.mv);
        let line = format!("Move {number}. {color} {mv}, from {color}'s side:\n");
        let (told, untold) = match color {
            Color::Black => (&black, &white),
            Color::White => (&white, &black),
        };
        assert_eq!(told.matches(&line).count(), 1, "{line}{told}");
        assert!(!untold.contains(&line), "{line}{untold}");
    }
}

#[test]
fn a_resumed_match_keeps_what_was_said() {
    needs!(GnuGo);
    let folder = Folder::new();
    let cable = Cable::new();
    let mut command = gnugo(&folder, "gnugo", "white", 9);
    // It has to think a little, or the game is over before two moves of it are explained.
    command.args(["--level", "10"]);
    let mut opponent = Program::start_on(&folder, "gnugo", &mut command, cable.open_b());
    let mut command = ours(&folder, "ours", "black", cable.a());
    command.args(["--size", "9", "--sgf-comments"]);
    let mut ours = Program::start(&folder, "ours", &mut detached(&command));
    ours.says("  6  White");
    until("comments on paper", || {
        let kept = record(&folder.path("ours.sgf"));
        let said = explained(&kept, Color::Black);
        (said.iter().filter(|is_so| **is_so).count() >= 2).then_some(())
    });
    ours.signal(Signal::INT);
    ours.ends_with(130);
    Program::start(&folder, "resumed", &mut resumed(&folder, cable.a())).ends_with(0);
    opponent.end();
    same_moves(&folder.path("ours.sgf"), &folder.path("gnugo.sgf"));
    let said = explained(&record(&folder.path("ours.sgf")), Color::Black);
    assert_eq!(said[..2], [true, true]);
    assert_eq!(said.last(), Some(&false), "not asked for again");
}
