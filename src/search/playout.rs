//! Light random playouts.

use crate::rng::Rng;
use crate::rules::{Board, Color, Move, Point};

/// Plays random moves until both sides have none left, or for three times as many moves as the
/// board has points, and calls `seen` with each one played.
///
/// A side passes only if every legal move would fill an eye of its own of one point. Positions may
/// repeat (but for simple ko), which the bound on moves ends.
pub fn play_out(
    board: &mut Board,
    first: Color,
    rng: &mut Rng,
    mut seen: impl FnMut(Color, Point),
) {
    let most = 3 * u32::from(board.size().points());
    let mut color = first;
    let mut passes = 0;
    for _ in 0..most {
        match play_random(board, color, rng) {
            Some(point) => {
                passes = 0;
                seen(color, point);
            }
            None => passes += 1,
        }
        if passes == 2 {
            break;
        }
        color = !color;
    }
}

/// Steps to walk through the empty points with: primes larger than their number, so that a walk
/// meets each point once, in an order that has nothing to do with where points lie.
const STEPS: [u32; 8] = [367, 373, 379, 383, 389, 397, 401, 409];

/// Plays a random legal move that fills no own eye; passes and gives `None` if there is none.
fn play_random(board: &mut Board, color: Color, rng: &mut Rng) -> Option<Point> {
    let count = board.empty_points().len() as u32;
    let draw = rng.below(count << 3);
    let step = STEPS[(draw & 7) as usize];
    let mut at = draw >> 3;
    for _ in 0..count {
        let point = board.empty_points()[at as usize];
        if !board.is_small_eye(color, point) && board.play(color, Move::Play(point)).is_ok() {
            return Some(point);
        }
        at = (at + step) % count;
    }
    // Passing is always legal; it ends a ko.
    let _ = board.play(color, Move::Pass);
    None
}
