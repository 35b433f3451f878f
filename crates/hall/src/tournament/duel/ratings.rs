//! Strengths of players by the results of their games: Bradley and Terry (1952), with a prior.
//
// A player that won or lost everything has no finite likeliest strength. So every player is given half
// a win and half a loss against a player of strength 0, which pulls all of them a little together and
// makes the greatest of the posterior finite and single, whatever the results. Newton's method finds
// it: the logarithm of the posterior is concave. The intervals are those of the normal
// approximation at that place, for each strength's difference to the mean of all.

/// A strength with its interval of 95 %, in Elo points around the mean of the players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The strength in Elo points; 0 is the mean of the players.
    pub elo: f64,
    /// Half the width of its interval.
    pub margin: f64,
}

/// Elo points of a strength in natural units.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The width of a 95 % interval, in standard deviations.
const NINETY_FIVE: f64 = 1.959_964;

/// Drawn games of every player against one of strength 0.
const PRIOR_DRAWS: f64 = 1.0;

/// Rounds of Newton's method: it takes some ten.
const MAX_ROUNDS: u32 = 200;

/// Longest step of a round, in natural units: far from the summit the parabola misleads.
const MAX_STEP: f64 = 2.0;

/// The games of two players against each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairScore {
    /// Numbers of the players.
    pub players: [usize; 2],
    /// Their points; an even game is half a point for both.
    pub points: [f64; 2],
}

/// Rates so many players.
///
/// # Examples
///
/// ```
/// use sgmp_hall::tournament::duel::{PairScore, rate};
///
/// let won_all = PairScore { players: [0, 1], points: [10.0, 0.0] };
/// let ratings = rate(2, &[won_all]);
/// assert!(ratings[0].elo > 150.0 && ratings[0].elo.is_finite());
/// assert_eq!(ratings[0].elo.round(), -ratings[1].elo.round());
/// ```
#[must_use]
pub fn rate(players: usize, scores: &[PairScore]) -> Vec<Rating> {
    let mut strengths = vec![0.0; players];
    for _ in 0..MAX_ROUNDS {
        let (gradient, information) = slope(&strengths, scores);
        let Some(inverse) = inverse(information) else {
            break;
        };
        let steps = product(&inverse, &gradient);
        let mut longest = 0.0_f64;
        for (strength, step) in strengths.iter_mut().zip(&steps) {
            *strength += step.clamp(-MAX_STEP, MAX_STEP);
            longest = longest.max(step.abs());
        }
        if longest < 1e-10 {
            break;
        }
    }
    let mean = strengths.iter().sum::<f64>() / players.max(1) as f64;
    let deviations = deviations(&strengths, scores);
    let both = strengths.iter().zip(deviations);
    both.map(|(strength, deviation)| Rating {
        elo: ELO * (strength - mean),
        margin: ELO * NINETY_FIVE * deviation,
    })
    .collect()
}

/// The gradient of the posterior's logarithm and its negative second derivatives.
fn slope(strengths: &[f64], scores: &[PairScore]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = strengths.len();
    let (mut gradient, mut information) = (vec![0.0; n], vec![vec![0.0; n]; n]);
    for (i, strength) in strengths.iter().enumerate() {
        let p = logistic(*strength);
        gradient[i] += PRIOR_DRAWS * (0.5 - p);
        information[i][i] += PRIOR_DRAWS * p * (1.0 - p);
    }
    for PairScore { players, points } in scores {
        let [a, b] = *players;
        if a == b || a >= n || b >= n {
            continue;
        }
        let games = points[0] + points[1];
        let p = logistic(strengths[a] - strengths[b]);
        let surplus = points[0] - games * p;
        gradient[a] += surplus;
        gradient[b] -= surplus;
        let weight = games * p * (1.0 - p);
        information[a][a] += weight;
        information[b][b] += weight;
        information[a][b] -= weight;
        information[b][a] -= weight;
    }
    (gradient, information)
}

/// Standard deviations of the differences to the mean.
fn deviations(strengths: &[f64], scores: &[PairScore]) -> Vec<f64> {
    let n = strengths.len();
    let Some(covariance) = inverse(slope(strengths, scores).1) else {
        return vec![f64::INFINITY; n];
    };
    let count = n as f64;
    let all: f64 = covariance.iter().flatten().sum();
    (0..n)
        .map(|i| {
            let row: f64 = covariance[i].iter().sum();
            let variance = covariance[i][i] - 2.0 * row / count + all / (count * count);
            variance.max(0.0).sqrt()
        })
        .collect()
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn product(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    let rows = matrix.iter();
    rows.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
        .collect()
}

/// The inverse by Gauss and Jordan; `None` for a singular matrix.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let n = matrix.len();
    for (i, row) in matrix.iter_mut().enumerate() {
        row.extend((0..n).map(|j| f64::from(u8::from(i == j))));
    }
    for column in 0..n {
        let size = |row: usize| matrix[row][column].abs();
        let pivot = (column..n).max_by(|a, b| size(*a).total_cmp(&size(*b)))?;
        if size(pivot) < 1e-12 {
            return None;
        }
        matrix.swap(column, pivot);
        let lead = matrix[column][column];
        for value in &mut matrix[column] {
            *value /= lead;
        }
        let pivot = matrix[column].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(i, _)| *i != column) {
            let factor = row[column];
            for (value, of_pivot) in row.iter_mut().zip(&pivot) {
                *value -= factor * of_pivot;
            }
        }
    }
    Some(matrix.into_iter().map(|row| row[n..].to_vec()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(players: [usize; 2], points: [f64; 2]) -> PairScore {
        PairScore { players, points }
    }

    /// The same strengths in Elo points, slowly, by the minorization and maximization of Hunter (2004): each strength in
    /// turn is its points by what its games would bring it for each unit of strength.
    fn slowly(players: usize, scores: &[PairScore]) -> Vec<f64> {
        let mut worth = vec![1.0_f64; players];
        for _ in 0..200_000 {
            for player in 0..players {
                let (mut points, mut share) =
                    (PRIOR_DRAWS / 2.0, PRIOR_DRAWS / (worth[player] + 1.0));
                for score in scores {
                    let Some(side) = score.players.iter().position(|p| *p == player) else {
                        continue;
                    };
                    let other = score.players[1 - side];
                    points += score.points[side];
                    share += score.points.iter().sum::<f64>() / (worth[player] + worth[other]);
                }
                worth[player] = points / share;
            }
        }
        let elo: Vec<f64> = worth.iter().map(|worth| ELO * worth.ln()).collect();
        let mean = elo.iter().sum::<f64>() / players as f64;
        elo.iter().map(|elo| elo - mean).collect()
    }

    #[test]
    fn newtons_strengths_are_those_of_the_slow_way() {
        use sgmp_board::rng::Rng;
        let mut chance = Rng::from_seed(7);
        for players in 2..7_usize {
            let mut scores = Vec::new();
            for a in 0..players {
                for b in a + 1..players {
                    if b == a + 1 || chance.below(2) == 0 {
                        let mut points = || f64::from(chance.below(40)) / 2.0;
                        scores.push(score([a, b], [points(), points()]));
                    }
                }
            }
            let fast = rate(players, &scores);
            for (fast, slow) in fast.iter().zip(slowly(players, &scores)) {
                assert!(
                    (fast.elo - slow).abs() < 1e-6,
                    "{fast:?} {slow} of {scores:?}"
                );
            }
        }
    }

    #[test]
    fn many_games_between_two_give_the_difference_of_their_share() {
        // 3 of 4: 191 Elo. The prior takes little of that after 4,000 games.
        let ratings = rate(2, &[score([0, 1], [3000.0, 1000.0])]);
        let difference = ratings[0].elo - ratings[1].elo;
        assert!((difference - 190.8).abs() < 1.0, "{difference}");
        // sqrt(p (1 - p) / n) / (p (1 - p)) natural units for the difference, half of it for each.
        let expected = ELO * NINETY_FIVE / (4000.0_f64 * 0.1875).sqrt() / 2.0;
        assert!((ratings[0].margin - expected).abs() < 0.2, "{ratings:?}");
    }

    #[test]
    fn who_lost_all_or_has_not_played_is_rated_too() {
        let lost_all = [
            score([0, 1], [10.0, 0.0]),
            score([1, 2], [5.0, 5.0]),
            score([0, 2], [8.0, 2.0]),
        ];
        let ratings = rate(5, &lost_all);
        assert!(
            ratings
                .iter()
                .all(|r| r.elo.is_finite() && r.margin.is_finite())
        );
        assert!(ratings[0].elo > ratings[2].elo && ratings[2].elo > ratings[1].elo);
        assert!(ratings[3].margin > ratings[0].margin, "it has not played");
        assert_eq!(ratings[3], ratings[4]);
        let all_lost = rate(2, &[score([0, 1], [1e6, 0.0])]);
        assert!(all_lost[0].elo.is_finite() && all_lost[0].elo > 1000.0);
        assert!(rate(0, &[]).is_empty());
        assert_eq!(rate(1, &[])[0].elo, 0.0);
    }

    #[test]
    fn a_chain_of_equal_differences_is_rated_as_one() {
        let scores = [
            score([0, 1], [640.0, 360.0]),
            score([1, 2], [640.0, 360.0]),
            score([2, 3], [640.0, 360.0]),
        ];
        let ratings = rate(4, &scores);
        for pair in ratings.windows(2) {
            assert!(
                (pair[0].elo - pair[1].elo - 100.0).abs() < 3.0,
                "{ratings:?}"
            );
        }
    }
}
