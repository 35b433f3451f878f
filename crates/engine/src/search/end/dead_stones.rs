//! The dead stones when a game has ended.

use super::net_forecast::NetForecast;
use crate::search::playout::{LastMoves, Ownership, PlayoutPolicy, play_heavy};
use sgmp_board::rng::Rng;
use sgmp_board::rules::{Board, Color, Point, PointSet};

/// From which share on the points of a string belong to the opponent for good.
///
/// Above one half: of two strings that live or die by each other, as in seki and in a race, at
/// most one can pass it.
const DEAD_FROM: f32 = 0.5;

/// Ownership of the points at the ends of playouts from here, half of them with either side to move.
pub(super) fn sample(
    board: &Board,
    policy: &PlayoutPolicy,
    rng: &mut Rng,
    playouts: u32,
) -> Ownership {
    let mut sum = Ownership::default();
    let mut end = board.clone();
    for i in 0..playouts {
        end.clone_from(board);
        let first = Color::BOTH[i as usize % 2];
        play_heavy(
            &mut end,
            first,
            LastMoves::default(),
            policy,
            rng,
            |_, _| {},
        );
        sum.add(&end);
    }
    sum
}

/// The strings whose points are mostly the opponent's at the ends summed up and, with a net asked, as it
/// expects: the mean of both.
pub(super) fn dead_by(board: &Board, sum: &Ownership, forecast: Option<&NetForecast>) -> PointSet {
    let share = |point: Point, color: Color| {
        let played = sum.share(point, color);
        forecast.map_or(played, |net| (played + net.share(point, color)) / 2.0)
    };
    let mut dead = PointSet::EMPTY;
    for color in Color::BOTH {
        for anchor in board
            .stones(color)
            .filter(|stone| board.anchor(*stone) == Some(*stone))
        {
            if mean_share(board, anchor, |point| share(point, !color)) >= DEAD_FROM {
                dead.extend(board.string(anchor));
            }
        }
    }
    dead
}

/// The average share of the points of a string.
fn mean_share(board: &Board, stone: Point, share: impl Fn(Point) -> f32) -> f32 {
    let shares: f32 = board.string(stone).map(share).sum();
    shares / board.string_size(stone).max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::diagram;

    /// The strings that mostly end up the opponent's in a sample of `playouts` playouts.
    fn dead_stones(board: &Board, rng: &mut Rng, playouts: u32) -> PointSet {
        dead_by(
            board,
            &sample(board, PlayoutPolicy::embedded(), rng, playouts),
            None,
        )
    }

    fn judged(text: &str) -> String {
        let board = diagram::parse(text).unwrap();
        let mut rng = Rng::from_seed(5);
        let dead = dead_stones(&board, &mut rng, 1000);
        let names: Vec<String> = dead.iter().map(|point| point.to_string()).collect();
        names.join(" ")
    }

    #[test]
    fn stones_without_room_for_eyes_are_dead() {
        let position = "
            . . X . O . .
            . . X . O . X
            . X X . O O .
            X X . . . O O
            . X X . O O .
            O . X . O . .
            . . X . O . .";
        assert_eq!(judged(position), "A2 G6");
    }

    #[test]
    fn settled_groups_live() {
        let position = "
            . X . X O . O
            X X X X O O O
            X X X X O O O
            X X X X O O O
            X X X X O O O
            X X X X O O O
            . X . X O . O";
        assert_eq!(judged(position), "");
    }

    #[test]
    fn neither_side_of_a_seki_is_dead() {
        // The string on the lowest line and the one above it share A1 and G1 and have no eyes:
        // whoever plays there is captured.
        let position = "
            . X . X . X .
            X X X X X X X
            . X . X . X .
            X X X X X X X
            X X X X X X X
            O O O O O O O
            . X X X X X .";
        assert_eq!(judged(position), "");
    }

    #[test]
    fn the_seed_decides() {
        let board = diagram::parse(". X O .\n. X O .\n. X O .\nO X O .").unwrap();
        let judge = |seed| dead_stones(&board, &mut Rng::from_seed(seed), 50);
        assert_eq!(judge(1), judge(1));
        assert_eq!(judge(1), PointSet::single(Point::new(0, 0).unwrap()));
        assert_eq!(
            dead_stones(&board, &mut Rng::from_seed(1), 0),
            PointSet::EMPTY
        );
    }
}
