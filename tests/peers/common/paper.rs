//! Records read back and compared.

use std::path::Path;

use sgmp_board::record::{GameRecord, read_sgf};
use sgmp_board::rules::{Color, Move};

/// The record in a file.
#[track_caller]
pub(crate) fn record(path: &Path) -> GameRecord {
    let bytes = std::fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    read_sgf(&bytes).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The moves of a record. What GNU Go passes after the two passes that end a game (it sends a
/// third, and writes it down) is no part of the game.
#[track_caller]
pub(crate) fn moves(path: &Path) -> Vec<(Color, Move)> {
    let record = record(path);
    let mut moves: Vec<_> = record.moves().iter().map(|m| (m.color, m.mv)).collect();
    let end = moves
        .windows(2)
        .position(|two| two.iter().all(|(_, mv)| *mv == Move::Pass));
    if let Some(first) = end {
        let surplus = moves.split_off(first + 2);
        assert!(
            surplus.len() <= 1 && surplus.iter().all(|(_, mv)| *mv == Move::Pass),
            "{surplus:?}"
        );
    }
    moves
}

/// Moves as a person reads them, for comparisons that fail.
pub(crate) fn moves_as_text(moves: &[(Color, Move)]) -> String {
    let numbered = moves
        .iter()
        .zip(1..)
        .map(|((color, mv), number)| format!("{number} {color} {mv}"));
    numbered.collect::<Vec<_>>().join("\n")
}

/// Both records hold the same moves; how many.
#[track_caller]
pub(crate) fn same_moves(a: &Path, b: &Path) -> usize {
    let (in_a, in_b) = (moves(a), moves(b));
    assert_eq!(
        moves_as_text(&in_a),
        moves_as_text(&in_b),
        "{} and {}",
        a.display(),
        b.display()
    );
    in_a.len()
}
