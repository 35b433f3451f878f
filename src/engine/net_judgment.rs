//! A net's first judgment of a position, before any search.

use super::NetChoice;
use crate::joseki::Symmetry;
use crate::net::inputs::{InputReader, Inputs, MAX_POINTS, Plane, Situation};
use crate::net::{Evaluation, Scratch};
use crate::rules::{BoardSize, Color, Game, Point};

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
    /// Asks the net about a position with `color` to move, seen in one of the eight symmetries.
    ///
    /// Boards of fewer than [`Self::MIN_LINES`] lines are judged by chance: nobody should ask.
    ///
    /// # Examples
    ///
    /// ```
    /// use sgmp_go::engine::NetChoice;
    /// use sgmp_go::joseki::Symmetry;
    /// use sgmp_go::rules::{BoardSize, Color, Game, Komi};
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
        let size = game.size();
        let inputs = InputReader::new().read(game.board(), &situation);
        let seen = image(&inputs, symmetry, size);
        let answer = self.network().evaluate(&seen, &mut Scratch::default());
        judgment(game, color, symmetry, &answer)
    }
}

/// The inputs of the mirrored or turned position.
fn image(inputs: &Inputs, symmetry: Symmetry, size: BoardSize) -> Inputs {
    let planes = inputs.planes.map(|plane| {
        let mut image = Plane::EMPTY;
        for place in (0..MAX_POINTS).filter(|place| plane.has(*place)) {
            if let Some(point) = Plane::point(place, size) {
                image.insert(symmetry.point(point, size), size);
            }
        }
        image
    });
    Inputs {
        size: inputs.size,
        planes,
        globals: inputs.globals,
    }
}

/// The answer about the image, told of the position.
fn judgment(game: &Game, color: Color, symmetry: Symmetry, answer: &Evaluation) -> NetJudgment {
    let size = game.size();
    let lines = usize::from(size.lines());
    let index = |point: Point| {
        let image = symmetry.point(point, size);
        (lines - 1 - usize::from(image.row())) * lines + usize::from(image.column())
    };
    let points = (0..size.lines()).rev().flat_map(|row| {
        let columns = 0..size.lines();
        columns.filter_map(move |column| Point::new(column, row))
    });
    let points: Vec<Point> = points.collect();
    let logits = answer.policy();
    let pass = logits[logits.len() - 1];
    let legal = |point: &Point| game.board().legality(color, *point).is_ok();
    let logit = |point: &Point| legal(point).then(|| logits[index(*point)]);
    let policy: Vec<Option<f32>> = points.iter().map(logit).collect();
    let most = policy.iter().flatten().copied().fold(pass, f32::max);
    let weight = |logit: f32| (logit - most).exp();
    let all: f32 = policy.iter().flatten().copied().map(weight).sum::<f32>() + weight(pass);
    NetJudgment {
        win: answer.win,
        score: answer.score,
        policy: policy
            .iter()
            .map(|logit| logit.map(|logit| weight(logit) / all))
            .collect(),
        pass: weight(pass) / all,
        ownership: points
            .iter()
            .map(|point| answer.ownership()[index(*point)])
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Komi, Move};

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
