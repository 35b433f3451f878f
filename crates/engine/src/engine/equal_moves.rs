//! Moves that are one move by the symmetry of the position: the four corners of an empty board.
//!
//! A search plays the same of them in every game, and whoever plays it often meets one opening.

use sgmp_board::rng::Rng;
use sgmp_board::rules::{Color, Game, Move, Point};
use sgmp_knowledge::joseki::Symmetry;

/// Moves of a game from which on no position is symmetric, but by somebody's design.
const OPENING: usize = 8;

/// The move, or by chance one that is equal to it by a symmetry of the position; the same where there is none.
pub(super) fn any_of(game: &Game, color: Color, mv: Move, rng: &mut Rng) -> Move {
    if game.move_count() >= OPENING {
        return mv;
    }
    let (size, board) = (game.size(), game.board());
    let is_same = |symmetry: &Symmetry| {
        let turned = |point| board.color_at(symmetry.point(point, size));
        Point::all(size).all(|point| board.color_at(point) == turned(point))
    };
    let same: Vec<Symmetry> = Symmetry::ALL.into_iter().filter(is_same).collect();
    let chosen = same[rng.below(same.len() as u32) as usize].mv(mv, size);
    // The moves before may forbid what the stones allow.
    match game.legality(color, chosen).is_ok() {
        true => chosen,
        false => mv,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::{BoardSize, Komi};

    fn answers(game: &Game, color: Color, name: &str) -> Vec<String> {
        let mv = Move::Play(Point::parse(name).unwrap());
        let mut found: Vec<String> = (0..200)
            .map(|seed| any_of(game, color, mv, &mut Rng::from_seed(seed)).to_string())
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    #[test]
    fn an_empty_board_has_four_corners_and_one_with_a_stone_a_diagonal() {
        let mut game = Game::new(BoardSize::new(9).unwrap(), Komi::default());
        let corners = ["C3", "C7", "G3", "G7"];
        assert_eq!(answers(&game, Color::Black, "C3"), corners);
        assert_eq!(answers(&game, Color::Black, "E5"), ["E5"]);
        let c3 = Move::Play(Point::parse("C3").unwrap());
        game.play(Color::Black, c3).unwrap();
        assert_eq!(answers(&game, Color::White, "C7"), ["C7", "G3"]);
        assert_eq!(answers(&game, Color::White, "G7"), ["G7"]);
    }
}
