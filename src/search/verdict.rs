//! From what a search found to the move that is made.

use super::ending::Ending;
use super::thinker::{Candidate, Thought};
use super::{Ownership, Params};
use crate::rules::{Color, Game, Move};

/// The move to make: the most visited one that is not a waste; a pass where nothing is left.
///
/// A point whose owner the playouts agree on is settled: playing there loses a point in Japanese
/// counting.
#[must_use]
pub fn decide(game: &Game, color: Color, thought: &Thought, params: &Params) -> Move {
    let ownership = &thought.ownership;
    let threshold = 0.97;
    let is_open = |candidate: &&Candidate| match candidate.mv {
        Move::Pass => false,
        Move::Play(point) => !is_settled(ownership, point, threshold),
    };
    let best = thought.moves.iter().find(is_open);
    let ending = || Ending::now(game, ownership);
    let answers_pass = game.consecutive_passes() == 1 && thought.value >= params.end_from;
    match best {
        Some(_) if answers_pass && ending().is_won_by(color) => Move::Pass,
        Some(candidate) => candidate.mv,
        None => {
            let points = thought
                .moves
                .iter()
                .filter_map(|candidate| match candidate.mv {
                    Move::Play(point) => Some(point),
                    Move::Pass => None,
                });
            ending().closing(ownership, points, params.closed_from)
        }
    }
}

fn is_settled(ownership: &Ownership, point: crate::rules::Point, threshold: f32) -> bool {
    ownership.certainty(point) >= threshold
}
