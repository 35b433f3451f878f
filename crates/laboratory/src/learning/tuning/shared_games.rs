//! Games of a tuning that workers share: each writes a file of its own and reads those of the others.
//
// A game is named by its number: its settings rest on all iterations before, its opening and chance on the
// seed, so whoever plays it, with playouts for a budget, finds the same. Who plays one that another plays,
// too, loses time and nothing else.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::conditions::GameScore;
use super::tuning_journal::{
    Header, Journal, JournalContents, JournalError, journal_in, same_words,
};
use super::tuning_plan::TuningPlan;
use sgmp_hall::tournament::duel::Worker;

/// A game, as a worker's file keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SharedGame {
    /// Its number, from 0.
    pub game: u32,
    /// Half points of the plus side, 0 to 2.
    pub plus: u32,
}

/// The games that the files of all workers hold.
#[derive(Debug)]
pub struct SharedGames {
    /// The file of this worker; `None` where the games are only read.
    own: Option<Journal>,
    /// The tuning's journal, after which the workers' files are called.
    journal: PathBuf,
    /// Files of workers in other folders.
    others: Vec<PathBuf>,
    words: Value,
    known: BTreeMap<u32, GameScore>,
    /// Length of each file when it was read, in bytes.
    lengths: BTreeMap<PathBuf, u64>,
}

impl SharedGames {
    /// The words of workers' files, which are no journals of a tuning.
    #[must_use]
    pub fn words(plan: &TuningPlan) -> Value {
        json!({ "what": "games of a tuning", "of": plan.words() })
    }

    /// The games of a tuning's workers. `header`, with [`Self::words`], begins this worker's file.
    ///
    /// # Errors
    /// A file that cannot be read or written, or that other words began.
    pub fn open(
        journal: &Path,
        header: &Header,
        worker: Option<Worker>,
        others: Vec<PathBuf>,
    ) -> Result<Self, JournalError> {
        let own = worker.map(|worker| {
            let opened = Journal::open::<SharedGame>(&file_of(journal, worker), header);
            opened.map(|(own, _)| own)
        });
        let mut games = Self {
            own: own.transpose()?,
            journal: journal.to_owned(),
            others,
            words: header.words.clone(),
            known: BTreeMap::new(),
            lengths: BTreeMap::new(),
        };
        games.refresh()?;
        Ok(games)
    }

    /// Reads what has been added to the files; `true` if there are more games than before.
    ///
    /// # Errors
    /// A file that cannot be read, or that other words began.
    pub fn refresh(&mut self) -> Result<bool, JournalError> {
        let before = self.known.len();
        for path in self.files() {
            let length = fs::metadata(&path).map_or(0, |data| data.len());
            if self.lengths.get(&path) == Some(&length) {
                continue;
            }
            let kept: JournalContents<SharedGame> = journal_in(&path)?;
            if let Some(header) = kept.header.filter(|it| !same_words(&it.words, &self.words)) {
                return Err(JournalError::OtherWords {
                    path,
                    command: header.command,
                    version: header.version,
                });
            }
            for SharedGame { game, plus } in kept.steps {
                if let Some(score) = GameScore::from_half_points(plus) {
                    self.known.entry(game).or_insert(score);
                }
            }
            self.lengths.insert(path, length);
        }
        Ok(self.known.len() > before)
    }

    fn files(&self) -> Vec<PathBuf> {
        let mut files = self.others.clone();
        let folder = self.journal.parent().filter(|path| *path != Path::new(""));
        let name = self.journal.file_name().unwrap_or_default();
        let prefix = format!("{}.games-", name.to_string_lossy());
        let entries = fs::read_dir(folder.unwrap_or(Path::new(".")));
        let paths = entries.into_iter().flatten().flatten();
        files.extend(paths.map(|entry| entry.path()).filter(|path| {
            let name = path.file_name().unwrap_or_default();
            name.to_string_lossy().starts_with(&prefix)
        }));
        files
    }

    /// The score of a game, if any file has it.
    #[must_use]
    pub fn score(&self, game: u32) -> Option<GameScore> {
        self.known.get(&game).copied()
    }

    /// Keeps a game that was played here; without a file of its own nothing is written.
    ///
    /// # Errors
    /// The error of the system.
    pub fn add(&mut self, game: u32, score: GameScore) -> Result<(), JournalError> {
        self.known.insert(game, score);
        let Some(own) = &mut self.own else {
            return Ok(());
        };
        let plus = score.half_points();
        own.add(&SharedGame { game, plus })
    }
}

/// The file of a worker, beside the tuning's journal.
fn file_of(journal: &Path, worker: Worker) -> PathBuf {
    let Worker { number, all } = worker;
    let mut name = journal.file_name().unwrap_or_default().to_owned();
    name.push(format!(".games-{number}-of-{all}"));
    journal.with_file_name(name)
}
