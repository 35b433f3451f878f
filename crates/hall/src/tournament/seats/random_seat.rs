//! Moves by lot.

use std::time::Duration;

use super::seat_terms::{SeatAnswer, SeatTurn};
use sgmp_board::rng::Rng;
use sgmp_board::rules::{Color, Game, Move, Point};
use sgmp_engine::engine::Decision;

/// A player whose moves are drawn: any that the rules allow, but no own eye is filled. It passes when
/// there is none.
pub struct RandomSeat {
    chance: Rng,
}

impl RandomSeat {
    pub(super) const fn new(seed: u64) -> Self {
        Self {
            chance: Rng::from_seed(seed),
        }
    }

    pub(super) fn choose(&mut self, turn: &SeatTurn<'_>) -> SeatAnswer {
        let drawn = lot(turn.game, turn.color, &mut self.chance, |_| true);
        SeatAnswer {
            decision: Decision::Move(drawn.map_or(Move::Pass, Move::Play)),
            spent: Duration::ZERO,
        }
    }
}

/// A point where a color may move, drawn among those that `fits`, own eyes apart; `None` if there is none.
pub fn lot(
    game: &Game,
    color: Color,
    chance: &mut Rng,
    fits: impl Fn(Point) -> bool,
) -> Option<Point> {
    let board = game.board();
    let points: Vec<Point> = Point::all(game.size())
        .filter(|point| board.is_empty(*point) && fits(*point))
        .filter(|point| !board.is_small_eye(color, *point))
        .filter(|point| game.legality(color, Move::Play(*point)).is_ok())
        .collect();
    let count = u32::try_from(points.len()).unwrap_or(0);
    points.get(chance.below(count) as usize).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::{BoardSize, Komi};

    #[test]
    fn a_game_by_lot_is_legal_and_ends() {
        let mut game = Game::new(BoardSize::new(5).unwrap(), Komi::default());
        let mut chance = Rng::from_seed(1);
        let mut moves = 0;
        while game.consecutive_passes() < 2 && game.cycle().is_none() {
            let color = game.to_move();
            let mv = lot(&game, color, &mut chance, |_| true).map_or(Move::Pass, Move::Play);
            game.play(color, mv).expect("legal");
            moves += 1;
            assert!(moves < 2000, "it does not end");
        }
        assert!(moves > 10);
    }
}
