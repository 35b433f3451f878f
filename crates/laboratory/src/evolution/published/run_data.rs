//! The data of runs as they were packed: the kept nets, their games, the generations.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;

use crate::evolution::finished_run::{RunFileFault, TableRow, table_rows};
use crate::evolution::paper_tables::{TABLE_I, TABLE_II};
use crate::evolution::statistics::{Cluster, CrossTable, PairResult};

/// Longest file that is read once it is unpacked, in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// Columns of `nets.csv`, and of `pairs.csv`.
const NETS_COLUMNS: usize = 14;
const PAIRS_COLUMNS: usize = 6;

/// The reason why a folder holds no data of runs.
#[derive(Debug, thiserror::Error)]
#[error("{}: {source}", .path.display())]
pub struct PublishedError {
    /// The file that was read.
    pub path: PathBuf,
    /// The reason why it is of no use.
    pub source: PublishedFault,
}

/// A flaw of a file of such data.
#[derive(Debug, thiserror::Error)]
pub enum PublishedFault {
    /// It cannot be read.
    #[error(
        "{0}; name the folder with nets.csv, pairs.csv and generations/, such as data/evolution"
    )]
    Unread(#[from] io::Error),
    /// A line of a table without the cells that it should have.
    #[error("line {0} is not a row of such a table")]
    Row(usize),
    /// The generations of a run.
    #[error(transparent)]
    Generations(#[from] RunFileFault),
    /// A table without rows.
    #[error("no net is in it")]
    Empty,
}

/// A net that a run kept.
#[derive(Clone, Debug)]
pub(super) struct KeptNet {
    pub(super) generation: f64,
    /// True if it is another net than the one before.
    pub(super) is_new: bool,
    /// Its games against the other nets of its run.
    pub(super) result: PairResult,
    /// Its rating with the ends of its interval.
    pub(super) rating: [f64; 3],
    /// Mean leads against static-1, fighter-1 and scatter-1.
    pub(super) leads: [f64; 3],
}

/// A run.
#[derive(Clone, Debug)]
pub(super) struct PublishedRun {
    pub(super) name: String,
    pub(super) setting: String,
    pub(super) nets: Vec<KeptNet>,
    pub(super) rows: Vec<TableRow>,
    pub(super) cross: CrossTable,
    /// Drawn games among its nets, and all of them.
    pub(super) drawn: [u32; 2],
}

/// The runs of a folder of data.
#[derive(Clone, Debug)]
pub struct PublishedRuns {
    pub(super) runs: Vec<PublishedRun>,
}

/// Points of a net against the others of its run.
pub(super) fn points(net: &KeptNet) -> f64 {
    net.result.points().into()
}

/// Its mean lead against the players that no run met.
pub(super) fn held_out(net: &KeptNet) -> f64 {
    f64::midpoint(net.leads[1], net.leads[2])
}

/// Its mean lead against the player that the runs learned from, from openings that they did not meet.
pub(super) fn against_teacher(net: &KeptNet) -> f64 {
    net.leads[0]
}

impl PublishedRun {
    /// Something of each kept net by its generation.
    pub(super) fn course(&self, of: fn(&KeptNet) -> f64) -> Cluster {
        let nets = self.nets.iter();
        nets.map(|net| (net.generation, of(net))).collect()
    }

    /// The paper's points for the same generations, where it has such a table.
    pub(super) fn paper_points(&self) -> Option<Cluster> {
        let every = self.nets.get(1)?.generation;
        let table: &[i32] = match every as u64 {
            1_000 if self.nets.len() == TABLE_I.len() => &TABLE_I,
            10_000 if self.nets.len() == TABLE_II.len() => &TABLE_II,
            _ => return None,
        };
        let nets = self.nets.iter().zip(table);
        Some(
            nets.map(|(net, points)| (net.generation, f64::from(*points)))
                .collect(),
        )
    }
}

impl PublishedRuns {
    /// Reads a folder as `data/evolution/pack.sh` packs it.
    ///
    /// # Errors
    /// [`PublishedError`] where a file is missing or damaged.
    pub fn read(folder: &Path) -> Result<Self, PublishedError> {
        let mut runs: Vec<PublishedRun> = Vec::new();
        let nets = folder.join("nets.csv");
        let at = |path: &Path| {
            let path = path.to_owned();
            move |source| PublishedError { path, source }
        };
        for (line, cells) in table(&nets, NETS_COLUMNS).map_err(at(&nets))? {
            let net = kept_net(&cells)
                .ok_or(PublishedFault::Row(line))
                .map_err(at(&nets))?;
            match runs.iter_mut().find(|run| run.name == cells[1]) {
                Some(run) => run.nets.push(net),
                None => runs.push(PublishedRun {
                    name: cells[1].clone(),
                    setting: cells[0].clone(),
                    nets: vec![net],
                    rows: generations(folder, &cells[1])?,
                    cross: CrossTable::new(0),
                    drawn: [0; 2],
                }),
            }
        }
        if runs.is_empty() {
            return Err(at(&nets)(PublishedFault::Empty));
        }
        let pairs = folder.join("pairs.csv");
        add_games(&mut runs, &pairs).map_err(at(&pairs))?;
        Ok(Self { runs })
    }

    /// The settings, in the order of the table.
    pub(super) fn settings(&self) -> Vec<&str> {
        let mut all: Vec<&str> = Vec::new();
        for run in &self.runs {
            if !all.contains(&run.setting.as_str()) {
                all.push(&run.setting);
            }
        }
        all
    }

    /// The runs of a setting.
    pub(super) fn of_setting(&self, setting: &str) -> impl Iterator<Item = &PublishedRun> {
        self.runs.iter().filter(move |run| run.setting == setting)
    }

    /// The course of something in each run of a setting.
    pub(super) fn clusters(&self, setting: &str, of: fn(&KeptNet) -> f64) -> Vec<Cluster> {
        self.of_setting(setting).map(|run| run.course(of)).collect()
    }
}

fn kept_net(cells: &[String]) -> Option<KeptNet> {
    let number = |place: usize| cells[place].parse::<f64>().ok().filter(|n| n.is_finite());
    let count = |place: usize| cells[place].parse::<u32>().ok();
    Some(KeptNet {
        generation: number(3)?,
        is_new: count(4)? == 1,
        result: PairResult {
            won: count(5)?,
            drawn: count(6)?,
            lost: count(7)?,
        },
        rating: [number(8)?, number(9)?, number(10)?],
        leads: [number(11)?, number(12)?, number(13)?],
    })
}

/// The generations of a run.
fn generations(folder: &Path, run: &str) -> Result<Vec<TableRow>, PublishedError> {
    let path = folder.join("generations").join(format!("{run}.csv.gz"));
    let read = || -> Result<Vec<TableRow>, PublishedFault> {
        let mut text = String::new();
        let packed = GzDecoder::new(fs::File::open(&path)?);
        packed.take(MAX_BYTES).read_to_string(&mut text)?;
        // Seconds were left out when it was packed.
        let mut lines = text.lines();
        let head = format!("{},seconds\n", lines.next().unwrap_or_default());
        let rows = lines.map(|line| format!("{line},0\n"));
        Ok(table_rows(&(head + &rows.collect::<String>()))?)
    };
    read().map_err(|source| PublishedError { path, source })
}

/// Adds the games of each pair of nets to their runs.
fn add_games(runs: &mut [PublishedRun], path: &Path) -> Result<(), PublishedFault> {
    for run in runs.iter_mut() {
        run.cross = CrossTable::new(run.nets.len());
    }
    let places: Vec<BTreeMap<u64, usize>> = runs
        .iter()
        .map(|run| {
            let nets = run.nets.iter().enumerate();
            nets.map(|(place, net)| (net.generation as u64, place))
                .collect()
        })
        .collect();
    for (line, cells) in table(path, PAIRS_COLUMNS)? {
        let numbers: Option<Vec<u64>> = cells[1..].iter().map(|cell| cell.parse().ok()).collect();
        let run = runs.iter().position(|run| run.name == cells[0]);
        let (Some(numbers), Some(run)) = (numbers, run) else {
            return Err(PublishedFault::Row(line));
        };
        let [Some(one), Some(other)] = [numbers[0], numbers[1]].map(|net| places[run].get(&net))
        else {
            return Err(PublishedFault::Row(line));
        };
        for (lead, games) in [(1, numbers[2]), (0, numbers[3]), (-1, numbers[4])] {
            // A pair meets twice.
            let games = u32::try_from(games.min(2)).unwrap_or(2);
            (0..games).for_each(|_| runs[run].cross.add(*one, *other, lead));
            runs[run].drawn[1] += games;
            runs[run].drawn[0] += if lead == 0 { games } else { 0 };
        }
    }
    Ok(())
}

/// The rows of a table with their lines, the head apart; each has so many cells.
fn table(path: &Path, columns: usize) -> Result<Vec<(usize, Vec<String>)>, PublishedFault> {
    let mut text = String::new();
    fs::File::open(path)?
        .take(MAX_BYTES)
        .read_to_string(&mut text)?;
    let rows = text.lines().enumerate().skip(1);
    rows.map(|(place, line)| {
        let cells = cells(line);
        match cells.len() == columns {
            true => Ok((place + 1, cells)),
            false => Err(PublishedFault::Row(place + 1)),
        }
    })
    .collect()
}

/// The cells of a line, of which some stand in quotes.
fn cells(line: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut is_quoted = false;
    for c in line.chars() {
        match (c, all.last_mut()) {
            ('"', _) => is_quoted = !is_quoted,
            (',', _) if !is_quoted => all.push(String::new()),
            (c, Some(cell)) => cell.push(c),
            (_, None) => {}
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_data_is_refused_with_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let told = || PublishedRuns::read(folder.path()).unwrap_err().to_string();
        assert!(
            told().contains("name the folder with nets.csv"),
            "{}",
            told()
        );
        let nets = folder.path().join("nets.csv");
        fs::write(&nets, "head\n").unwrap();
        assert!(told().ends_with("no net is in it"), "{}", told());
        fs::write(&nets, "head\nA,a-1,1\n").unwrap();
        assert!(told().contains("line 2 is not a row"), "{}", told());
        let row = "A,a-1,1,0,1,17,0,23,-33.2,-56.7,-11.1,-22.4,-34.15,-3.6";
        fs::write(&nets, format!("head\n{row}\n")).unwrap();
        assert!(told().contains("a-1.csv.gz"), "{}", told());
        assert_eq!(cells("\"A, 1,000\",x,").len(), 3);
    }
}
