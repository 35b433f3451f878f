//! The folder of a run: its settings, its table, its checkpoint, the nets that it keeps.
//!
//! A row of the table and a kept net are written before the checkpoint of their generation or a later
//! one; whatever lies beyond the checkpoint when a run goes on is made again, the same.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::checkpoint::{self, CheckpointError};
use super::evolution_config::EvolutionConfig;
use super::generation_row::{COLUMNS, GenerationRow};
use super::population::Population;
use sgmp_board::record::{FileError, make_folder, write_atomically};
use sgmp_engine::engine::evolved::{EvolvedPlayer, EvolvedPlayerError};

pub(super) const TABLE: &str = "generations.csv";
pub(super) const CHECKPOINT: &str = "checkpoint";
pub(super) const CONFIG: &str = "config.toml";

/// The reason why a run cannot be kept or found in a folder.
#[derive(Debug, thiserror::Error)]
pub enum RunFolderError {
    /// The table lacks generations that the checkpoint has behind it.
    #[error(
        "{path} has {rows} rows, and the checkpoint beside it stands at generation {generations}: rows are lost or out of \
         order. Put back the whole table, or begin the run anew in another folder (--out)"
    )]
    LostRows {
        /// The path of the table.
        path: String,
        /// The checkpoint's generation; the first one is 0.
        generations: u64,
        /// Rows of it, in the order of the generations or not.
        rows: usize,
    },
    /// The system refused to read or write.
    #[error("{path}: {error}")]
    Io {
        /// The path of the file.
        path: String,
        /// The system's reason for refusing it.
        error: io::Error,
    },
    /// The system refused a file that is written whole.
    #[error(transparent)]
    File(#[from] FileError),
    /// The checkpoint cannot be read.
    #[error("{path}: {error}; delete the folder's files to begin anew")]
    Checkpoint {
        /// The path of the checkpoint.
        path: String,
        /// The reason why it is of no use.
        error: CheckpointError,
    },
    /// Another run lies in the folder.
    #[error(
        "{folder} holds a run of other settings or another seed: name another folder with --out"
    )]
    OtherRun {
        /// The folder that was named.
        folder: String,
    },
    /// The best net makes no player.
    #[error(transparent)]
    Player(#[from] EvolvedPlayerError),
}

/// The folder of a run.
#[derive(Debug)]
pub struct RunFolder {
    folder: PathBuf,
    table: File,
}

impl RunFolder {
    /// Opens a folder, made if it is missing, and finds the run of these settings in it; `None` where it
    /// is to begin.
    ///
    /// # Errors
    /// [`RunFolderError`] where the folder cannot be written or another run lies in it.
    pub fn open(
        folder: &Path,
        config: &EvolutionConfig,
    ) -> Result<(Self, Option<Population>), RunFolderError> {
        make_folder(folder).map_err(|error| failure(folder, error))?;
        let found = read_checkpoint(folder)?;
        if let Some(population) = &found
            && !is_same_run(population.config(), config)
        {
            let folder = folder.display().to_string();
            return Err(RunFolderError::OtherRun { folder });
        }
        write_atomically(&folder.join(CONFIG), config.text().as_bytes())?;
        let table = begin_table(folder, found.as_ref())?;
        let population = found.map(|mut population| {
            population.set_last_generation(config.generations);
            population
        });
        let folder = folder.to_owned();
        Ok((Self { folder, table }, population))
    }

    /// Adds a generation: its row, with the seconds that it took, and its best net where one is due.
    ///
    /// # Errors
    /// [`RunFolderError`] where it cannot be written.
    pub fn add(
        &mut self,
        population: &Population,
        row: &GenerationRow,
        seconds: f64,
    ) -> Result<(), RunFolderError> {
        let line = format!("{},{seconds:.6}\n", row.cells());
        let path = self.folder.join(TABLE);
        self.table
            .write_all(line.as_bytes())
            .map_err(|error| failure(&path, error))?;
        let config = population.config();
        let generation = population.generation();
        if generation.is_multiple_of(config.keep_every) {
            let genes = population.best_genes().to_vec();
            let player = EvolvedPlayer::new(config.header(generation), genes)?;
            write_atomically(&self.folder.join(kept_name(generation)), &player.bytes())?;
        }
        Ok(())
    }

    /// Writes the checkpoint, which takes the place of the one before at once.
    ///
    /// # Errors
    /// [`RunFolderError`] where it cannot be written.
    pub fn save(&mut self, population: &Population) -> Result<(), RunFolderError> {
        let path = self.folder.join(TABLE);
        self.table
            .sync_data()
            .map_err(|error| failure(&path, error))?;
        let bytes = checkpoint::write(population);
        Ok(write_atomically(&self.folder.join(CHECKPOINT), &bytes)?)
    }
}

/// Name of the file of a kept net.
pub(super) fn kept_name(generation: u64) -> String {
    format!("best-{generation:06}.net")
}

/// The latest generation of which a folder has a kept net.
pub(super) fn last_kept(folder: &Path) -> Option<(String, u64)> {
    let names = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = names.filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let digits = name.strip_prefix("best-")?.strip_suffix(".net")?;
        let generation = digits.parse().ok()?;
        Some((name, generation))
    });
    names.max_by_key(|(_, generation)| *generation)
}

/// Returns whether two settings differ in nothing but the length of the run.
fn is_same_run(one: &EvolutionConfig, other: &EvolutionConfig) -> bool {
    let mut one = one.clone();
    one.generations = other.generations;
    one == *other
}

fn read_checkpoint(folder: &Path) -> Result<Option<Population>, RunFolderError> {
    let path = folder.join(CHECKPOINT);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failure(&path, error)),
    };
    let population = checkpoint::read(&bytes).map_err(|error| RunFolderError::Checkpoint {
        path: path.display().to_string(),
        error,
    })?;
    Ok(Some(population))
}

/// The table up to the generation of the checkpoint, open at its end.
fn begin_table(folder: &Path, found: Option<&Population>) -> Result<File, RunFolderError> {
    let path = folder.join(TABLE);
    let mut text = format!("{},seconds\n", COLUMNS.join(","));
    if let Some(population) = found {
        let old = fs::read_to_string(&path).map_err(|error| failure(&path, error))?;
        let rows = old.split_inclusive('\n').skip(1);
        let last = population.generation() as usize;
        let rows: Vec<_> = rows
            .take(last + 1)
            .filter(|row| row.ends_with('\n'))
            .collect();
        let is_in_place = |(number, row): (usize, &&str)| {
            row.split(',')
                .next()
                .is_some_and(|first| first == number.to_string())
        };
        if rows.len() <= last || !rows.iter().enumerate().all(is_in_place) {
            return Err(RunFolderError::LostRows {
                path: path.display().to_string(),
                generations: population.generation(),
                rows: rows.len(),
            });
        }
        text.extend(rows);
    }
    write_atomically(&path, text.as_bytes())?;
    let file = OpenOptions::new().append(true).open(&path);
    file.map_err(|error| failure(&path, error))
}

fn failure(path: &Path, error: io::Error) -> RunFolderError {
    let path = path.display().to_string();
    RunFolderError::Io { path, error }
}

#[cfg(test)]
mod tests {
    use super::super::Workers;
    use super::*;

    /// Runs to a generation, with a checkpoint at some and a death after others.
    fn run(folder: &Path, saves: &[u64], last: u64) {
        let config = EvolutionConfig::toy();
        let (mut run, found) = RunFolder::open(folder, &config).unwrap();
        let mut population = found.unwrap_or_else(|| {
            let (population, row) = Population::start(config, &Workers::new(2)).unwrap();
            run.add(&population, &row, 0.0).unwrap();
            population
        });
        while population.generation() < last {
            let row = population.step(&Workers::new(2)).unwrap();
            run.add(&population, &row, 0.0).unwrap();
            if saves.contains(&population.generation()) {
                run.save(&population).unwrap();
            }
        }
    }

    #[test]
    fn a_run_killed_anywhere_leaves_the_same_files() {
        let whole = tempfile::tempdir().unwrap();
        run(whole.path(), &[45], 45);
        let torn = tempfile::tempdir().unwrap();
        run(torn.path(), &[], 3);
        run(torn.path(), &[7, 21], 30);
        // A line that was cut off while it was written.
        let table = torn.path().join(TABLE);
        let mut text = fs::read_to_string(&table).unwrap();
        text.truncate(text.len() - 3);
        fs::write(&table, text).unwrap();
        run(torn.path(), &[45], 45);
        for name in [
            TABLE,
            CHECKPOINT,
            CONFIG,
            "best-000000.net",
            "best-000040.net",
        ] {
            let read = |folder: &Path| fs::read(folder.join(name)).unwrap();
            assert_eq!(read(whole.path()), read(torn.path()), "{name}");
        }
        let rows = fs::read_to_string(whole.path().join(TABLE)).unwrap();
        assert_eq!(rows.lines().count(), 1 + 46);
        assert!(rows.starts_with("generation,best,mean,"));
    }

    #[test]
    fn another_run_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        run(folder.path(), &[2], 2);
        let mut config = EvolutionConfig::toy();
        config.generations += 1;
        assert!(RunFolder::open(folder.path(), &config).is_ok());
        config.seed += 1;
        let refused = RunFolder::open(folder.path(), &config).unwrap_err();
        assert!(refused.to_string().contains("--out"));
    }
}
