//! From what a search found to the move that is made.

use super::judgement::Judgement;
use super::thinker::{Candidate, Thought};
use super::{Ownership, Params, Rates};
use crate::rng::Rng;
use crate::rules::{Color, Game, Move, Point};

/// Playouts of the judgement that a pass rests on.
const SECOND_LOOK: u32 = 200;

/// The move to make: the most visited one that is not a waste; a pass where nothing is left.
///
/// While the board is open the search alone decides. Later the board is judged as if the game
/// ended now, from a fresh sample that does not follow the search's best lines: a move has to be
/// able to change the count. What has to be filled before a count is right, and neutral points,
/// come last.
#[must_use]
pub fn decide(
    game: &Game,
    color: Color,
    thought: &Thought,
    params: &Params,
    rates: &Rates,
    rng: &mut Rng,
) -> Move {
    let open = |candidate: &&Candidate| match candidate.mv {
        Move::Pass => false,
        Move::Play(_) => !game.repeats(color, candidate.mv),
    };
    let points = game.size().points();
    let stones = usize::from(points) - game.board().empty_points().len();
    let early = (stones as f32) < params.judge_from * f32::from(points);
    if early && game.consecutive_passes() == 0 {
        let first = thought.moves.iter().filter(open).find(|candidate| {
            matches!(candidate.mv, Move::Play(point) if !is_settled(&thought.ownership, point, params.settled_from))
        });
        if let Some(candidate) = first {
            return candidate.mv;
        }
    }
    let now = Judgement::of(game, color, rates, rng, SECOND_LOOK);
    let late = params.lateness(game.move_count(), points);
    if game.consecutive_passes() == 1 && late > 0.0 && now.ends_well(color) {
        return Move::Pass;
    }
    let matters = |candidate: &&Candidate| match candidate.mv {
        Move::Pass => false,
        Move::Play(point) => now.matters(color, point, late),
    };
    thought
        .moves
        .iter()
        .filter(open)
        .find(matters)
        .map(|candidate| candidate.mv)
        .or_else(|| {
            now.needed
                .map(Move::Play)
                .filter(|mv| !game.repeats(color, *mv))
        })
        .unwrap_or_else(|| neutral(game, color, &now, thought, params))
}

/// A neutral point that costs nothing to fill, or a pass. In seki there are points that look
/// neutral; there the search shows what they would lose.
fn neutral(game: &Game, color: Color, now: &Judgement, thought: &Thought, params: &Params) -> Move {
    let known = |point| {
        thought
            .moves
            .iter()
            .find(|candidate| candidate.mv == Move::Play(point) && candidate.visits > 0)
    };
    let best = thought
        .moves
        .iter()
        .filter(|candidate| candidate.visits > 0)
        .map(|candidate| candidate.value)
        .fold(0.0, f32::max);
    let harmless = |point: &Point| {
        known(*point).is_none_or(|known| known.value >= best - params.harmless_within)
    };
    now.fill
        .filter(harmless)
        .map(Move::Play)
        .filter(|mv| !game.repeats(color, *mv))
        .unwrap_or(Move::Pass)
}

/// Playouts that it takes to call anything settled.
const ENOUGH: u32 = 32;

fn is_settled(ownership: &Ownership, point: Point, threshold: f32) -> bool {
    ownership.playouts() >= ENOUGH && ownership.certainty(point) >= threshold
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Komi, diagram};
    use crate::search::{Halt, Thinker, UctParams};

    /// The move after a short search, the opponent having passed.
    fn decided(text: &str, color: Color) -> Move {
        let board = diagram::parse(text).unwrap();
        let mut game = Game::from_position(board, !color, Komi::default());
        game.play(!color, Move::Pass).unwrap();
        let mut rng = Rng::from_seed(7);
        let uct = UctParams::default();
        let mut thinker = Thinker::new(8 << 20, 1, uct);
        let thought = thinker.think(&game, color, &rng, &Halt::new(), 200);
        let params = Params::for_tree();
        decide(&game, color, &thought, &params, &uct.rates, &mut rng)
    }

    fn play(name: &str) -> Move {
        Move::Play(Point::parse(name).unwrap())
    }

    /// Both sides alive, all borders closed.
    const SETTLED: &str = "
        . X . X O . O
        X X X X O O O
        . X X X O O .
        X X X X O O O
        . X X X O O .
        X X X X O O O
        . X . X O . O";

    #[test]
    fn nothing_left_is_a_pass() {
        for color in Color::BOTH {
            assert_eq!(decided(SETTLED, color), Move::Pass, "{color}");
        }
    }

    #[test]
    fn dead_stones_in_own_territory_are_left_alone() {
        let text = "
            . . X . O . .
            . . X . O . X
            . X X O O O .
            X X X O O O O
            . X X O O O .
            O . X O O . .
            . . X O O . .";
        let text = text.replace(
            ". O . .\n            . . X . O",
            "O O . .\n            . . X O O",
        );
        for color in Color::BOTH {
            assert_eq!(decided(&text, color), Move::Pass, "{color}");
        }
    }

    #[test]
    fn neutral_points_are_filled() {
        let text = SETTLED.replace(
            "X X X X O O O\n        . X X X O O .\n        X X X X",
            "X X X X O O O\n        . X X . O O .\n        X X X X",
        );
        for color in Color::BOTH {
            let mv = decided(&text, color);
            assert!(matches!(mv, Move::Play(_)), "{color}: {mv}");
        }
    }

    #[test]
    fn a_stone_that_could_be_captured_is_joined_or_taken() {
        let text = "
            . X . X O . O
            X X X X O O O
            . X X X O O .
            X X X O . O O
            . X X X O O .
            X X X X O O O
            . X . X O . O";
        for color in Color::BOTH {
            assert_eq!(decided(text, color), play("E4"), "{color}");
        }
    }

    #[test]
    fn a_group_in_danger_is_saved_or_killed() {
        // Whoever plays B1 decides whether the corner has two eyes.
        let text = "
            . O . O . O .
            O O O O O O O
            O O O O O O O
            O O O O O O O
            X X X X X O O
            X O O O X O O
            . . . X X O .";
        for color in Color::BOTH {
            assert_ne!(decided(text, color), Move::Pass, "{color}");
        }
    }
}
