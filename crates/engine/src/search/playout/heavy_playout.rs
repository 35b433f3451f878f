//! Playouts that answer what just happened as a policy likes it, and refuse to throw stones away.

use super::light_playout::{LastMoves, play_anywhere, play_to_end};
use super::local_choice::{LocalChoice, PlayoutObserver, play_local};
use super::policy::PlayoutPolicy;
use sgmp_board::rng::Rng;
use sgmp_board::rules::{Board, Color, Point};
use sgmp_knowledge::tactics::is_self_atari;

/// Plays a game to its end and calls `seen` with every stone.
///
/// Ends at two passes, or at three times as many moves as the board has points.
pub(crate) fn play_heavy(
    board: &mut Board,
    first: Color,
    last_moves: LastMoves,
    policy: &PlayoutPolicy,
    rng: &mut Rng,
    seen: impl FnMut(Color, Point),
) {
    let mut choice = LocalChoice::new();
    play_to_end(
        board,
        first,
        last_moves,
        seen,
        |board, color, last_moves| {
            play_some(board, color, last_moves, policy, rng, &mut choice, &mut ())
        },
    );
}

/// Plays one move as such playouts do; `None` is a pass.
pub(super) fn play_some<W: PlayoutObserver>(
    board: &mut Board,
    color: Color,
    last_moves: LastMoves,
    policy: &PlayoutPolicy,
    rng: &mut Rng,
    choice: &mut LocalChoice,
    observer: &mut W,
) -> Option<Point> {
    play_local(board, color, last_moves, policy, rng, choice, observer).or_else(|| {
        let sound = |board: &Board, color, point| !is_self_atari(board, color, point);
        play_anywhere(board, color, rng, sound, is_throw_in)
    })
}

/// Returns whether a self-atari costs little: it sacrifices few stones, so that it may kill an eye.
fn is_throw_in(board: &Board, color: Color, point: Point) -> bool {
    const MAX_STONES: usize = 4;
    let own = board.stones_beside(point, color);
    let stones: usize = own.map(|stone| board.string_size(stone)).sum();
    stones <= MAX_STONES && board.legality(color, point).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn playouts_end_and_leave_no_string_without_liberties() {
        for lines in [5, 9, 19] {
            let size = sgmp_board::rules::BoardSize::new(lines).unwrap();
            for seed in 0..20 {
                let mut board = Board::new(size);
                let mut rng = Rng::from_seed(seed);
                let mut stones = 0;
                play_heavy(
                    &mut board,
                    Color::Black,
                    LastMoves::default(),
                    PlayoutPolicy::embedded(),
                    &mut rng,
                    |_, _| {
                        stones += 1;
                    },
                );
                assert!(stones < 3 * u32::from(size.points()), "it ended by passes");
            }
        }
    }
}
