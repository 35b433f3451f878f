//! The optimizer Adam (Kingma and Ba, "Adam: a method for stochastic optimization", 2014).

const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;
const MIN_SCALE: f32 = 1e-4;

/// The state of the optimizer.
//
// A step divides the running mean of a weight's slopes by the root of the running mean of their
// squares: weights that are met seldom, or whose slopes are small, move as fast as the others, and
// noisy ones slower. Both means start at 0 and are divided by the part of them that is known by now.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Adam {
    /// Running means of the slopes and of their squares.
    pub(super) means: Vec<f32>,
    pub(super) squares: Vec<f32>,
    pub(super) steps: u32,
}

impl Adam {
    /// For so many weights, before the first step.
    pub(super) fn new(weights: usize) -> Self {
        Self {
            means: vec![0.0; weights],
            squares: vec![0.0; weights],
            steps: 0,
        }
    }

    /// Moves the weights up the slopes, each by `rate` or a little more at most.
    pub(super) fn follow(&mut self, weights: &mut [f32], slopes: &[f32], rate: f32) {
        self.steps += 1;
        let steps = i32::try_from(self.steps).unwrap_or(i32::MAX);
        let fresh = |decay: f32| 1.0 - decay.powi(steps);
        let known = self.means.iter_mut().zip(&mut self.squares);
        for ((weight, slope), (mean, square)) in weights.iter_mut().zip(slopes).zip(known) {
            *mean += (1.0 - FIRST_DECAY) * (slope - *mean);
            *square += (1.0 - SECOND_DECAY) * (slope * slope - *square);
            let scale = (*square / fresh(SECOND_DECAY)).sqrt() + MIN_SCALE;
            *weight += rate * (*mean / fresh(FIRST_DECAY)) / scale;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_climbs_to_the_top() {
        let mut weights = [0.0, 5.0];
        let mut adam = Adam::new(2);
        for _ in 0..400 {
            let slopes = [1.0 - weights[0], -2.0 - weights[1]];
            adam.follow(&mut weights, &slopes, 0.05);
        }
        assert!((weights[0] - 1.0).abs() < 0.05, "{weights:?}");
        assert!((weights[1] + 2.0).abs() < 0.05, "{weights:?}");
    }
}
