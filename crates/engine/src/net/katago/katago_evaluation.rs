//! The answer of a net in KataGo's form.

use crate::net::Evaluation;

/// The judgment of a net in KataGo's form, for the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct KatagoEvaluation {
    /// Moves, win, score and owners. [`Evaluation::win`] is the chance to win where a game without a result
    /// is none; [`Evaluation::score`] the mean of the score.
    pub evaluation: Evaluation,
    /// Chance to lose, 0 to 1.
    pub loss: f32,
    /// Chance of a game without a result, 0 to 1.
    pub no_result: f32,
}
