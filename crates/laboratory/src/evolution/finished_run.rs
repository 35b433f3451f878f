//! A run read from its folder, for a report.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::checkpoint;
use super::evolution_config::{ConfigError, EvolutionConfig};
use super::run_folder::{self, RunFolderError};
use sgmp_engine::engine::evolved::{EvolvedPlayer, EvolvedPlayerError};

/// The reason why a folder holds no run.
#[derive(Debug, thiserror::Error)]
pub enum FinishedRunError {
    /// A file cannot be read, or is not what it should be.
    #[error("{}: {source}", .path.display())]
    File {
        /// The file that was read.
        path: PathBuf,
        /// The reason why it is of no use.
        source: Box<RunFileFault>,
    },
    /// A file cannot be read.
    #[error(transparent)]
    Folder(#[from] RunFolderError),
}

/// A flaw of a file of a run.
#[derive(Debug, thiserror::Error)]
pub enum RunFileFault {
    /// It cannot be read.
    #[error(transparent)]
    Unread(#[from] io::Error),
    /// Settings that make no run.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// It holds no net.
    #[error(transparent)]
    Net(#[from] EvolvedPlayerError),
    /// A table without a column.
    #[error("no column {0:?}")]
    NoColumn(&'static str),
    /// A cell of a table that is no number.
    #[error("line {line} has no number in column {column}")]
    NoNumber {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// A row of a table in the place of another.
    #[error(
        "line {line} is of generation {generation}, where that of generation {expected} belongs: rows are lost or out of \
         order. Put back the whole table"
    )]
    OutOfOrder {
        /// The line, from 1.
        line: usize,
        /// The generation that it tells of.
        generation: f64,
        /// The generation that belongs there.
        expected: usize,
    },
    /// A table without rows.
    #[error("no generation yet")]
    Empty,
}

/// A generation as a table tells it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TableRow {
    /// The number of the generation, from 0.
    pub generation: f64,
    /// Fitness of its best net.
    pub best: f64,
    /// Mean fitness of all nets of the generation.
    pub mean: f64,
    /// A tenth, a half and nine tenths of the best net's sizes of mutations are smaller.
    pub sigma: [f64; 3],
    /// Root of the mean square of the best net's weights.
    pub weights: f64,
    /// Share of turns that were passes.
    pub passes: f64,
    /// Games that the generation has played.
    pub games: f64,
    /// Seconds that it took.
    pub seconds: f64,
}

/// A run, finished or not.
#[derive(Debug)]
pub struct FinishedRun {
    /// Name of its folder.
    pub name: String,
    /// The settings that the run was begun with.
    pub config: EvolutionConfig,
    /// The generations as the table tells them.
    pub rows: Vec<TableRow>,
    /// The nets that it kept, by generation.
    pub nets: Vec<EvolvedPlayer>,
    /// Generations that were lost after the last row, in plain words; the rows before are whole.
    pub lost: Option<String>,
}

impl FinishedRun {
    /// Reads a run's folder. A table that lost its last rows is read as far as it goes, and that is told; one that lost
    /// rows before others is damaged.
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
        // First what the table has to have behind it: the run may go on meanwhile.
        let reached = reached(folder);
        let table = text(run_folder::TABLE)?;
        let rows =
            table_rows(&table).map_err(|fault| damaged(&folder.join(run_folder::TABLE), fault))?;
        let mut nets = Vec::new();
        let last = rows.last().map_or(0, |row| row.generation as u64);
        for generation in (0..=last).step_by(config.keep_every.max(1) as usize) {
            let path = folder.join(run_folder::kept_name(generation));
            let bytes = fs::read(&path).map_err(|error| damaged(&path, error))?;
            nets.push(EvolvedPlayer::read(&bytes).map_err(|error| damaged(&path, error))?);
        }
        let lost = lost_rows(last, table.ends_with('\n'), reached);
        let lost = lost.map(|lost| format!("{}: {lost}", folder.join(run_folder::TABLE).display()));
        let name = folder.file_name().unwrap_or(folder.as_os_str());
        Ok(Self {
            name: name.to_string_lossy().into_owned(),
            config,
            rows,
            nets,
            lost,
        })
    }
}

/// The latest generation that a folder shows to have been reached, and the file that shows it.
fn reached(folder: &Path) -> Option<(String, u64)> {
    let bytes = fs::read(folder.join(run_folder::CHECKPOINT)).ok();
    let saved = bytes.and_then(|bytes| checkpoint::read(&bytes).ok());
    let saved = saved.map(|run| (run_folder::CHECKPOINT.to_owned(), run.generation()));
    let kept = run_folder::last_kept(folder);
    saved
        .into_iter()
        .chain(kept)
        .max_by_key(|(_, generation)| *generation)
}

/// The words on rows that are gone from the end of a table; `last` is the generation of the last whole one.
fn lost_rows(last: u64, is_whole: bool, reached: Option<(String, u64)>) -> Option<String> {
    let next = last + 1;
    match reached.filter(|(_, generation)| *generation > last) {
        Some((file, generation)) => Some(format!(
            "the rows of generations {next} to {generation} are lost ({file} beside it is of generation {generation}). What \
             follows tells of generations 0 to {last} alone; put back the whole table for all of them"
        )),
        None if !is_whole => Some(format!(
            "the row of generation {next} is cut off, and left out. The run was killed while it was written, and makes \
             it again when it goes on, or the end of the table is lost"
        )),
        None => None,
    }
}

fn damaged(path: &Path, source: impl Into<RunFileFault>) -> FinishedRunError {
    FinishedRunError::File {
        path: path.to_owned(),
        source: Box::new(source.into()),
    }
}

/// The rows of a table; a last line that was cut off is none.
pub(super) fn table_rows(text: &str) -> Result<Vec<TableRow>, RunFileFault> {
    let mut lines = text.split_inclusive('\n');
    let names: Vec<&str> = lines
        .next()
        .unwrap_or_default()
        .trim_end()
        .split(',')
        .collect();
    let column = |name| {
        let place = names.iter().position(|known| *known == name);
        place.ok_or(RunFileFault::NoColumn(name))
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
            let cell = cell.filter(|value| value.is_finite());
            *value = cell.ok_or(RunFileFault::NoNumber {
                line: number + 2,
                column: place + 1,
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
        if generation != number as f64 {
            return Err(RunFileFault::OutOfOrder {
                line: number + 2,
                generation,
                expected: number,
            });
        }
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
        return Err(RunFileFault::Empty);
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
    fn rows_that_were_lost_are_told_or_refused() {
        let folder = tempfile::tempdir().unwrap();
        let config = EvolutionConfig::toy();
        let (mut kept, _) = RunFolder::open(folder.path(), &config).unwrap();
        let (mut population, row) = Population::start(config, &Workers::new(1)).unwrap();
        kept.add(&population, &row, 0.5).unwrap();
        for _ in 0..21 {
            let row = population.step(&Workers::new(1)).unwrap();
            kept.add(&population, &row, 0.25).unwrap();
        }
        kept.save(&population).unwrap();
        let table = folder.path().join(run_folder::TABLE);
        let whole = fs::read_to_string(&table).unwrap();
        let lines: Vec<&str> = whole.split_inclusive('\n').collect();
        let read = |lines: &[&str]| {
            fs::write(&table, lines.concat()).unwrap();
            FinishedRun::read(folder.path())
        };
        assert_eq!(read(&lines).unwrap().lost, None);
        // The last rows: the rest is a run of fewer generations.
        let run = read(&lines[..20]).unwrap();
        assert_eq!((run.rows.len(), run.nets.len()), (19, 1));
        let told = run.lost.unwrap();
        assert!(
            told.contains("generations.csv: the rows of generations 19 to 21 are lost (checkpoint"),
            "{told}"
        );
        let half = &whole[..whole.len() - 5];
        let told = read(&[half]).unwrap().lost.unwrap();
        assert!(told.contains("generations 21 to 21 are lost"), "{told}");
        fs::remove_file(folder.path().join(run_folder::CHECKPOINT)).unwrap();
        let told = read(&[half]).unwrap().lost.unwrap();
        assert!(told.contains("generation 21 is cut off"), "{told}");
        let told = read(&lines[..20]).unwrap().lost.unwrap();
        assert!(told.contains("(best-000020.net beside it"), "{told}");
        // A row among others.
        let gone = [&lines[..6], &lines[7..]].concat();
        let doubled = [&lines[..6], &lines[5..]].concat();
        for (rows, found) in [(gone, 6), (doubled, 4)] {
            let refused = read(&rows).unwrap_err().to_string();
            let told =
                format!("line 7 is of generation {found}, where that of generation 5 belongs");
            assert!(
                refused.contains("generations.csv: ") && refused.contains(&told),
                "{refused}"
            );
        }
        let refused = read(&[&lines[..1], &lines[2..]].concat()).unwrap_err();
        assert!(refused.to_string().contains("generation 0 belongs"));
    }

    #[test]
    fn tables_that_are_none_are_refused() {
        let head = "generation,best,mean,sigma_10,sigma_50,sigma_90,weights,passes,games,seconds\n";
        let rows = |body: &str| table_rows(&format!("{head}{body}"));
        assert_eq!(rows("0,1,2,3,4,5,6,7,8,9\n1,1,1").unwrap().len(), 1);
        let told = |rows: Result<Vec<TableRow>, RunFileFault>| rows.unwrap_err().to_string();
        assert!(told(rows("")).contains("no generation"));
        assert!(told(rows("0,1,2,x,4,5,6,7,8,9\n")).contains("line 2"));
        assert!(told(table_rows("a,b\n")).contains("generation"));
    }

    proptest! {
        #[test]
        fn no_table_makes_it_panic(text: String) {
            let _ = table_rows(&text);
        }
    }
}
