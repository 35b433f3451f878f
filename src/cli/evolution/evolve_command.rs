//! `evolve CONFIG.toml`: a run of evolution in a folder.

use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::evolve_args::EvolveArgs;
use crate::cli::exit::Exit;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::stop_flag::StopFlag;
use sgmp_hall::hall::text_files::read_text;
use sgmp_laboratory::evolution::{
    EvolutionConfig, GenerationRow, OpponentFault, Population, RunFolder, RunFolderError,
    StartError, Workers,
};
use sgmp_match::console::signals::Interrupts;
use sgmp_match::console::stdout_line;
use sgmp_match::console::work_progress::WorkProgress;

/// Time between two checkpoints: what a sudden death costs.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(10);

/// Runs it until its last generation, or until an interrupt.
pub(super) fn run(args: &EvolveArgs, path: &Path) -> Result<Exit, Failure> {
    let config = read_config(args, path)?;
    let folder = folder(args, path, &config);
    let (kept, found) = RunFolder::open(&folder, &config).map_err(refused)?;
    let run = Run {
        kept: Some(kept),
        is_quiet: args.quiet,
    };
    let reached = run.go(config, found, Workers::new(threads(args.threads)))?;
    Ok(told(reached, &folder, args.quiet))
}

/// The end of a run.
pub(super) struct Reached {
    /// The last generation that is kept; `None` where an interrupt broke off another: the run goes on from its
    /// checkpoint.
    generation: Option<u64>,
    /// The last generation of the settings.
    all: u64,
}

/// Tells the end of a run.
pub(super) fn told(reached: Reached, folder: &Path, is_quiet: bool) -> Exit {
    let (all, folder) = (reached.all, folder.display());
    match reached.generation {
        Some(generation) if generation >= all => {
            if !is_quiet {
                stdout_line(format_args!("generations 0 to {generation}: {folder}"));
            }
            Exit::Done
        }
        Some(generation) => {
            stdout_line(format_args!(
                "stopped after generation {generation} of {all}; the same words go on: {folder}"
            ));
            Exit::Interrupted
        }
        None => {
            stdout_line(format_args!(
                "stopped within a generation; the same words go on: {folder}"
            ));
            Exit::Interrupted
        }
    }
}

/// A run on its way.
pub(super) struct Run {
    /// `None` where another process keeps it.
    pub(super) kept: Option<RunFolder>,
    /// True if no progress is shown.
    pub(super) is_quiet: bool,
}

impl Run {
    /// Goes on to the last generation, or until an interrupt.
    pub(super) fn go(
        mut self,
        config: EvolutionConfig,
        found: Option<Population>,
        workers: Workers,
    ) -> Result<Reached, Failure> {
        let interrupts = Interrupts::listen()?;
        let workers = workers.until(StopFlag::from(Arc::clone(&interrupts.flag)));
        let all = config.generations;
        let begun = found.as_ref().map_or(0, Population::generation);
        let mut progress = WorkProgress::new("generations", begun, all, self.is_quiet);
        let broken_off = |fault| match fault {
            OpponentFault::Halted => Ok(Reached {
                generation: None,
                all,
            }),
            fault => Err(Failure::new(Blame::NoGame, fault)),
        };
        let mut population = match found {
            Some(population) => population,
            None => match Population::start(config, &workers) {
                Ok((population, row)) => {
                    self.add(&population, &row, progress.elapsed())?;
                    population
                }
                Err(StartError::Opponent(fault)) => return broken_off(fault),
                Err(StartError::Config(error)) => return Err(Failure::new(Blame::Usage, error)),
            },
        };
        let mut saved = progress.elapsed();
        while population.generation() < all && !workers.are_halted() {
            let before = progress.elapsed();
            let row = match population.step(&workers) {
                Ok(row) => row,
                Err(fault) => return broken_off(fault),
            };
            let now = progress.elapsed();
            self.add(&population, &row, now.saturating_sub(before))?;
            progress.reach(population.generation());
            if now.saturating_sub(saved) >= CHECKPOINT_INTERVAL {
                self.save(&population)?;
                saved = now;
            }
        }
        self.save(&population)?;
        progress.finish();
        Ok(Reached {
            generation: Some(population.generation()),
            all,
        })
    }

    fn add(
        &mut self,
        population: &Population,
        row: &GenerationRow,
        took: Duration,
    ) -> Result<(), Failure> {
        self.kept.as_mut().map_or(Ok(()), |kept| {
            let added = kept.add(population, row, took.as_secs_f64());
            added.map_err(refused)
        })
    }

    fn save(&mut self, population: &Population) -> Result<(), Failure> {
        self.kept
            .as_mut()
            .map_or(Ok(()), |kept| kept.save(population).map_err(refused))
    }
}

pub(super) fn read_config(args: &EvolveArgs, path: &Path) -> Result<EvolutionConfig, Failure> {
    let text = read_text(path)?;
    let mut config = EvolutionConfig::read_with(&text, &args.set)
        .map_err(|error| Failure::new(Blame::Usage, format!("{}: {error}", path.display())))?;
    config.generations = args.generations.unwrap_or(config.generations);
    config.seed = args.seed.unwrap_or(config.seed);
    Ok(config)
}

pub(super) fn folder(args: &EvolveArgs, path: &Path, config: &EvolutionConfig) -> PathBuf {
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

pub(super) fn refused(error: RunFolderError) -> Failure {
    let blame = match error {
        RunFolderError::OtherRun { .. } => Blame::Usage,
        _ => Blame::Record,
    };
    Failure::new(blame, error)
}
