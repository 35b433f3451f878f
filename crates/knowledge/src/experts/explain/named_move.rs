//! The move that is named as the best of a position: the same to whoever asks for a hint, for reasons or for a case against
//! a move.

use super::judgment::{JudgedMove, Judgment};
use crate::experts::select::{ConsideredMove, Selection};
use sgmp_board::rules::Move;

/// Moves of the experts that the judge is asked about.
const MAX_ASKED: usize = 2;
/// Points that a pass may lose where the experts see nothing left to do.
const MAX_PASS_LOSS: f32 = 0.7;

/// The moves that the judge is asked about whatever is asked: those that the experts think of, and a pass where they see
/// nothing left to do. Elsewhere a pass that answers another one would be worth the count of a board that is not played out.
pub(super) fn always_asked(
    considered: &[ConsideredMove],
    sees_nothing: bool,
) -> impl Iterator<Item = Move> {
    let pass = sees_nothing.then_some(Move::Pass);
    considered
        .iter()
        .take(MAX_ASKED)
        .map(|known| known.mv)
        .chain(pass)
}

/// Returns whether the experts who chose this among all moves see nothing left to do.
pub(super) fn sees_nothing(selection: &Selection) -> bool {
    selection.mv == Move::Pass
}

/// The move that is named: the judge's best; a pass where the experts see nothing left to do, and the judge nothing that is worth a
/// point.
pub(super) fn named(judgment: &Judgment, sees_nothing: bool) -> JudgedMove {
    let pass = judgment.find(Move::Pass).filter(|_| sees_nothing);
    let pass = pass.filter(|pass| judgment.loss(pass) <= MAX_PASS_LOSS && judgment.likes(pass));
    *pass.unwrap_or(judgment.best())
}
