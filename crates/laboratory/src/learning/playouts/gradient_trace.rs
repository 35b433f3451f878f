//! The trace of a playout's choices and of the gradients of their log-probabilities.

use sgmp_board::rules::{Board, Color, Point};
use sgmp_engine::search::{LocalPoint, PlayoutObserver, features};

/// Chances of less are taken for none.
const NEGLIGIBLE: f32 = 1e-4;

/// A choice, and where the gradient of its log-chance lies among all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chosen {
    at: Point,
    from: usize,
    to: usize,
}

/// Remembers the choices of a playout with the gradients of their log-chances.
#[derive(Debug)]
pub(super) struct GradientTrace<'a> {
    weights: &'a [f32],
    gradients: Vec<(usize, f32)>,
    choices: Vec<Chosen>,
}

impl<'a> GradientTrace<'a> {
    pub(super) const fn new(weights: &'a [f32]) -> Self {
        Self {
            weights,
            gradients: Vec::new(),
            choices: Vec::new(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.gradients.clear();
        self.choices.clear();
    }

    /// Adds the gradient of every choice, times what `worth` makes of its point.
    pub(super) fn add_to(&self, sum: &mut [f32], worth: impl Fn(Point) -> f32) {
        for choice in &self.choices {
            let worth = worth(choice.at);
            for (place, part) in &self.gradients[choice.from..choice.to] {
                sum[*place] += worth * part;
            }
        }
    }
}

impl PlayoutObserver for GradientTrace<'_> {
    const WATCHES: bool = true;

    fn observe(
        &mut self,
        board: &Board,
        color: Color,
        choice: &[LocalPoint],
        taken: Option<usize>,
    ) {
        let features: Vec<_> = choice
            .iter()
            .map(|near| features(board, color, near))
            .collect();
        let strength = |of: &sgmp_engine::search::Features| {
            let sum: f32 = of.iter().map(|place| self.weights[place]).sum();
            sum.exp()
        };
        let strengths: Vec<f32> = features.iter().map(strength).collect();
        let all = 1.0 + strengths.iter().sum::<f32>();
        let from = self.gradients.len();
        for (place, (features, strength)) in features.iter().zip(strengths).enumerate() {
            let part = f32::from(u8::from(taken == Some(place))) - strength / all;
            if part.abs() >= NEGLIGIBLE {
                self.gradients
                    .extend(features.iter().map(|feature| (feature, part)));
            }
        }
        self.choices.push(Chosen {
            // What was left for a move elsewhere lies here, too.
            at: choice[taken.unwrap_or(0)].point,
            from,
            to: self.gradients.len(),
        });
    }
}
