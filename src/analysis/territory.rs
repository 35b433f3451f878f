//! Whose each point is: by secure eye space, by the stones beside it, by influence.

use super::influence::Influence;
use super::living::Living;
use super::spaces::Space;
use crate::rules::{Color, Point};

/// Which of the three evaluators has spoken of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Evaluator {
    /// The point lies in a space that one colour surrounds.
    EyeSpace,
    /// A stone stands on it or beside it: its value is that of the stone.
    Liberty,
    /// By influence.
    Influence,
}

/// Whose the points are, each from -1 (White's) to 1 (Black's).
#[derive(Clone, Debug)]
pub struct Outlook {
    values: Vec<f32>,
    by: Vec<Evaluator>,
}

impl Outlook {
    /// Weighs every point. `life` tells how likely a stone lives, 0 to 1.
    pub(super) fn of(
        living: &Living<'_>,
        spaces: &[Space],
        influence: &Influence,
        life: &dyn Fn(Point) -> f32,
    ) -> Self {
        let mut outlook = Self {
            values: vec![0.0; Point::AREA],
            by: vec![Evaluator::Influence; Point::AREA],
        };
        for point in Point::all(living.board.size()) {
            let (value, by) = living.color(point).map_or_else(
                || free(living, influence, life, point),
                |color| (sign(color) * sure(life(point)), Evaluator::Liberty),
            );
            outlook.set(point, value, by);
        }
        for space in spaces {
            let walls = space.points.iter().flat_map(|p| living.board.neighbours(p));
            let walls = walls.filter(|n| living.color(*n) == Some(space.color));
            let best = walls.map(life).fold(0.0_f32, f32::max);
            for point in space.points.iter() {
                let share = if space.gaps.contains(point) { 0.6 } else { 1.0 };
                let value = sign(space.color) * sure(best) * share;
                outlook.set(point, value, Evaluator::EyeSpace);
            }
        }
        outlook
    }

    fn set(&mut self, point: Point, value: f32, by: Evaluator) {
        self.values[point.index()] = value;
        self.by[point.index()] = by;
    }

    /// Whose a point will be: 1 for Black's, -1 for White's.
    #[must_use]
    pub fn at(&self, point: Point) -> f32 {
        self.values[point.index()]
    }

    /// Who has spoken of a point.
    #[must_use]
    pub fn by(&self, point: Point) -> Evaluator {
        self.by[point.index()]
    }
}

/// 1 for Black, -1 for White.
pub(super) const fn sign(color: Color) -> f32 {
    match color {
        Color::Black => 1.0,
        Color::White => -1.0,
    }
}

/// A chance of life as a value: -1 for none, 1 for certainty.
fn sure(life: f32) -> f32 {
    2.0 * life - 1.0
}

/// What a point without a living stone is worth outside of all spaces.
fn free(
    living: &Living<'_>,
    influence: &Influence,
    life: &dyn Fn(Point) -> f32,
    point: Point,
) -> (f32, Evaluator) {
    let balance = influence.balance(point);
    let mut best = [None, None];
    for n in living.board.neighbours(point) {
        if let Some(color) = living.color(n) {
            let seen: &mut Option<f32> = &mut best[usize::from(color == Color::White)];
            *seen = Some(seen.unwrap_or(0.0).max(life(n)));
        }
    }
    match best {
        // Between two stones that live it is nobody's.
        [Some(black), Some(white)] => (black - white, Evaluator::Liberty),
        [Some(life), None] => (beside(balance, life), Evaluator::Liberty),
        [None, Some(life)] => (-beside(-balance, life), Evaluator::Liberty),
        [None, None] => (balance * balance.abs(), Evaluator::Influence),
    }
}

/// A liberty of one colour's stones is worth what influence says, as far as they live.
fn beside(balance: f32, life: f32) -> f32 {
    sure(life) * balance.max(0.0)
}

#[cfg(test)]
mod tests {
    use super::super::Analysis;
    use super::*;
    use crate::rules::diagram;

    #[test]
    fn each_evaluator_has_its_points() {
        let board = diagram::parse(
            ". X . . . . . . .
             X X . . . . . . .
             . X . . . . . . .
             X X . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . O O O
             . . . . . . O . O
             . . . . . . O O .",
        )
        .unwrap();
        let analysis = Analysis::of(&board, Color::Black, 4);
        let outlook = analysis.outlook();
        let at = |name| Point::parse(name).unwrap();
        assert_eq!(outlook.by(at("A9")), Evaluator::EyeSpace);
        assert_eq!(outlook.by(at("C8")), Evaluator::Liberty);
        assert_eq!(outlook.by(at("E5")), Evaluator::Influence);
        assert_eq!((outlook.at(at("A9")), outlook.at(at("H2"))), (1.0, -1.0));
        assert!(outlook.at(at("D8")) > 0.0 && outlook.at(at("F3")) < 0.0);
    }
}
