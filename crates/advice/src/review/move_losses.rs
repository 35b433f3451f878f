//! The loss of each move of a game as the curve tells it, with the sign that annotated games use.

use std::fmt;

use super::game_curve::{CurvePoint, GameCurve};
use sgmp_board::rules::{Color, Game, Move};

/// Points that count as much as the whole chance to win, where losses are compared.
const POINTS_FOR_A_WIN: f32 = 20.0;

/// The weight of a move, by what it lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LossGrade {
    /// The move that the search would have made, or one that loses too little to be sure of.
    Good,
    /// 2 points or more.
    Inaccuracy,
    /// 5 points or more.
    Mistake,
    /// 10 points or more.
    Blunder,
}

impl LossGrade {
    /// Every grade that has a sign, the least first.
    pub const WITH_SIGN: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    fn of_weight(weight: f32) -> Self {
        let mut grades = Self::WITH_SIGN.into_iter().rev();
        let heavy = grades.find(|grade| weight >= grade.least_weight());
        heavy.unwrap_or(Self::Good)
    }

    /// The least loss of the grade, in points.
    #[must_use]
    pub const fn least_weight(self) -> f32 {
        match self {
            Self::Good => 0.0,
            // A search of a moment is not sure of less.
            Self::Inaccuracy => 2.0,
            Self::Mistake => 5.0,
            Self::Blunder => 10.0,
        }
    }

    /// The sign behind a move: "?!", "?" or "??"; empty for a good one.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Good => "",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// The grade as a word: "inaccuracy".
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Good => "good move",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

/// The loss of a move against the best one that the search knew before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveLoss {
    /// The number of the move, from 1.
    pub number: usize,
    /// The side that moved.
    pub color: Color,
    /// The move that was made.
    pub mv: Move,
    /// True if it is the move that the search would have made: what the search after it finds is its own error.
    pub is_best: bool,
    /// Points that were lost, where they are known.
    pub points: Option<f32>,
    /// Part of the chance to win that was lost.
    pub chance: f32,
}

impl MoveLoss {
    /// The loss of the move with this index, from 0; `None` where a position before or after it is not known.
    #[must_use]
    pub fn of_move(game: &Game, curve: &GameCurve, index: usize) -> Option<Self> {
        let played = *game.moves().get(index)?;
        let (before, after) = (curve.at(index)?, curve.at(index + 1)?);
        Some(Self::between(index + 1, played, before, after))
    }

    /// The loss of a move by the positions before and after it, as one search sees them.
    #[must_use]
    pub fn between(
        number: usize,
        (color, mv): (Color, Move),
        before: &CurvePoint,
        after: &CurvePoint,
    ) -> Self {
        let points = before.lead_of(color).zip(after.lead_of(color));
        Self {
            number,
            color,
            mv,
            is_best: before.line.first() == Some(&mv),
            points: points.map(|(before, after)| before - after),
            chance: before.win_of(color) - after.win_of(color),
        }
    }

    /// The losses of all moves of which both positions are known.
    pub fn all(game: &Game, curve: &GameCurve) -> impl Iterator<Item = Self> {
        (0..game.move_count()).filter_map(|index| Self::of_move(game, curve, index))
    }

    /// Points and chance as one number, in points; 0 for the best move.
    #[must_use]
    pub fn weight(&self) -> f32 {
        match self.is_best {
            true => 0.0,
            false => self.points.unwrap_or_default() + POINTS_FOR_A_WIN * self.chance,
        }
    }

    /// Points that count as lost: none for the best move, and no move gains; `None` where no net knows the board.
    #[must_use]
    pub fn lost_points(&self) -> Option<f32> {
        let points = self.points?;
        Some(if self.is_best { 0.0 } else { points.max(0.0) })
    }

    /// The grade of the move.
    #[must_use]
    pub fn grade(&self) -> LossGrade {
        LossGrade::of_weight(self.weight())
    }
}

impl fmt::Display for MoveLoss {
    /// "a mistake (?): it loses about 6 points"; "the best move"; "a good move".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let grade = self.grade();
        match (self.is_best, grade) {
            (true, _) => return f.write_str("the best move"),
            (false, LossGrade::Good) => return f.write_str("a good move"),
            (false, LossGrade::Inaccuracy) => write!(f, "an {} ({})", grade.word(), grade.sign())?,
            (false, _) => write!(f, "a {} ({})", grade.word(), grade.sign())?,
        }
        match self.lost_points().map(f32::round) {
            Some(points) if points > 1.0 && points >= grade.least_weight() => {
                write!(f, ": it loses about {points:.0} points")
            }
            // The chance makes it heavier than its points.
            Some(points) if points > 1.0 => write!(
                f,
                ": it loses about {points:.0} points and {:.0} % of the chance to win",
                100.0 * self.chance.max(0.0)
            ),
            _ => write!(
                f,
                ": it loses {:.0} % of the chance to win",
                100.0 * self.chance.max(0.0)
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::CurveSearch;
    use sgmp_board::rules::{BoardSize, Komi, Point};

    /// A game of some moves with a curve of these chances and leads of Black; the best move is the one that was made at
    /// `best`.
    fn judged(points: &[(f32, Option<f32>)], best: usize) -> (Game, GameCurve) {
        let mut game = Game::new(BoardSize::new(9).unwrap(), Komi::default());
        let empty: Vec<Point> = Point::all(game.size()).collect();
        for (index, point) in empty.iter().step_by(7).take(points.len() - 1).enumerate() {
            game.play(Color::BOTH[index % 2], Move::Play(*point))
                .unwrap();
        }
        let search = CurveSearch {
            net: None,
            effort: 1,
        };
        let mut curve = GameCurve::new(&game, search);
        for (moves, (win, lead)) in points.iter().copied().enumerate() {
            let line = match moves == best {
                true => vec![game.moves()[moves].1],
                false => vec![Move::Pass],
            };
            curve.set(moves, CurvePoint { win, lead, line });
        }
        (game, curve)
    }

    #[test]
    fn losses_have_the_signs_of_annotated_games() {
        let points = [
            (0.5, Some(0.0)),
            (0.5, Some(-0.5)),
            (0.6, Some(1.0)),
            (0.3, Some(-5.0)),
            (0.3, Some(-5.0)),
            (0.1, Some(-12.0)),
            (0.9, Some(9.0)),
        ];
        let (game, curve) = judged(&points, 3);
        let losses: Vec<MoveLoss> = MoveLoss::all(&game, &curve).collect();
        let signs: Vec<&str> = losses.iter().map(|loss| loss.grade().sign()).collect();
        assert_eq!(signs, ["", "?!", "??", "", "??", "??"]);
        let told: Vec<String> = losses.iter().map(MoveLoss::to_string).collect();
        assert_eq!(told[0], "a good move");
        assert_eq!(told[1], "an inaccuracy (?!): it loses about 2 points");
        assert_eq!(told[3], "the best move");
        assert_eq!(losses[3].lost_points(), Some(0.0));
    }

    #[test]
    fn without_a_net_the_chance_is_told() {
        let points = [(0.9, None), (0.5, None), (0.5, None)];
        let (game, curve) = judged(&points, 9);
        let loss = MoveLoss::of_move(&game, &curve, 0).unwrap();
        assert_eq!(loss.grade(), LossGrade::Mistake);
        assert_eq!(loss.lost_points(), None);
        assert_eq!(
            loss.to_string(),
            "a mistake (?): it loses 40 % of the chance to win"
        );
        assert!(MoveLoss::of_move(&game, &curve, 2).is_none());
    }
}
