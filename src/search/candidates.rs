//! The moves worth a look.

use crate::rng::Rng;
use crate::rules::{Board, Color, Game, Move, Point};

/// The legal moves of a colour that fill no own small eye and repeat no position, without those
/// low on an empty side if there are others; in random order.
pub(super) fn candidates(game: &Game, color: Color, rng: &mut Rng) -> Vec<Point> {
    let board = game.board();
    let sound = |point: &Point| {
        board.legality(color, *point).is_ok()
            && !board.is_small_eye(color, *point)
            && !game.repeats(color, Move::Play(*point))
    };
    let mut points: Vec<Point> = board.empty_points().iter().copied().filter(sound).collect();
    if points.iter().any(|point| !is_low_and_lonely(board, *point)) {
        points.retain(|point| !is_low_and_lonely(board, *point));
    }
    shuffle(&mut points, rng);
    points
}

/// Whether a point lies on the lowest two lines, with no stone within two lines of it.
fn is_low_and_lonely(board: &Board, point: Point) -> bool {
    let (column, row) = (point.column(), point.row());
    let last = board.size().lines() - 1;
    let edge = column.min(row).min(last - column).min(last - row);
    edge < 2 && {
        let columns = column.saturating_sub(2)..=(column + 2).min(last);
        let near = columns.flat_map(|c| {
            let rows = row.saturating_sub(2)..=(row + 2).min(last);
            rows.filter_map(move |r| Point::new(c, r))
        });
        near.into_iter().all(|p| board.is_empty(p))
    }
}

/// Fisher and Yates.
fn shuffle(points: &mut [Point], rng: &mut Rng) {
    for i in (1..points.len()).rev() {
        points.swap(i, rng.below(i as u32 + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{BoardSize, Komi, PointSet, diagram};

    #[test]
    fn an_empty_board_offers_the_third_line_and_up() {
        let game = Game::new(BoardSize::new(9).unwrap(), Komi::default());
        let found = candidates(&game, Color::Black, &mut Rng::from_seed(1));
        assert_eq!(found.len(), 25);
        let small = Game::new(BoardSize::new(3).unwrap(), Komi::default());
        let found = candidates(&small, Color::Black, &mut Rng::from_seed(1));
        assert_eq!(found.len(), 9, "nothing but low lines");
    }

    #[test]
    fn eyes_and_illegal_points_are_left_out() {
        let board = diagram::parse(
            ". X . X
             X X X X
             . O O O
             . O . O",
        )
        .unwrap();
        let game = Game::from_position(board, Color::Black, Komi::default());
        let offered = |color| -> PointSet {
            candidates(&game, color, &mut Rng::from_seed(1))
                .into_iter()
                .collect()
        };
        let names = |set: PointSet| {
            set.iter()
                .map(|p| p.to_string())
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(names(offered(Color::Black)), "A1 A2");
        assert_eq!(names(offered(Color::White)), "A1 A2");
    }
}
