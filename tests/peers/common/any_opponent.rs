//! The opponent on the small servers: it plays anything but into its own eyes.

use sgmp_board::rng::Rng;
use sgmp_board::rules::{Color, Game, Move, Point};

/// A color as servers write it.
pub(super) const fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// Any legal move but into an eye of its own; a pass where there is none.
pub(super) fn any_move(game: &Game, chance: &mut Rng) -> Move {
    let color = game.to_move();
    let board = game.board();
    let is_eye = |point: Point| {
        let mut neighbors = Point::all(game.size()).filter(|other| is_beside(point, *other));
        neighbors.all(|other| board.color_at(other) == Some(color))
    };
    let moves: Vec<Move> = Point::all(game.size())
        .filter(|point| !is_eye(*point))
        .map(Move::Play)
        .filter(|mv| game.legality(color, *mv).is_ok())
        .collect();
    let count = u32::try_from(moves.len()).expect("a few");
    match count {
        0 => Move::Pass,
        count => moves[usize::try_from(chance.below(count)).expect("a few")],
    }
}

fn is_beside(a: Point, b: Point) -> bool {
    a.column().abs_diff(b.column()) + a.row().abs_diff(b.row()) == 1
}
