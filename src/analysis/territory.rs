//! Whose each point is: by secure eye space, by the stones beside it, by influence.

use super::beliefs::Beliefs;
use super::point_features::{Ground, Lookout};
use super::study::Study;
use crate::rules::{Color, Point};

/// Which of the three evaluators speaks of a point; what each says is weighed with the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Evaluator {
    /// The point lies in a space that one color surrounds.
    EyeSpace,
    /// A living stone stands on it or beside it.
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
    /// Weighs every point; what empty ones show is noted in `study`.
    pub(super) fn of(
        ground: &Ground<'_>,
        beliefs: &Beliefs,
        mut study: Option<&mut Study>,
    ) -> Self {
        let mut outlook = Self {
            values: vec![0.0; Point::AREA],
            by: vec![Evaluator::Influence; Point::AREA],
        };
        let lookout = Lookout::new(ground);
        let living = ground.living;
        for point in Point::all(living.board.size()) {
            let value = if let Some(color) = living.board.color_at(point) {
                sign(color) * sure((ground.life)(point))
            } else {
                let features = lookout.features(point);
                if let Some(study) = &mut study {
                    study.points.push((point, features));
                }
                beliefs.leaning(&features)
            };
            let by = if lookout.is_sheltered(point) {
                Evaluator::EyeSpace
            } else if !living.is_free(point) || lookout.is_touched(point) {
                Evaluator::Liberty
            } else {
                Evaluator::Influence
            };
            outlook.set(point, value, by);
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
pub(super) const fn sure(life: f32) -> f32 {
    2.0 * life - 1.0
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
        assert!(outlook.at(at("A9")) > 0.9 && outlook.at(at("H2")) < -0.9);
        assert!(outlook.at(at("D8")) > 0.0 && outlook.at(at("F3")) < 0.0);
    }
}
