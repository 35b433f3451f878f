//! Two settings compared by a number of each run.

use super::distributions::normal_two_sided;
use super::ranking::PairResult;

/// How two samples differ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// The chance that one of the first is greater than one of the second, ties counted half: A₁₂ of
    /// Vargha and Delaney.
    pub a12: f64,
    /// Two-sided p of Mann and Whitney's test, by the normal law, corrected for ties and continuity.
    pub p: f64,
}

/// Compares two samples; `None` where one is empty.
#[must_use]
pub fn compare(one: &[f64], other: &[f64]) -> Option<Comparison> {
    if one.is_empty() || other.is_empty() {
        return None;
    }
    let (m, n) = (one.len() as f64, other.len() as f64);
    let worth = |a: f64, b: f64| {
        if a > b {
            1.0
        } else if a == b {
            0.5
        } else {
            0.0
        }
    };
    let u: f64 = one
        .iter()
        .flat_map(|a| other.iter().map(|b| worth(*a, *b)))
        .sum();
    let mut all: Vec<f64> = one.iter().chain(other).copied().collect();
    all.sort_by(f64::total_cmp);
    let ties = all.chunk_by(|a, b| a == b).map(|tied| {
        let t = tied.len() as f64;
        t * t * t - t
    });
    let both = m + n;
    let variance = m * n / 12.0 * (both + 1.0 - ties.sum::<f64>() / (both * (both - 1.0)));
    let away = ((u - m * n / 2.0).abs() - 0.5).max(0.0);
    Some(Comparison {
        a12: u / (m * n),
        p: if variance > 0.0 {
            normal_two_sided(away / variance.sqrt())
        } else {
            1.0
        },
    })
}

/// Values of p corrected for their number by Holm's method, in their order.
#[must_use]
pub fn holm(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let mut corrected = vec![0.0; values.len()];
    let mut most: f64 = 0.0;
    for (rank, place) in order.into_iter().enumerate() {
        most = most.max((values[place] * (values.len() - rank) as f64).min(1.0));
        corrected[place] = most;
    }
    corrected
}

/// Two-sided p of the sign test: the chance that equal players share the decided games at least as
/// unevenly.
#[must_use]
pub fn sign_p(result: PairResult) -> f64 {
    let games = result.won + result.lost;
    let fewer = result.won.min(result.lost);
    let mut chance = 0.5_f64.powi(games as i32);
    let mut tail = 0.0;
    for wins in 0..=fewer {
        tail += chance;
        chance *= f64::from(games - wins) / f64::from(wins + 1);
    }
    (2.0 * tail).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_compared() {
        let low: Vec<f64> = (0..10).map(f64::from).collect();
        let high: Vec<f64> = (10..20).map(f64::from).collect();
        let apart = compare(&high, &low).unwrap();
        assert_eq!(apart.a12, 1.0);
        // z = 49.5 / sqrt(175).
        assert!((apart.p - 0.000_183).abs() < 5e-6, "{}", apart.p);
        let same = compare(&low, &low).unwrap();
        assert_eq!((same.a12, same.p), (0.5, 1.0));
        assert_eq!(compare(&[1.0], &[1.0]).unwrap().p, 1.0);
        assert_eq!(compare(&[], &low), None);
    }

    #[test]
    fn signs_are_tested() {
        let p = |won, lost| {
            sign_p(PairResult {
                won,
                drawn: 3,
                lost,
            })
        };
        assert_eq!([p(0, 0), p(5, 5)], [1.0, 1.0]);
        assert!((p(9, 1) - 22.0 / 1024.0).abs() < 1e-12);
        assert!((p(0, 10) - 2.0 / 1024.0).abs() < 1e-12);
    }

    #[test]
    fn holm_corrects_step_by_step() {
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        let expected = [0.03, 0.06, 0.06, 0.02];
        for (one, other) in corrected.into_iter().zip(expected) {
            assert!((one - other).abs() < 1e-12);
        }
    }
}
