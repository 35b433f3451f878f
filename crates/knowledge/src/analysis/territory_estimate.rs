//! The estimated owner of each point: by secure eye space, by the stones beside it, by influence.

use super::outcome_model::FeatureSample;
use super::outcome_model::OutcomeModel;
use super::point_features::{PointContext, PointFeatureExtractor, sign, sure};
use sgmp_board::rules::Point;

/// The evaluator that decides about a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Evaluator {
    /// The point lies in a space that one color surrounds.
    EyeSpace,
    /// A living stone stands on it or beside it.
    Liberty,
    /// None of these: the influence of stones farther off.
    Influence,
}

/// The estimated owners of the points, each from -1 (White) to 1 (Black).
#[derive(Clone, Debug)]
pub struct TerritoryEstimate {
    values: Vec<f32>,
    by: Vec<Evaluator>,
}

impl TerritoryEstimate {
    /// Weighs every point; what empty ones show is noted in `sample`.
    pub(super) fn new(
        context: &PointContext<'_>,
        model: &OutcomeModel,
        mut sample: Option<&mut FeatureSample>,
    ) -> Self {
        let mut territory = Self {
            values: vec![0.0; Point::AREA],
            by: vec![Evaluator::Influence; Point::AREA],
        };
        let extractor = PointFeatureExtractor::new(context);
        let living = context.living;
        for point in Point::all(living.board.size()) {
            let value = if let Some(color) = living.board.color_at(point) {
                sign(color) * sure((context.life)(point))
            } else {
                let features = extractor.features(point);
                if let Some(sample) = &mut sample {
                    sample.points.push((point, features));
                }
                model.leaning(&features)
            };
            let by = if extractor.is_enclosed(point) {
                Evaluator::EyeSpace
            } else if !living.is_free(point) || extractor.is_touched(point) {
                Evaluator::Liberty
            } else {
                Evaluator::Influence
            };
            territory.set(point, value, by);
        }
        territory
    }

    fn set(&mut self, point: Point, value: f32, by: Evaluator) {
        self.values[point.index()] = value;
        self.by[point.index()] = by;
    }

    /// The estimated owner of a point: 1 for Black, -1 for White.
    #[must_use]
    pub fn at(&self, point: Point) -> f32 {
        self.values[point.index()]
    }

    /// The evaluator that decided about a point.
    #[must_use]
    pub fn by(&self, point: Point) -> Evaluator {
        self.by[point.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::super::Analysis;
    use super::*;
    use sgmp_board::rules::{Color, diagram};

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
        let analysis = Analysis::new(&board, Color::Black, 4);
        let territory = analysis.territory();
        let at = |name| Point::parse(name).unwrap();
        assert_eq!(territory.by(at("A9")), Evaluator::EyeSpace);
        assert_eq!(territory.by(at("C8")), Evaluator::Liberty);
        assert_eq!(territory.by(at("E5")), Evaluator::Influence);
        assert!(territory.at(at("A9")) > 0.9 && territory.at(at("H2")) < -0.9);
        assert!(territory.at(at("D8")) > 0.0 && territory.at(at("F3")) < 0.0);
    }
}
