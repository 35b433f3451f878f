//! From what a search found to the move that is made.

use super::ending::Ending;
use super::heavy::{Latest, Rates, play_heavy};
use super::thinker::{Candidate, Thought};
use super::{Ownership, Params};
use crate::rng::Rng;
use crate::rules::{Board, Color, Game, Move, Point};

/// Playouts of the sample that a pass rests on.
const SECOND_LOOK: u32 = 200;

/// The move to make: the most visited one that is not a waste; a pass where nothing is left.
///
/// A point whose owner the playouts agree on is settled: playing there loses a point in Japanese
/// counting. The search's own playouts follow its best lines, so before a pass a fresh sample from
/// the position itself, with either side to move, has to agree.
#[must_use]
pub fn decide(
    game: &Game,
    color: Color,
    thought: &Thought,
    params: &Params,
    rates: &Rates,
    rng: &mut Rng,
) -> Move {
    let threshold = params.settled_after(game.move_count(), game.size().points());
    let unsettled = |samples: &[&Ownership]| {
        thought.moves.iter().find(|candidate| match candidate.mv {
            Move::Pass => false,
            Move::Play(point) => {
                let settled = |sample: &&Ownership| is_settled(sample, point, threshold);
                !samples.iter().all(settled) && !game.repeats(color, candidate.mv)
            }
        })
    };
    let answers_pass = game.consecutive_passes() == 1 && thought.value >= params.end_from;
    let tree = &thought.ownership;
    let favourite = thought.moves.iter().find(|c| !game.repeats(color, c.mv));
    if let Some(candidate) = unsettled(&[tree])
        && !answers_pass
        && favourite == Some(candidate)
    {
        return candidate.mv;
    }
    // What the tree agrees on may be settled by the very move it favours: only what a sample
    // without that move agrees on too is a waste to play.
    let fresh = sample(game.board(), rates, rng);
    let ending = Ending::now(game, &fresh);
    match unsettled(&[tree, &fresh]) {
        Some(_) if answers_pass && ending.is_won_by(color) => Move::Pass,
        Some(candidate) => candidate.mv,
        None => match neutral(&ending, &fresh, thought, params) {
            mv if game.repeats(color, mv) => Move::Pass,
            mv => mv,
        },
    }
}

/// Whose the points are at the ends of playouts from here, half of them with either side to move.
fn sample(board: &Board, rates: &Rates, rng: &mut Rng) -> Ownership {
    let mut ownership = Ownership::default();
    let mut end = board.clone();
    for playout in 0..SECOND_LOOK {
        end.clone_from(board);
        let first = if playout % 2 == 0 {
            Color::Black
        } else {
            Color::White
        };
        play_heavy(&mut end, first, Latest::default(), rates, rng, |_, _| {});
        ownership.add(&end);
    }
    ownership
}

/// Where every owner is settled: a point that costs nothing to play, or a pass. In seki too there
/// are such points; there the search shows what they would lose.
fn neutral(ending: &Ending, fresh: &Ownership, thought: &Thought, params: &Params) -> Move {
    let tried = || {
        thought
            .moves
            .iter()
            .filter(|candidate| candidate.visits > 0)
    };
    let best = tried().map(|candidate| candidate.value).fold(0.0, f32::max);
    let is_harmless = |candidate: &&Candidate| match candidate.mv {
        Move::Pass => false,
        Move::Play(point) => {
            ending.is_open(point)
                && !is_settled(fresh, point, params.closed_from)
                && candidate.value >= best - params.harmless_within
        }
    };
    tried()
        .find(is_harmless)
        .map_or(Move::Pass, |candidate| candidate.mv)
}

/// Ends that it takes to call anything settled.
const ENOUGH: u32 = 32;

fn is_settled(ownership: &Ownership, point: Point, threshold: f32) -> bool {
    ownership.playouts() >= ENOUGH && ownership.certainty(point) >= threshold
}
