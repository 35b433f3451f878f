//! The genes of a net with the size of their mutations.

use super::evolution_config::{Distribution, EvolutionConfig};
use super::gaussian::{exp, normal, uniform};
use sgmp_board::rng::Rng;

/// Sizes and weights stay within this power of ten, whatever the settings: sums of them stay finite.
const GUARD: f64 = 1e30;

/// The genes of a net and, for each, the size of its mutations.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Genome {
    pub(super) genes: Vec<f32>,
    pub(super) sigmas: Vec<f32>,
}

impl Genome {
    /// A genome by chance.
    pub(super) fn random(count: usize, config: &EvolutionConfig, rng: &mut Rng) -> Self {
        let net = &config.net;
        let gene = |_| {
            let deviate = match net.initial_weights {
                Distribution::Gaussian => normal(rng),
                Distribution::Uniform => uniform(rng),
            };
            (deviate * net.initial_spread) as f32
        };
        Self {
            genes: (0..count).map(gene).collect(),
            sigmas: vec![config.variation.initial_sigma as f32; count],
        }
    }

    /// A mutated copy: each size is multiplied by e to a normal deviate times tau, then its gene moved
    /// by a normal deviate times the new size; tau is 1 / sqrt(2 sqrt(n)) for n genes.
    pub(super) fn mutated(&self, config: &EvolutionConfig, rng: &mut Rng) -> Self {
        let variation = &config.variation;
        let tau = tau(self.genes.len());
        let (least, most) = (
            variation.sigma_min.clamp(1.0 / GUARD, GUARD),
            variation.sigma_max.clamp(1.0 / GUARD, GUARD),
        );
        let mutate = |(gene, sigma): (&f32, &f32)| {
            let first = normal(rng);
            let sigma = (f64::from(*sigma) * exp(tau * first)).clamp(least, most) as f32;
            let second = if variation.one_deviate {
                first
            } else {
                normal(rng)
            };
            let gene = f64::from(*gene) + f64::from(sigma) * second;
            (gene.clamp(-GUARD, GUARD) as f32, sigma)
        };
        let (genes, sigmas) = self.genes.iter().zip(&self.sigmas).map(mutate).unzip();
        Self { genes, sigmas }
    }

    /// A tenth, a half and nine tenths of the sizes are smaller than these.
    pub(super) fn sigma_quantiles(&self) -> [f64; 3] {
        let mut sigmas = self.sigmas.clone();
        [0.1, 0.5, 0.9].map(|share| {
            let place = ((sigmas.len() - 1) as f64 * share) as usize;
            f64::from(*sigmas.select_nth_unstable_by(place, f32::total_cmp).1)
        })
    }

    /// The root of the mean square of the genes.
    pub(super) fn spread(&self) -> f64 {
        let squares = self.genes.iter().map(|gene| f64::from(*gene).powi(2));
        (squares.sum::<f64>() / self.genes.len() as f64).sqrt()
    }
}

/// The learning rate of the sizes of mutations of so many genes.
fn tau(genes: usize) -> f64 {
    1.0 / (2.0 * (genes as f64).sqrt()).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tau_is_that_of_the_papers_nets() {
        assert!((tau(9_350) - 0.0719).abs() < 5e-5);
        assert!((tau(36_063) - 0.0513).abs() < 5e-5);
    }

    #[test]
    fn mutations_walk_as_the_formulas_say() {
        let config = EvolutionConfig::paper_a();
        let genome = Genome::random(20_000, &config, &mut Rng::from_seed(1));
        assert!((genome.spread() - 0.115).abs() < 0.003);
        let child = genome.mutated(&config, &mut Rng::from_seed(2));
        let logs = child
            .sigmas
            .iter()
            .map(|sigma| f64::from(*sigma / 0.05).ln());
        let square = logs.map(|log| log * log).sum::<f64>() / 20_000.0;
        assert!((square.sqrt() / tau(20_000) - 1.0).abs() < 0.03);
        let moved = genome.genes.iter().zip(&child.genes).zip(&child.sigmas);
        let square: f64 = moved
            .map(|((old, new), sigma)| f64::from((new - old) / sigma).powi(2))
            .sum();
        assert!((square / 20_000.0 - 1.0).abs() < 0.03);
        assert_eq!(child, genome.mutated(&config, &mut Rng::from_seed(2)));
    }

    #[test]
    fn the_guard_holds_after_any_walk() {
        let mut config = EvolutionConfig::paper_a();
        config.variation.initial_sigma = 1e29;
        let mut rng = Rng::from_seed(1);
        let mut genome = Genome::random(50, &config, &mut rng);
        for _ in 0..300 {
            genome = genome.mutated(&config, &mut rng);
        }
        assert!(genome.genes.iter().all(|gene| gene.abs() <= 1e30));
        config.variation.sigma_max = 0.25;
        let child = genome.mutated(&config, &mut rng);
        assert!(child.sigmas.iter().all(|sigma| *sigma <= 0.25));
    }
}
