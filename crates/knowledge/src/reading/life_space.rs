//! The space in which the life of a string is decided.

use super::undo_board::UndoBoard;
use sgmp_board::rules::{Color, Point, PointSet};

/// The largest space that is read, in empty points.
pub(super) const MAX_SPACE: usize = 8;

/// Liberties up to which a string around the space may itself be captured.
pub(super) const MAX_WEAK_LIBERTIES: usize = 3;

/// Liberties up to which a string beside a weak one may be captured to save that.
pub(super) const MAX_SHORT_LIBERTIES: usize = 2;

/// Most points that both sides play on.
pub(super) const MAX_POINTS: usize = 11;

/// The points to play on: those that the string's color reaches, the last liberties of the weak
/// strings around them, and what is free once a stone there is captured. `None` if there are too
/// many.
pub(super) fn space(undo_board: &UndoBoard, stone: Point, defender: Color) -> Option<PointSet> {
    let mut seen = PointSet::single(stone);
    let mut open = vec![stone];
    let mut outside = PointSet::EMPTY;
    while let Some(point) = open.pop() {
        for n in undo_board.neighbors(point) {
            let is_enemy = undo_board.color_at(n) == Some(!defender);
            if is_enemy && undo_board.liberties(n) > 1 {
                if undo_board.liberties(n) <= MAX_WEAK_LIBERTIES && !outside.contains(n) {
                    outside |= surroundings(undo_board, n);
                }
            } else if seen.insert(n) {
                // Whoever is in atari may be captured at once: his last liberty is in reach.
                let last = is_enemy.then(|| undo_board.first_liberty(n)).flatten();
                open.extend(last.filter(|last| seen.insert(*last)));
                open.push(n);
            }
        }
        if undo_board.empty_among(seen).len() > MAX_SPACE {
            return None;
        }
    }
    let all = seen | outside;
    (undo_board.empty_among(all).len() <= MAX_POINTS).then_some(all)
}

/// A string with its liberties, and the enemies beside it that have few with theirs: it may save
/// itself by capturing them.
pub(super) fn surroundings(undo_board: &UndoBoard, stone: Point) -> PointSet {
    let mut all = undo_board.string_set(stone) | undo_board.liberty_set(stone);
    for enemy in undo_board.stones_beside(stone).iter() {
        if undo_board.liberties(enemy) <= MAX_SHORT_LIBERTIES && !all.contains(enemy) {
            all |= undo_board.liberty_set(enemy);
            all |= undo_board.string_set(enemy);
        }
    }
    all
}
