//! The row of a generation in a run's table.

use super::population::{GamesTotal, Population};

/// A generation in numbers. Fitness is a mean lead in points.
#[derive(Clone, Debug, PartialEq)]
pub struct GenerationRow {
    /// The number of the generation, from 0.
    pub generation: u64,
    /// Fitness of the best net.
    pub best: f64,
    /// Mean fitness of all nets of the generation.
    pub mean: f64,
    /// Fitness of the last net.
    pub worst: f64,
    /// Standard deviation of fitness.
    pub deviation: f64,
    /// Mean lead of the best net with Black.
    pub best_black: f64,
    /// Mean lead of the best net with White.
    pub best_white: f64,
    /// A tenth, a half and nine tenths of the best net's sizes of mutations are smaller.
    pub sigma: [f64; 3],
    /// Root of the mean square of the best net's weights.
    pub weights: f64,
    /// Share of the nets' turns that were passes.
    pub passes: f64,
    /// Games that the generation has played.
    pub games: u64,
    /// Moves of these games.
    pub moves: u64,
    /// Positions that nets judged.
    pub leaves: u64,
    /// Stones that nets were given.
    pub handicap: usize,
}

/// The columns; a last one for the seconds is the caller's.
pub(super) const COLUMNS: [&str; 16] = [
    "generation",
    "best",
    "mean",
    "worst",
    "deviation",
    "best_black",
    "best_white",
    "sigma_10",
    "sigma_50",
    "sigma_90",
    "weights",
    "passes",
    "games",
    "moves",
    "leaves",
    "handicap",
];

impl GenerationRow {
    /// The row's cells, separated by commas.
    #[must_use]
    pub fn cells(&self) -> String {
        let [low, middle, high] = self.sigma;
        format!(
            "{},{},{},{},{:.4},{},{},{low:.6e},{middle:.6e},{high:.6e},{:.6e},{:.4},{},{},{},{}",
            self.generation,
            self.best,
            self.mean,
            self.worst,
            self.deviation,
            self.best_black,
            self.best_white,
            self.weights,
            self.passes,
            self.games,
            self.moves,
            self.leaves,
            self.handicap,
        )
    }
}

/// The row of a population whose games are played.
pub(super) fn summary(population: &Population, total: &GamesTotal) -> GenerationRow {
    let all = &population.individuals;
    let fitness = || all.iter().map(|one| one.score.fitness);
    let count = all.len().max(1) as f64;
    let mean = fitness().sum::<f64>() / count;
    let variance = fitness()
        .map(|one| (one - mean) * (one - mean))
        .sum::<f64>()
        / count;
    let best = all.first();
    let score = best.map(|best| best.score).unwrap_or_default();
    let share = |part: u64, whole: u64| part as f64 / whole.max(1) as f64;
    GenerationRow {
        generation: population.generation,
        best: score.fitness,
        mean,
        worst: all.last().map_or(0.0, |last| last.score.fitness),
        deviation: variance.sqrt(),
        best_black: score.black,
        best_white: score.white,
        sigma: best.map_or([0.0; 3], |best| best.genome.sigma_quantiles()),
        weights: best.map_or(0.0, |best| best.genome.spread()),
        passes: share(total.passes, total.turns),
        games: total.games,
        moves: total.moves,
        leaves: total.leaves,
        handicap: population.handicap,
    }
}
