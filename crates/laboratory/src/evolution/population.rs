//! A run's state between two generations, and the step from one to the next.
//!
//! Chance comes from a stream for each seed, generation and net, named by what it is for, and results
//! are taken in the order of the nets: the same seed gives the same run on any number of threads.

use std::sync::Arc;

use super::evolution_config::{ConfigError, EvolutionConfig, VariationKind};
use super::generation_row::{GenerationRow, summary};
use super::genome::Genome;
use super::named_opponent::{NamedOpponent, OpponentFault};
use super::trial_game::{self, Opponent, Streams, TrialResult, TrialTerms};
use super::workers::Workers;
use sgmp_board::rng::Rng;
use sgmp_board::rules::Color;
use sgmp_board::shared_work::map_each;
use sgmp_engine::engine::evolved::{EvolvedNet, NetLayout, StaticPlayer};

/// A net of a generation with its score.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Individual {
    pub(super) genome: Genome,
    pub(super) score: Score,
}

/// Mean leads of a net, in points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Score {
    /// Of all games.
    pub(super) fitness: f64,
    /// Of those with each color; 0 without one.
    pub(super) black: f64,
    pub(super) white: f64,
}

/// The cost of a generation's games and their findings, beyond their scores.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct GamesTotal {
    pub(super) games: u64,
    pub(super) moves: u64,
    pub(super) turns: u64,
    pub(super) passes: u64,
    pub(super) leaves: u64,
}

/// A run's state: the nets of a generation, the best first.
#[derive(Clone, Debug)]
pub struct Population {
    pub(super) config: EvolutionConfig,
    layout: Arc<NetLayout>,
    opponents: Vec<NamedOpponent>,
    pub(super) generation: u64,
    pub(super) individuals: Vec<Individual>,
    /// Stones that the net is given.
    pub(super) handicap: usize,
    /// Nets of earlier generations that others play against.
    pub(super) hall: Vec<Vec<f32>>,
}

/// The reason why a run does not begin.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The settings make no run.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// An opponent is at fault.
    #[error(transparent)]
    Opponent(#[from] OpponentFault),
}

/// One game that is to be played.
struct Task {
    individual: usize,
    color: Color,
    /// Place among the opponents.
    opponent: usize,
    opening: u32,
}

impl Population {
    /// The first generation of a run, and its row.
    ///
    /// # Errors
    /// [`StartError`] where there is no such net or opponent, or an opponent is at fault.
    pub fn start(
        config: EvolutionConfig,
        workers: &Workers,
    ) -> Result<(Self, GenerationRow), StartError> {
        let mut population = Self::empty(config)?;
        let nets = 0..population.config.population;
        let genomes = map_each(workers.threads, nets, |nth| population.fresh(0, nth));
        let unscored = |genome| Individual {
            genome,
            score: Score::default(),
        };
        population.individuals = genomes.into_iter().map(unscored).collect();
        let total = population.evaluate(0, workers)?;
        population.rank();
        let row = population.end_of_generation(total);
        Ok((population, row))
    }

    /// A run of nobody yet.
    pub(super) fn empty(config: EvolutionConfig) -> Result<Self, ConfigError> {
        let layout = Arc::new(NetLayout::new(&config.form())?);
        let opponents = config.fitness.opponents.iter();
        let opponents = opponents.map(|words| NamedOpponent::new(words));
        let opponents = opponents.collect::<Result<_, _>>()?;
        let handicap = config.handicap.as_ref().map_or(0, |given| given.stones);
        Ok(Self {
            config,
            layout,
            opponents,
            generation: 0,
            individuals: Vec::new(),
            handicap,
            hall: Vec::new(),
        })
    }

    /// The settings, with the end of the run as it was moved last.
    #[must_use]
    pub const fn config(&self) -> &EvolutionConfig {
        &self.config
    }

    /// Number of this generation.
    #[must_use]
    pub const fn generation(&self) -> u64 {
        self.generation
    }

    /// Moves the end of the run.
    pub const fn set_last_generation(&mut self, generation: u64) {
        self.config.generations = generation;
    }

    /// Number of a net's genes.
    pub(super) fn gene_count(&self) -> usize {
        self.layout.genes
    }

    /// The genes of the best net.
    pub(super) fn best_genes(&self) -> &[f32] {
        self.individuals
            .first()
            .map_or(&[], |best| &best.genome.genes)
    }

    /// Goes on to the next generation: the better ones survive, the others make room for new nets, and
    /// who has no score yet plays.
    ///
    /// # Errors
    /// [`OpponentFault`]: the generation is not whole, and nothing of it is to be kept.
    pub fn step(&mut self, workers: &Workers) -> Result<GenerationRow, OpponentFault> {
        self.generation += 1;
        let survivors = self.config.survivors;
        let places = survivors..self.config.population;
        let made = map_each(workers.threads, places, |place| self.offspring(place));
        for (individual, genome) in self.individuals[survivors..].iter_mut().zip(made) {
            individual.genome = genome;
        }
        // Survivors keep their scores where they would only play their games of before again.
        let first = if self.config.replays_survivors() || self.config.handicap.is_some() {
            0
        } else {
            survivors
        };
        let total = self.evaluate(first, workers)?;
        self.rank();
        Ok(self.end_of_generation(total))
    }

    /// The new net for a place: a mutated copy of the survivors in turn, or one by chance.
    fn offspring(&self, place: usize) -> Genome {
        match self.config.variation.kind {
            VariationKind::Random => self.fresh(self.generation, place),
            VariationKind::Mutation => {
                let survivors = self.config.survivors;
                // New nets have the places behind the survivors: nothing falls below 0.
                let parent = &self.individuals[(place - survivors) % survivors].genome;
                let name = format!("mutation {} {place}", self.generation);
                parent.mutated(&self.config, &mut self.rng(&name))
            }
        }
    }

    fn fresh(&self, generation: u64, place: usize) -> Genome {
        let mut rng = self.rng(&format!("net {generation} {place}"));
        Genome::random(self.layout.genes, &self.config, &mut rng)
    }

    fn rng(&self, name: &str) -> Rng {
        Rng::from_seed(self.config.seed).split(name)
    }

    /// Plays the games of all nets from a place on.
    fn evaluate(&mut self, first: usize, workers: &Workers) -> Result<GamesTotal, OpponentFault> {
        let halls = self.halls_nets();
        let named = self.opponents.iter().map(|opponent| match opponent {
            NamedOpponent::Static(player) => Opponent::Static(*player),
            NamedOpponent::Seated(player) => Opponent::Seated(player, &workers.halt),
        });
        let opponents: Vec<Opponent<'_>> = named.chain(halls.iter().map(Opponent::Net)).collect();
        // Before there is a hall somebody has to play.
        let opponents = if opponents.is_empty() {
            vec![Opponent::Static(StaticPlayer::ALL[0])]
        } else {
            opponents
        };
        let mut terms = TrialTerms::new(&self.config);
        terms.handicap = self.handicap;
        let colors = if self.handicap > 0 {
            &[Color::Black]
        } else {
            self.config.play.color.colors()
        };
        let nets = map_each(workers.threads, &self.individuals[first..], |individual| {
            EvolvedNet::new(&self.layout, &individual.genome.genes)
        });
        let mut tasks: Vec<Task> = Vec::new();
        for individual in first..self.individuals.len() {
            for opponent in 0..opponents.len() {
                for opening in 0..self.config.fitness.openings {
                    tasks.extend(colors.iter().map(|color| Task {
                        individual,
                        color: *color,
                        opponent,
                        opening,
                    }));
                }
            }
        }
        let results = workers.map(&tasks, |task| {
            let (generation, opening) = (self.generation, task.opening);
            let name = format!(
                "game {generation} {} {} {:?} {opening}",
                task.individual, task.opponent, task.color
            );
            let streams = Streams {
                opening: &mut self.rng(&format!("opening {generation} {opening}")),
                ties: &mut self.rng(&name),
            };
            let net = &nets[task.individual - first];
            trial_game::play(&terms, net, task.color, opponents[task.opponent], streams)
        })?;
        Ok(self.take_results(first, &tasks, &results))
    }

    /// The nets of the hall that this generation meets.
    fn halls_nets(&self) -> Vec<EvolvedNet> {
        let Some(coevolution) = &self.config.coevolution else {
            return Vec::new();
        };
        let mut rng = self.rng(&format!("hall {}", self.generation));
        let mut places: Vec<usize> = (0..self.hall.len()).collect();
        let mut drawn = Vec::new();
        while drawn.len() < coevolution.opponents && !places.is_empty() {
            // Without putting back: no net of the hall is met twice in a generation.
            let place = places.swap_remove(rng.below(places.len() as u32) as usize);
            drawn.push(EvolvedNet::new(&self.layout, &self.hall[place]));
        }
        drawn
    }

    fn take_results(
        &mut self,
        first: usize,
        tasks: &[Task],
        results: &[TrialResult],
    ) -> GamesTotal {
        let mut total = GamesTotal::default();
        for result in results {
            total.games += 1;
            total.moves += u64::from(result.moves);
            total.turns += u64::from(result.turns);
            total.passes += u64::from(result.passes);
            total.leaves += result.leaves;
        }
        for (place, individual) in self.individuals.iter_mut().enumerate().skip(first) {
            let mean = |color: Option<Color>| {
                let is_meant = |task: &Task| color.is_none_or(|color| color == task.color);
                let own = tasks.iter().zip(results);
                let own = own.filter(|(task, _)| task.individual == place && is_meant(task));
                let (mut sum, mut count) = (0, 0);
                for (_, result) in own {
                    sum += result.lead;
                    count += 1;
                }
                // Leads are in half points; a net that has not played with this color counts as even.
                f64::from(sum) / 2.0 / f64::from(count.max(1))
            };
            individual.score = Score {
                fitness: mean(None),
                black: mean(Some(Color::Black)),
                white: mean(Some(Color::White)),
            };
        }
        total
    }

    /// Sorts the nets, the best first; of equal ones the one that was before stays before.
    fn rank(&mut self) {
        let better = |one: &Individual, other: &Individual| {
            other.score.fitness.total_cmp(&one.score.fitness)
        };
        self.individuals.sort_by(better);
    }

    /// Tells the generation, and lets its best net into the hall and the handicap fall.
    fn end_of_generation(&mut self, total: GamesTotal) -> GenerationRow {
        let row = summary(self, &total);
        if let Some(coevolution) = self.config.coevolution.clone()
            && self.generation.is_multiple_of(coevolution.every)
        {
            let genes = self.best_genes().to_vec();
            if self.hall.len() < coevolution.hall {
                self.hall.push(genes);
            } else {
                let mut rng = self.rng(&format!("place {}", self.generation));
                let place = rng.below(self.hall.len() as u32) as usize;
                self.hall[place] = genes;
            }
        }
        let has_won = self
            .individuals
            .first()
            .is_some_and(|best| best.score.fitness > 0.0);
        if self.handicap > 0 && has_won {
            // One stone is none: Black moves first anyway.
            self.handicap = if self.handicap > 2 {
                self.handicap - 1
            } else {
                0
            };
        }
        row
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(
        config: &EvolutionConfig,
        threads: usize,
        count: u64,
    ) -> (Population, Vec<GenerationRow>) {
        let workers = Workers::new(threads);
        let (mut population, first) = Population::start(config.clone(), &workers).unwrap();
        let mut rows = vec![first];
        rows.extend((0..count).map(|_| population.step(&workers).unwrap()));
        (population, rows)
    }

    #[test]
    fn threads_change_nothing() {
        let mut config = EvolutionConfig::toy();
        config.play.ties = sgmp_engine::engine::evolved::Ties::Random;
        let (one, rows_of_one) = rows(&config, 1, 6);
        for threads in [2, 3, 16] {
            let (many, rows_of_many) = rows(&config, threads, 6);
            assert_eq!(one.individuals, many.individuals);
            assert_eq!(rows_of_one, rows_of_many);
        }
        config.seed = 2;
        assert_ne!(rows(&config, 2, 6).1, rows_of_one);
    }

    #[test]
    fn our_engine_is_an_opponent_by_name() {
        let mut config = EvolutionConfig::toy();
        config.population = 3;
        config.survivors = 1;
        config.fitness.opponents = vec!["level:0".to_owned(), "random".to_owned()];
        let (_, one) = rows(&config, 1, 1);
        let (_, two) = rows(&config, 2, 1);
        assert_eq!(one, two);
        // Three nets, two opponents, two colors.
        assert_eq!(one[0].games, 12);
        config.fitness.opponents = vec!["static-1".to_owned()];
        assert_ne!(rows(&config, 2, 1).1, one);
    }

    #[test]
    fn a_program_that_goes_away_ends_the_run_with_its_name() {
        let mut config = EvolutionConfig::toy();
        config.fitness.opponents = vec!["gtp:false".to_owned()];
        let started = Population::start(config, &Workers::new(1));
        assert!(started.unwrap_err().to_string().starts_with("false"));
    }

    #[test]
    fn the_best_never_falls_and_is_kept_first() {
        let (population, rows) = rows(&EvolutionConfig::toy(), 2, 12);
        assert!(rows.is_sorted_by(|one, next| one.best <= next.best));
        let fitness: Vec<f64> = population
            .individuals
            .iter()
            .map(|one| one.score.fitness)
            .collect();
        assert!(fitness.is_sorted_by(|one, next| one >= next));
        assert_eq!(rows.last().unwrap().best, fitness[0]);
    }

    #[test]
    fn chance_alone_keeps_the_best_and_mutates_nobody() {
        let mut config = EvolutionConfig::toy();
        config.variation.kind = VariationKind::Random;
        let (population, rows) = rows(&config, 2, 12);
        assert!(rows.is_sorted_by(|one, next| one.best <= next.best));
        assert!(
            population
                .individuals
                .iter()
                .all(|one| one.genome.sigmas.iter().all(|s| *s == 0.05))
        );
    }

    #[test]
    fn openings_by_chance_are_new_in_each_generation() {
        let mut config = EvolutionConfig::toy();
        config.fitness.random_plies = 2;
        config.fitness.openings = 3;
        let (_, rows_of_openings) = rows(&config, 2, 12);
        // Ten nets, three openings, two colors.
        assert!(rows_of_openings.iter().all(|row| row.games == 60));
        assert!(!rows_of_openings.is_sorted_by(|one, next| one.best <= next.best));
    }

    #[test]
    fn nets_of_the_hall_are_opponents_and_handicaps_fall() {
        let mut config = EvolutionConfig::toy();
        config.fitness.opponents.clear();
        config.coevolution = Some(super::super::evolution_config::CoevolutionConfig {
            every: 2,
            hall: 3,
            opponents: 2,
        });
        let (population, rows_of_hall) = rows(&config, 2, 9);
        assert_eq!(population.hall.len(), 3);
        // Ten nets, two opponents, two colors.
        assert_eq!(rows_of_hall.last().unwrap().games, 40);

        let mut config = EvolutionConfig::toy();
        config.board.lines = 7;
        config.handicap = Some(super::super::evolution_config::HandicapConfig { stones: 4 });
        let (population, rows_of_handicap) = rows(&config, 2, 9);
        assert_eq!(rows_of_handicap[0].handicap, 4);
        assert!(population.handicap < 4);
    }
}
