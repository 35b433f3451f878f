//! A run read from its folder, for a report.

use std::fs;
use std::path::Path;

use super::evolution_config::EvolutionConfig;
use super::run_folder::{self, RunFolderError};
use sgmp_engine::engine::evolved::EvolvedPlayer;

/// The reason why a folder holds no run.
#[derive(Debug, thiserror::Error)]
pub enum FinishedRunError {
    /// A file cannot be read, or is not what it should be.
    #[error("{path}: {reason}")]
    File {
        /// The file.
        path: String,
        /// The reason.
        reason: String,
    },
    /// A file cannot be read.
    #[error(transparent)]
    Folder(#[from] RunFolderError),
}

/// A generation as a table tells it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TableRow {
    /// Its number.
    pub generation: f64,
    /// Fitness of its best net.
    pub best: f64,
    /// Mean fitness.
    pub mean: f64,
    /// A tenth, a half and nine tenths of the best net's sizes of mutations are smaller.
    pub sigma: [f64; 3],
    /// Root of the mean square of the best net's weights.
    pub weights: f64,
    /// Share of turns that were passes.
    pub passes: f64,
    /// Games played.
    pub games: f64,
    /// Seconds that it took.
    pub seconds: f64,
}

/// A run, finished or not.
#[derive(Debug)]
pub struct FinishedRun {
    /// Name of its folder.
    pub name: String,
    /// Its settings.
    pub config: EvolutionConfig,
    /// Its generations.
    pub rows: Vec<TableRow>,
    /// The nets that it kept, by generation.
    pub nets: Vec<EvolvedPlayer>,
}

impl FinishedRun {
    /// Reads a run's folder.
    ///
    /// # Errors
    /// [`FinishedRunError`] where a file is missing or damaged.
    pub fn read(folder: &Path) -> Result<Self, FinishedRunError> {
        let text = |name: &str| {
            let path = folder.join(name);
            fs::read_to_string(&path).map_err(|error| damaged(&path, error))
        };
        let config = EvolutionConfig::read(&text(run_folder::CONFIG)?)
            .map_err(|error| damaged(&folder.join(run_folder::CONFIG), error))?;
        let rows = table_rows(&text(run_folder::TABLE)?)
            .map_err(|reason| damaged(&folder.join(run_folder::TABLE), reason))?;
        let mut nets = Vec::new();
        let last = rows.last().map_or(0, |row| row.generation as u64);
        for generation in (0..=last).step_by(config.keep_every.max(1) as usize) {
            let path = folder.join(run_folder::kept_name(generation));
            let bytes = fs::read(&path).map_err(|error| damaged(&path, error))?;
            nets.push(EvolvedPlayer::read(&bytes).map_err(|error| damaged(&path, error))?);
        }
        let name = folder.file_name().unwrap_or(folder.as_os_str());
        Ok(Self {
            name: name.to_string_lossy().into_owned(),
            config,
            rows,
            nets,
        })
    }
}

fn damaged(path: &Path, reason: impl ToString) -> FinishedRunError {
    FinishedRunError::File {
        path: path.display().to_string(),
        reason: reason.to_string(),
    }
}

/// The rows of a table; a last line that was cut off is none.
fn table_rows(text: &str) -> Result<Vec<TableRow>, String> {
    let mut lines = text.split_inclusive('\n');
    let names: Vec<&str> = lines
        .next()
        .unwrap_or_default()
        .trim_end()
        .split(',')
        .collect();
    let column = |name: &str| {
        let place = names.iter().position(|known| *known == name);
        place.ok_or_else(|| format!("no column {name:?}"))
    };
    let wanted = [
        "generation",
        "best",
        "mean",
        "sigma_10",
        "sigma_50",
        "sigma_90",
        "weights",
        "passes",
        "games",
        "seconds",
    ];
    let mut places = [0; 10];
    for (place, name) in places.iter_mut().zip(wanted) {
        *place = column(name)?;
    }
    let mut rows = Vec::new();
    for (number, line) in lines.filter(|line| line.ends_with('\n')).enumerate() {
        let cells: Vec<&str> = line.trim_end().split(',').collect();
        let mut values = [0.0; 10];
        for (value, place) in values.iter_mut().zip(places) {
            let cell = cells.get(place).and_then(|cell| cell.parse::<f64>().ok());
            *value = cell.filter(|value| value.is_finite()).ok_or_else(|| {
                format!("line {} has no number in column {}", number + 2, place + 1)
            })?;
        }
        let [
            generation,
            best,
            mean,
            low,
            middle,
            high,
            weights,
            passes,
            games,
            seconds,
        ] = values;
        rows.push(TableRow {
            generation,
            best,
            mean,
            sigma: [low, middle, high],
            weights,
            passes,
            games,
            seconds,
        });
    }
    if rows.is_empty() {
        return Err("no generation yet".to_owned());
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::proptest;

    use super::*;
    use crate::evolution::{Population, RunFolder, Workers};

    #[test]
    fn a_run_is_read_as_it_was_kept() {
        let folder = tempfile::tempdir().unwrap();
        let config = EvolutionConfig::toy();
        let (mut kept, _) = RunFolder::open(folder.path(), &config).unwrap();
        let (mut population, row) = Population::start(config.clone(), &Workers::new(1)).unwrap();
        kept.add(&population, &row, 0.5).unwrap();
        for _ in 0..21 {
            let row = population.step(&Workers::new(1)).unwrap();
            kept.add(&population, &row, 0.25).unwrap();
        }
        let run = FinishedRun::read(folder.path()).unwrap();
        assert_eq!(run.config, config);
        assert_eq!((run.rows.len(), run.nets.len()), (22, 2));
        assert_eq!((run.rows[0].seconds, run.rows[21].generation), (0.5, 21.0));
        assert_eq!(run.nets[1].header().generation, 20);
        let nowhere = FinishedRun::read(&folder.path().join("x")).unwrap_err();
        assert!(nowhere.to_string().contains("config.toml"));
    }

    #[test]
    fn tables_that_are_none_are_refused() {
        let head = "generation,best,mean,sigma_10,sigma_50,sigma_90,weights,passes,games,seconds\n";
        let rows = |body: &str| table_rows(&format!("{head}{body}"));
        assert_eq!(rows("0,1,2,3,4,5,6,7,8,9\n1,1,1").unwrap().len(), 1);
        assert!(rows("").unwrap_err().contains("no generation"));
        assert!(
            rows("0,1,2,x,4,5,6,7,8,9\n")
                .unwrap_err()
                .contains("line 2")
        );
        assert!(table_rows("a,b\n").unwrap_err().contains("generation"));
    }

    proptest! {
        #[test]
        fn no_table_makes_it_panic(text: String) {
            let _ = table_rows(&text);
        }
    }
}
