//! The record of a game that was played here: what its board, its moves and its count tell.

use super::recorded_game::{GameInfo, GameRecord, RecordedMove, Setup, Territory};
use crate::rules::{Color, Game, Move, Point, Status};

impl GameRecord {
    /// The record of a game: board, komi, rules, the stones before the first move, the moves, and positions laid between
    /// them. `note` adds what else is known of a move, by its index from 0.
    pub fn played(game: &Game, mut note: impl FnMut(usize, &mut RecordedMove)) -> Self {
        let mut record = Self::new(game.size());
        record.info = GameInfo {
            komi: Some(game.komi()),
            rules: Some(game.rule_set().name().to_owned()),
            ..GameInfo::default()
        };
        record.setup = setup(game);
        let mut laid = game.laid_positions().peekable();
        for (index, &(color, mv)) in game.moves().iter().enumerate() {
            let mut played = RecordedMove::new(color, mv);
            note(index, &mut played);
            record.moves.push(played);
            if let Some((_, board, first)) = laid.next_if(|(after, ..)| *after == index + 1) {
                // Every point is named: what stood there is in the moves before.
                let points = Point::all(game.size()).map(|point| (point, board.color_at(point)));
                let on_board = record.change_position(points.collect(), Some(first));
                debug_assert!(on_board.is_ok(), "a board's points lie on it");
            }
        }
        record
    }

    /// Makes a position to begin with of the first moves, which are Black's stones of a handicap; nothing where there are none.
    pub fn lay_handicap(&mut self, stones: usize) {
        if stones == 0 {
            return;
        }
        let played = self.moves.drain(..stones.min(self.moves.len()));
        let points = played.filter_map(|played| match played.mv {
            Move::Play(point) => Some(point),
            Move::Pass => None,
        });
        self.setup = Setup::handicap(points);
        self.info.handicap = u8::try_from(stones).unwrap_or(u8::MAX);
    }

    /// Notes the owners of the points as a count has found them.
    pub fn set_count(&mut self, status: &Status) {
        let owner = |point| Some((point, status.territory().owner(point)?));
        self.end = Some(Territory {
            owner: Point::all(self.size).filter_map(owner).collect(),
        });
    }
}

/// The stones before the first move; the side that moves first is told where there are any.
fn setup(game: &Game) -> Setup {
    let start = game.start();
    let stones = |color| start.stones(color).map(move |point| (point, color));
    let stones = Color::BOTH.into_iter().flat_map(stones).collect();
    let setup = Setup {
        stones,
        to_play: None,
    };
    let first = || {
        let mover = game.moves().first().map(|(color, _)| *color);
        mover.unwrap_or_else(|| game.to_move())
    };
    Setup {
        to_play: (!setup.stones.is_empty()).then(first),
        ..setup
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{BoardSize, Komi};

    #[test]
    fn stones_before_the_first_move_and_notes_are_in_the_record() {
        let point = |name: &str| Point::parse(name).unwrap();
        let mut start = Game::new(BoardSize::new(9).unwrap(), Komi::default());
        start.play(Color::Black, Move::Play(point("C3"))).unwrap();
        let mut game = Game::from_position(start.board().clone(), Color::White, Komi::default());
        let empty = GameRecord::played(&game, |_, _| {});
        assert_eq!(empty.setup(), &Setup::handicap([point("C3")]));
        game.play(Color::White, Move::Play(point("E5"))).unwrap();
        game.play(Color::Black, Move::Pass).unwrap();
        let record = GameRecord::played(&game, |index, played| {
            played.comment = (index == 1).then(|| "enough".to_owned());
        });
        assert_eq!(record.setup().to_play, Some(Color::White));
        let told: Vec<_> = record
            .moves()
            .iter()
            .map(|m| m.comment.as_deref())
            .collect();
        assert_eq!(told, [None, Some("enough")]);
        assert_eq!(record.info.komi, Some(Komi::default()));
    }

    #[test]
    fn stones_of_a_handicap_that_were_played_are_laid() {
        let point = |name: &str| Move::Play(Point::parse(name).unwrap());
        let mut game = Game::new(BoardSize::new(9).unwrap(), Komi::default());
        for name in ["G7", "C3"] {
            game.play(Color::Black, point(name)).unwrap();
        }
        game.play(Color::White, point("E5")).unwrap();
        let mut record = GameRecord::played(&game, |_, _| {});
        record.lay_handicap(2);
        assert_eq!(record.info.handicap, 2);
        assert_eq!(record.setup().stones_of(Color::Black).count(), 2);
        assert_eq!(record.setup().to_play, Some(Color::White));
        assert_eq!(record.moves().len(), 1);
    }
}
