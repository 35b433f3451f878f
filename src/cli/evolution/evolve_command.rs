//! `evolve CONFIG.toml`: a run of evolution in a folder.

use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::EvolveArgs;
use crate::cli::exit::{Exit, Failure};
use crate::cli::matches::signals::Interrupts;
use crate::cli::output::{WorkProgress, stdout_line};
use crate::evolution::{EvolutionConfig, GenerationRow, Population, RunFolder, RunFolderError};
use crate::record::read_bytes;

/// Time between two checkpoints: what a sudden death costs.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(10);

/// Runs it until its last generation, or until an interrupt.
pub(super) fn run(args: &EvolveArgs, path: &Path) -> Result<Exit, Failure> {
    let config = read_config(args, path)?;
    let folder = folder(args, path, &config);
    let interrupts = Interrupts::listen()?;
    let (mut kept, found) = RunFolder::open(&folder, &config).map_err(refused)?;
    let threads = threads(args.threads);
    let begun = found.as_ref().map_or(0, Population::generation);
    let all = config.generations;
    let mut progress = WorkProgress::new("generations", begun, all, args.quiet);
    let mut population = match found {
        Some(population) => population,
        None => {
            let started = Population::start(config, threads);
            let (population, row) = started.map_err(|error| Failure::new(Exit::Usage, error))?;
            add(&mut kept, &population, &row, progress.elapsed())?;
            population
        }
    };
    let mut saved = progress.elapsed();
    while population.generation() < all && !interrupts.flag.load(Ordering::Relaxed) {
        let before = progress.elapsed();
        let row = population.step(threads);
        add(
            &mut kept,
            &population,
            &row,
            progress.elapsed().saturating_sub(before),
        )?;
        progress.reach(population.generation());
        if progress.elapsed().saturating_sub(saved) >= CHECKPOINT_INTERVAL {
            kept.save(&population).map_err(refused)?;
            saved = progress.elapsed();
        }
    }
    kept.save(&population).map_err(refused)?;
    progress.finish();
    let (generation, folder) = (population.generation(), folder.display());
    if generation < all {
        stdout_line(format_args!(
            "stopped after generation {generation} of {all}; the same words go on: {folder}"
        ));
        return Ok(Exit::Interrupted);
    }
    if !args.quiet {
        stdout_line(format_args!("generations 0 to {generation}: {folder}"));
    }
    Ok(Exit::Done)
}

fn read_config(args: &EvolveArgs, path: &Path) -> Result<EvolutionConfig, Failure> {
    let bytes = read_bytes(path).map_err(|error| Failure::new(Exit::Record, error))?;
    let text = String::from_utf8_lossy(&bytes);
    let mut config = EvolutionConfig::read_with(&text, &args.set)
        .map_err(|error| Failure::new(Exit::Usage, format!("{}: {error}", path.display())))?;
    config.generations = args.generations.unwrap_or(config.generations);
    config.seed = args.seed.unwrap_or(config.seed);
    Ok(config)
}

fn folder(args: &EvolveArgs, path: &Path, config: &EvolutionConfig) -> PathBuf {
    args.out.clone().unwrap_or_else(|| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        PathBuf::from("runs").join(format!("{name}-{}", config.seed))
    })
}

/// Threads to work with; one for each core if nothing is said.
pub(super) fn threads(asked: Option<NonZeroU16>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, Into::into);
    asked.map_or_else(cores, |count| count.get().into())
}

fn add(
    kept: &mut RunFolder,
    population: &Population,
    row: &GenerationRow,
    took: Duration,
) -> Result<(), Failure> {
    kept.add(population, row, took.as_secs_f64())
        .map_err(refused)
}

fn refused(error: RunFolderError) -> Failure {
    let exit = match error {
        RunFolderError::OtherRun { .. } => Exit::Usage,
        _ => Exit::Record,
    };
    Failure::new(exit, error)
}
