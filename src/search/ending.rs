//! What is left to do when the playouts find nothing more to fight for.

use super::Ownership;
use super::dead::dead_by;
use crate::rules::{Color, Game, Margin, Move, Point, PointSet, Status, score, territory};

/// A game as it would be counted if it ended now.
pub(super) struct Ending {
    margin: Margin,
    /// Points both sides can reach: neutral ones, and territory behind an open border.
    dame: PointSet,
    /// Neutral points up to which the count can be trusted.
    trusted_dame: usize,
}

impl Ending {
    /// The count with those strings dead that the playouts say are.
    pub(super) fn now(game: &Game, ownership: &Ownership) -> Self {
        let dead = dead_by(game.board(), ownership);
        Self {
            margin: score::japanese(game, &Status::with_dead(game.board(), &dead)).margin(),
            dame: *territory(game.board(), &dead).dame(),
            trusted_dame: usize::from(game.size().points()) / 25,
        }
    }

    /// Whether the borders are closed and this side has won.
    pub(super) fn is_won_by(&self, color: Color) -> bool {
        self.dame.len() <= self.trusted_dame && self.margin.winner() == Some(color)
    }

    /// The one of `moves` that closes a border or fills a neutral point: the one whose owner is
    /// least certain. A pass if all owners are certain from `closed_from` on.
    pub(super) fn closing(
        &self,
        ownership: &Ownership,
        moves: impl Iterator<Item = Point>,
        closed_from: f32,
    ) -> Move {
        moves
            .filter(|point| self.dame.contains(*point))
            .map(|point| (point, ownership.certainty(point)))
            .filter(|(_, certainty)| *certainty < closed_from)
            .min_by(|(_, a), (_, b)| a.total_cmp(b))
            .map_or(Move::Pass, |(point, _)| Move::Play(point))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use crate::rules::{Komi, diagram};
    use crate::search::play_out;

    fn ending(text: &str) -> (Game, Ownership) {
        let board = diagram::parse(text).unwrap();
        let mut ownership = Ownership::default();
        let mut rng = Rng::from_seed(1);
        for i in 0..200 {
            let mut end = board.clone();
            play_out(&mut end, Color::BOTH[i % 2], None, &mut rng, |_, _| {});
            ownership.add(&end);
        }
        (
            Game::from_position(board, Color::Black, Komi::default()),
            ownership,
        )
    }

    #[test]
    fn the_gap_in_a_border_is_closed_and_then_all_is_done() {
        let open = "
            . X . X O . O
            X X X X O O O
            X X X X O O O
            X X X X . O O
            X X X X O O O
            X X X X O O O
            . X . X O . O";
        let (game, ownership) = ending(open);
        let now = Ending::now(&game, &ownership);
        let points = || game.board().empty_points().iter().copied();
        let gap = Point::parse("E4").unwrap();
        assert_eq!(now.closing(&ownership, points(), 0.9), Move::Play(gap));
        assert!(now.is_won_by(Color::Black), "one neutral point is little");
        assert!(!now.is_won_by(Color::White));

        let (game, ownership) = ending(&open.replace("X . O O", "X O O O"));
        let now = Ending::now(&game, &ownership);
        let points = game.board().empty_points().iter().copied();
        assert_eq!(now.closing(&ownership, points, 0.9), Move::Pass);
    }
}
