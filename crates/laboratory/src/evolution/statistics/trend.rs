//! A line through points, and whether it rises.

use super::distributions::{normal_two_sided, student_two_sided};
use sgmp_board::rng::Rng;

/// A line by least squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Height of the line at 0.
    pub intercept: f64,
    /// Rise of the line for a step of 1.
    pub slope: f64,
    /// Standard error of the slope, the points taken for independent.
    pub error: f64,
    /// Share of the variance that the line explains.
    pub share: f64,
    /// Two-sided p of Student's test for a slope of 0.
    pub p: f64,
}

impl Line {
    /// The line through points; `None` for fewer than three, or all at one x.
    #[must_use]
    pub fn through(points: &[(f64, f64)]) -> Option<Self> {
        let count = points.len() as f64;
        let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
        let (mean_x, mean_y) = (mean(|point| point.0), mean(|point| point.1));
        let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
            points.iter().map(|(x, y)| of(x - mean_x, y - mean_y)).sum()
        };
        let squares_x = sum(&|x, _| x * x);
        if points.len() < 3 || squares_x == 0.0 {
            return None;
        }
        let squares_y = sum(&|_, y| y * y);
        let slope = sum(&|x, y| x * y) / squares_x;
        let rest = (squares_y - slope * slope * squares_x).max(0.0);
        let residual = (rest / (count - 2.0)).sqrt();
        let error = residual / squares_x.sqrt();
        let t = if error > 0.0 { slope / error } else { 0.0 };
        Some(Self {
            intercept: mean_y - slope * mean_x,
            slope,
            error,
            share: if squares_y > 0.0 {
                1.0 - rest / squares_y
            } else {
                0.0
            },
            p: student_two_sided(t, count - 2.0),
        })
    }

    /// Height of the line.
    #[must_use]
    pub fn at(&self, x: f64) -> f64 {
        self.intercept + self.slope * x
    }
}

/// The points of one run.
pub type Cluster = Vec<(f64, f64)>;

/// The trend of one run or many.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trend {
    /// Mean of the runs' slopes.
    pub slope: f64,
    /// The middle 95 % of the mean slope where runs are drawn with replacement; `None` for fewer than
    /// three runs.
    pub interval: Option<(f64, f64)>,
    /// Two-sided p: the share of exchanges of the points within each run whose mean slope is as far from 0.
    pub p: f64,
}

/// Exchanges, and draws with replacement.
const DRAWS: usize = 10_000;

/// The trend of some runs; `None` where no run has three points.
#[must_use]
pub fn trend(runs: &[Cluster]) -> Option<Trend> {
    let runs: Vec<&Cluster> = runs
        .iter()
        .filter(|run| Line::through(run).is_some())
        .collect();
    let slopes: Vec<f64> = runs.iter().map(|run| slope(run)).collect();
    if slopes.is_empty() {
        return None;
    }
    let mean = slopes.iter().sum::<f64>() / slopes.len() as f64;
    let interval = mean_interval(&slopes);
    Some(Trend {
        slope: mean,
        interval,
        p: exchange_p(&runs.into_iter().cloned().collect::<Vec<_>>(), DRAWS),
    })
}

fn slope(run: &[(f64, f64)]) -> f64 {
    Line::through(run).map_or(0.0, |line| line.slope)
}

/// The middle 95 % of the means where runs are drawn with replacement, a value a run; `None` for fewer than three.
#[must_use]
pub fn mean_interval(values: &[f64]) -> Option<(f64, f64)> {
    (values.len() >= 3).then(|| bootstrap(values))
}

/// The middle 95 % of means of draws with replacement.
fn bootstrap(values: &[f64]) -> (f64, f64) {
    let mut rng = Rng::from_seed(0).split("bootstrap of runs");
    let count = values.len() as u32;
    let mut means: Vec<f64> = (0..DRAWS)
        .map(|_| {
            (0..count)
                .map(|_| values[rng.below(count) as usize])
                .sum::<f64>()
                / f64::from(count)
        })
        .collect();
    means.sort_by(f64::total_cmp);
    (means[DRAWS * 25 / 1000], means[DRAWS * 975 / 1000])
}

/// Two-sided p of the mean slope by exchanging the heights within each run: all exchanges of a single run of
/// up to eight points, so many by chance otherwise.
#[must_use]
pub fn exchange_p(runs: &[Cluster], draws: usize) -> f64 {
    // The slope is the sum of x times y but for constants of the run, which exchanges leave alone.
    let centered: Vec<(Vec<f64>, Vec<f64>)> = runs.iter().map(|run| centered(run)).collect();
    let total = |heights: &[Vec<f64>]| -> f64 {
        let runs = centered.iter().zip(heights);
        runs.map(|((xs, _), ys)| xs.iter().zip(ys).map(|(x, y)| x * y).sum::<f64>())
            .sum()
    };
    let mut heights: Vec<Vec<f64>> = centered.iter().map(|(_, ys)| ys.clone()).collect();
    let bound = total(&heights).abs() * (1.0 - 1e-9);
    if let [ys] = &mut heights[..]
        && ys.len() <= 8
    {
        let (mut far, mut all) = (0_u32, 0_u32);
        let mut ys = std::mem::take(ys);
        let xs = &centered[0].0;
        each_order(&mut ys, 0, &mut |ys| {
            let sum: f64 = xs.iter().zip(ys).map(|(x, y)| x * y).sum();
            far += u32::from(sum.abs() >= bound);
            all += 1;
        });
        return f64::from(far) / f64::from(all);
    }
    let mut rng = Rng::from_seed(0).split("exchanges");
    let mut far = 1;
    for _ in 0..draws {
        for ys in &mut heights {
            shuffle(ys, &mut rng);
        }
        far += usize::from(total(&heights).abs() >= bound);
    }
    far as f64 / (draws + 1) as f64
}

/// The x of a run less their mean, over their squares' sum; and the heights.
fn centered(run: &[(f64, f64)]) -> (Vec<f64>, Vec<f64>) {
    let mean = run.iter().map(|point| point.0).sum::<f64>() / run.len() as f64;
    let squares: f64 = run.iter().map(|point| (point.0 - mean).powi(2)).sum();
    let xs = run.iter().map(|point| (point.0 - mean) / squares).collect();
    (xs, run.iter().map(|point| point.1).collect())
}

/// Visits every order of the values from a place on.
fn each_order(values: &mut [f64], place: usize, visit: &mut impl FnMut(&[f64])) {
    if place == values.len() {
        return visit(values);
    }
    for other in place..values.len() {
        values.swap(place, other);
        each_order(values, place + 1, visit);
        values.swap(place, other);
    }
}

/// Puts values in an order by chance (Fisher and Yates).
pub(super) fn shuffle<T>(values: &mut [T], rng: &mut Rng) {
    for last in (1..values.len()).rev() {
        values.swap(last, rng.below(last as u32 + 1) as usize);
    }
}

/// Kendall's S of some runs together, the sum over their pairs of points of +1 where the later one is higher
/// and -1 where it is lower, and its two-sided p by the normal law, corrected for ties.
#[must_use]
pub fn mann_kendall(runs: &[Cluster]) -> (i64, f64) {
    let (mut s, mut variance) = (0, 0.0);
    for run in runs {
        for (place, (_, earlier)) in run.iter().enumerate() {
            for (_, later) in &run[place + 1..] {
                s += i64::from(later > earlier) - i64::from(later < earlier);
            }
        }
        let term = |n: f64| n * (n - 1.0) * (2.0 * n + 5.0);
        let mut heights: Vec<f64> = run.iter().map(|point| point.1).collect();
        heights.sort_by(f64::total_cmp);
        let ties = heights
            .chunk_by(|a, b| a == b)
            .map(|tied| term(tied.len() as f64));
        variance += (term(run.len() as f64) - ties.sum::<f64>()) / 18.0;
    }
    if variance <= 0.0 {
        return (s, 1.0);
    }
    // Corrected for continuity.
    let z = (s.abs() - 1).max(0) as f64 / variance.sqrt();
    (s, normal_two_sided(z))
}

#[cfg(test)]
mod tests {
    use super::super::super::paper_tables::{TABLE_I, TABLE_II};
    use super::*;

    fn points(table: &[i32]) -> Cluster {
        let numbered = table.iter().enumerate();
        numbered.map(|(x, y)| (x as f64, f64::from(*y))).collect()
    }

    fn near(value: f64, expected: f64, digits: f64) {
        assert!((value - expected).abs() <= digits, "{value} {expected}");
    }

    #[test]
    fn the_papers_trends_come_out_as_recomputed() {
        let one = Line::through(&points(&TABLE_I)).unwrap();
        near(one.intercept, 17.16, 0.005);
        near(one.slope, 0.417, 0.0005);
        near(one.error, 0.429, 0.0005);
        near(one.share, 0.047, 0.0005);
        near(one.p, 0.34, 0.005);
        let two = Line::through(&points(&TABLE_II)).unwrap();
        near(two.intercept, 0.321, 0.0005);
        near(two.slope, 2.036, 0.0005);
        near(two.error, 1.319, 0.0005);
        near(two.share, 0.32, 0.005);
        near(exchange_p(&[points(&TABLE_I)], 20_000), 0.34, 0.01);
        // All 5,040 orders.
        near(exchange_p(&[points(&TABLE_II)], 0), 0.182, 0.0005);
        assert_eq!(mann_kendall(&[points(&TABLE_I)]).0, 28);
        assert_eq!(mann_kendall(&[points(&TABLE_II)]).0, 7);
    }

    /// As docs/evolution.md counts them.
    #[test]
    fn the_papers_points_repeat() {
        let mut values = TABLE_I.to_vec();
        let steps = values.windows(2).filter(|step| step[0] != step[1]).count();
        values.sort_unstable();
        values.dedup();
        assert_eq!((values.len(), steps), (13, 18));
    }

    #[test]
    fn runs_that_rise_are_told_from_runs_that_do_not() {
        let mut rng = Rng::from_seed(4);
        let mut runs = |slope: f64| -> Vec<Cluster> {
            let mut noise = || f64::from(rng.below(1000)) / 100.0;
            (0..10)
                .map(|_| {
                    (0..11)
                        .map(|x| (f64::from(x), slope * f64::from(x) + noise()))
                        .collect()
                })
                .collect()
        };
        let rising = trend(&runs(0.8)).unwrap();
        let (low, high) = rising.interval.unwrap();
        assert!(low > 0.5 && high < 1.1 && rising.p < 0.001);
        let level = trend(&runs(0.0)).unwrap();
        let (low, high) = level.interval.unwrap();
        assert!(low < 0.1 && high > -0.1 && level.p > 0.01);
        assert_eq!(trend(&[vec![(0.0, 1.0), (1.0, 2.0)]]), None);
    }

    #[test]
    fn ties_lessen_the_variance() {
        let run: Cluster = (0..10).map(|x| (f64::from(x), f64::from(x / 5))).collect();
        let (s, p) = mann_kendall(&[run]);
        assert_eq!(s, 25);
        assert!(p < 0.02);
        assert_eq!(mann_kendall(&[vec![(0.0, 1.0), (1.0, 1.0)]]), (0, 1.0));
    }
}
