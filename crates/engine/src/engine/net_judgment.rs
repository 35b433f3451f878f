//! A net's first judgment of a position, before any search.

use super::NetChoice;
use crate::net::inputs::{Situation, Symmetry};
use crate::net::{Evaluation, NetReader};
use sgmp_board::rules::{Color, Game, Move, Point};

/// A net's judgment of a position, as the side to move sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct NetJudgment {
    /// Chance to win, 0 to 1.
    pub win: f32,
    /// Points by which the side to move leads, komi included.
    pub score: f32,
    /// Probability of each move, row by row from the upper left corner; `None` where a move is not legal.
    pub policy: Vec<Option<f32>>,
    /// Probability of a pass.
    pub pass: f32,
    /// Expected owner of each point in the same order: 1 is the side to move, -1 the opponent.
    pub ownership: Vec<f32>,
}

impl NetChoice {
    /// Asks the net about a position with `color` to move, laid in one of eight ways.
    ///
    /// Boards of fewer than [`Self::MIN_LINES`] lines are judged by chance: nobody should ask.
    ///
    /// # Examples
    ///
    /// ```
    /// use sgmp_engine::engine::NetChoice;
    /// use sgmp_engine::net::inputs::Symmetry;
    /// use sgmp_board::rules::{BoardSize, Color, Game, Komi};
    ///
    /// let game = Game::new(BoardSize::new(9).unwrap(), Komi::default());
    /// let judgment = NetChoice::embedded().judge(&game, Color::Black, Symmetry::ALL[3]);
    /// let all: f32 = judgment.policy.iter().flatten().sum();
    /// assert!((all + judgment.pass - 1.0).abs() < 1e-4);
    /// ```
    #[must_use]
    pub fn judge(self, game: &Game, color: Color, symmetry: Symmetry) -> NetJudgment {
        let mut situation = Situation::from_game(game);
        situation.set_to_move(color);
        let mut reader = NetReader::new(self);
        let past = reader.past_of(game);
        let answer = reader.evaluate_laid(game.board(), &situation, &past, symmetry);
        judgment(game, color, symmetry, &answer)
    }
}

/// The answer about a position laid another way, told of the position itself.
pub(super) fn judgment(
    game: &Game,
    color: Color,
    symmetry: Symmetry,
    answer: &Evaluation,
) -> NetJudgment {
    let size = game.size();
    let lines = usize::from(size.lines());
    let points = (0..size.lines()).rev().flat_map(|row| {
        let columns = 0..size.lines();
        columns.filter_map(move |column| Point::new(column, row))
    });
    let logits = answer.policy();
    let pass = logits[lines * lines];
    let legal = |point: Point| game.legality(color, Move::Play(point)).is_ok();
    let policy: Vec<Option<f32>> = points
        .enumerate()
        .map(|(index, point)| legal(point).then(|| logits[symmetry.index(index, lines)]))
        .collect();
    let most = policy.iter().flatten().copied().fold(pass, f32::max);
    let weight = |logit: f32| (logit - most).exp();
    let all: f32 = policy.iter().flatten().copied().map(weight).sum::<f32>() + weight(pass);
    let share = |logit: f32| weight(logit) / all;
    let owner = |index| answer.ownership()[symmetry.index(index, lines)];
    NetJudgment {
        win: answer.win,
        score: answer.score,
        policy: policy.iter().map(|logit| logit.map(share)).collect(),
        pass: share(pass),
        ownership: (0..lines * lines).map(owner).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::{BoardSize, Komi};

    #[test]
    fn every_symmetry_sees_the_same_point() {
        let size = BoardSize::new(9).unwrap();
        let mut game = Game::new(size, Komi::default());
        for (color, name) in [(Color::Black, "C3"), (Color::White, "G6")] {
            game.play(color, Move::Play(Point::parse(name).unwrap()))
                .unwrap();
        }
        for symmetry in Symmetry::ALL {
            let judgment = NetChoice::embedded().judge(&game, Color::Black, symmetry);
            let refused = judgment.policy.iter().enumerate();
            let refused = refused.filter(|(_, share)| share.is_none());
            let places: Vec<usize> = refused.map(|(place, _)| place).collect();
            assert_eq!(places, [3 * 9 + 6, 6 * 9 + 2]);
            assert!(judgment.ownership[6 * 9 + 2] > 0.3 && judgment.ownership[3 * 9 + 6] < -0.3);
        }
    }
}
