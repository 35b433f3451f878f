//! A run's state in a file, from which it goes on without a difference.
//!
//! `SGMPEVC1`; the length of the header as a little-endian `u32`; the header in JSON: the settings, the
//! generation, the handicap, the scores, the number of nets in the hall; for each net its genes and the
//! sizes of their mutations as `f32`; the genes of the hall; the CRC-32 of all that.

use serde::{Deserialize, Serialize};

use super::evolution_config::{ConfigError, EvolutionConfig};
use super::genome::Genome;
use super::population::{Individual, Population, Score};
use sgmp_board::container::{ContainerError, Rest, open, seal};

const MAGIC: &[u8] = b"SGMPEVC1";

/// Greatest length of a file, in bytes.
const MAX_FILE_BYTES: usize = 4 << 30;

/// The reason why a checkpoint is refused.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// It begins with something else than the format's name.
    #[error("this is no checkpoint: it begins otherwise than SGMPEVC1")]
    WrongFormat,
    /// It was cut off or changed.
    #[error("the checkpoint is damaged")]
    Damaged,
    /// Its header cannot be read.
    #[error("the header of the checkpoint: {0}")]
    Header(String),
    /// Its settings make no run.
    #[error("the settings of the checkpoint: {0}")]
    Config(#[from] ConfigError),
}

impl From<ContainerError> for CheckpointError {
    fn from(error: ContainerError) -> Self {
        match error {
            ContainerError::WrongFormat => Self::WrongFormat,
            ContainerError::Damaged => Self::Damaged,
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    config: String,
    generation: u64,
    handicap: usize,
    /// Fitness, and the leads with Black and White, by their bits.
    scores: Vec<[u64; 3]>,
    hall: usize,
}

/// The bytes of a checkpoint.
#[must_use]
pub fn write(population: &Population) -> Vec<u8> {
    let score =
        |one: &Individual| [one.score.fitness, one.score.black, one.score.white].map(f64::to_bits);
    let header = Header {
        config: population.config.text(),
        generation: population.generation,
        handicap: population.handicap,
        scores: population.individuals.iter().map(score).collect(),
        hall: population.hall.len(),
    };
    // Numbers and text have a form in JSON.
    let header = serde_json::to_vec(&header).unwrap_or_default();
    let mut bytes = MAGIC.to_vec();
    bytes.extend((header.len() as u32).to_le_bytes());
    bytes.extend(header);
    let mut put = |numbers: &[f32]| bytes.extend(numbers.iter().flat_map(|n| n.to_le_bytes()));
    for individual in &population.individuals {
        put(&individual.genome.genes);
        put(&individual.genome.sigmas);
    }
    for genes in &population.hall {
        put(genes);
    }
    seal(bytes)
}

/// Reads a checkpoint.
///
/// # Errors
/// [`CheckpointError`] where the bytes are none.
pub fn read(bytes: &[u8]) -> Result<Population, CheckpointError> {
    let mut rest = open(bytes, MAGIC, MAX_FILE_BYTES)?;
    let length = rest.number().ok_or(CheckpointError::Damaged)?;
    let text = rest.bytes(length).ok_or(CheckpointError::Damaged)?;
    let header: Header =
        serde_json::from_slice(text).map_err(|error| CheckpointError::Header(error.to_string()))?;
    let mut population = Population::empty(EvolutionConfig::read(&header.config)?)?;
    if header.scores.len() != population.config.population {
        let what = "not as many scores as nets".to_owned();
        return Err(CheckpointError::Header(what));
    }
    population.generation = header.generation;
    population.handicap = header.handicap;
    let genes = population.gene_count();
    for bits in header.scores {
        let [fitness, black, white] = bits.map(f64::from_bits);
        let score = Score {
            fitness,
            black,
            white,
        };
        let genome = Genome {
            genes: numbers(&mut rest, genes)?,
            sigmas: numbers(&mut rest, genes)?,
        };
        population.individuals.push(Individual { genome, score });
    }
    for _ in 0..header.hall {
        population.hall.push(numbers(&mut rest, genes)?);
    }
    if rest.is_empty() {
        Ok(population)
    } else {
        Err(CheckpointError::Damaged)
    }
}

/// So many finite numbers.
fn numbers(rest: &mut Rest<'_>, count: usize) -> Result<Vec<f32>, CheckpointError> {
    let bytes = rest
        .bytes(count.saturating_mul(4))
        .ok_or(CheckpointError::Damaged)?;
    let (chunks, _) = bytes.as_chunks::<4>();
    let all: Vec<f32> = chunks
        .iter()
        .map(|chunk| f32::from_le_bytes(*chunk))
        .collect();
    if all.iter().all(|number| number.is_finite()) {
        Ok(all)
    } else {
        Err(CheckpointError::Damaged)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, proptest};

    use super::*;
    use crate::evolution::Workers;
    use crate::evolution::evolution_config::CoevolutionConfig;

    fn population() -> Population {
        let mut config = EvolutionConfig::toy();
        config.coevolution = Some(CoevolutionConfig {
            every: 1,
            hall: 2,
            opponents: 1,
        });
        let (mut population, _) = Population::start(config, &Workers::new(2)).unwrap();
        population.step(&Workers::new(2)).unwrap();
        population
    }

    #[test]
    fn a_run_goes_on_from_it_without_a_difference() {
        let mut population = population();
        let bytes = write(&population);
        let mut again = read(&bytes).unwrap();
        assert_eq!(write(&again), bytes);
        for _ in 0..4 {
            assert_eq!(
                population.step(&Workers::new(1)),
                again.step(&Workers::new(2))
            );
        }
        assert_eq!(write(&population), write(&again));
    }

    #[test]
    fn refusals_name_their_reason() {
        let refusal = |bytes: &[u8]| read(bytes).unwrap_err();
        assert!(matches!(refusal(b""), CheckpointError::WrongFormat));
        let bytes = write(&population());
        let cut_short = refusal(&bytes[..bytes.len() - 5]);
        assert!(matches!(cut_short, CheckpointError::Damaged));
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(place: u16, change: u8, tail in any::<Vec<u8>>(), sealed: bool) {
            use std::sync::LazyLock;
            static BYTES: LazyLock<Vec<u8>> = LazyLock::new(|| write(&population()));
            let mut bytes = BYTES[..BYTES.len() - 4].to_vec();
            let place = usize::from(place) % bytes.len();
            bytes[place] ^= change;
            bytes.extend(tail);
            let bytes = if sealed { seal(bytes) } else { bytes };
            let _ = read(&bytes);
        }
    }
}
