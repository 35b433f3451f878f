//! The weight of a pass: against all stones of a position together.
//!
//! It wins where players passed and loses where they did not; the weights of stones stay as they
//! are, since passes are few and all at the end. Minorization-maximization again, of one number.

use super::sample_game::SampleGame;
use crate::learning::parallel_map::{Tick, map_parts, part_of};
use sgmp_board::rules::{Move, Point};
use sgmp_knowledge::move_weights::MovePriors;

/// Steps of the fit: it has long come to rest.
const STEPS: usize = 100;

/// The natural logarithm of a pass's weight beside these of stones.
#[must_use]
pub fn fit_pass_weight(
    priors: &MovePriors,
    sample_games: &[SampleGame],
    jobs: usize,
    tick: Tick<'_>,
) -> f32 {
    let parts = map_parts(jobs, |part| {
        let (mut passes, mut sums) = (0_u32, Vec::new());
        for sample_game in part_of(sample_games, part) {
            sample_game.walk(|position, mv, _| {
                let points: Vec<Point> = position.legal_points().collect();
                let strengths = priors.strengths(position, &points);
                sums.push(strengths.iter().map(|ln| f64::from(*ln).exp()).sum());
                passes += u32::from(mv == Move::Pass);
            });
            tick();
        }
        (passes, sums)
    });
    let passes: u32 = parts.iter().map(|(passes, _)| passes).sum();
    let sums: Vec<f64> = parts.into_iter().flat_map(|(_, sums)| sums).collect();
    fit(passes, &sums)
}

/// A weight that wins so often against these sums of others, with a game won and one lost besides.
fn fit(wins: u32, sums: &[f64]) -> f32 {
    let mut weight = 1.0_f64;
    for _ in 0..STEPS {
        let games = sums.iter().map(|sum| 1.0 / (weight + sum)).sum::<f64>() + 2.0 / (weight + 1.0);
        weight = (f64::from(wins) + 1.0) / games;
    }
    weight.ln() as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_wins_as_often_as_it_did() {
        let sums: Vec<f64> = (0..1000).map(|n| 1.0 + f64::from(n % 50)).collect();
        let weight = f64::from(fit(90, &sums)).exp();
        let expected: f64 = sums.iter().map(|sum| weight / (weight + sum)).sum();
        assert!((expected - 90.0).abs() < 1.0, "{expected}");
        assert!(fit(0, &sums) < fit(1, &sums));
        assert!(fit(0, &[]).abs() < 1e-6);
    }
}
