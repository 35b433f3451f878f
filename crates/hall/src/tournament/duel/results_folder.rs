//! The folder of a duel: its words, a line for each finished game, and the games as records.
//
// A game is finished once its line is on disk; its record is there before. A line that a crash cut
// short counts for nothing, so that game is played again. Workers on other machines each write a file
// of lines of their own, and every file in the folder is read: a lost worker's games are missing, and
// whoever runs the duel next plays them.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::game_sheet::GameSheet;
use super::played_game::PlayedGame;
use super::program_files::keep_words;
use sgmp_board::record::{FileError, Format, create_new, make_folder, write_atomically};
use sgmp_match::play::journal::LockedFile;
use sgmp_match::port::pause;

/// Longest file of lines that is read, in bytes.
const MAX_LINES_BYTES: u64 = 1 << 30;

/// Looks for a header that another worker writes, and the time between two.
const MAX_HEADER_LOOKS: u32 = 40;
const HEADER_INTERVAL: Duration = Duration::from_millis(50);

/// The file that says what the games are.
const HEADER: &str = "duel.json";

/// The reason why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The system refused to read or write.
    #[error("cannot {doing} {}: {source}", .path.display())]
    Refused {
        /// The file or folder.
        path: PathBuf,
        /// The operation: "make", "open", "read", "write", "lock".
        doing: &'static str,
        /// The error of the system.
        source: io::Error,
    },
    /// A record or the header could not be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// Another process plays the same games.
    #[error("another process writes {}: wait for it, or give workers numbers (--worker 1/2)", .0.display())]
    InUse(PathBuf),
    /// A line is damaged.
    #[error("line {line} of {} is damaged: mend or remove it to go on", .path.display())]
    Damaged {
        /// The file of the folder that has the line.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// No header, or one that cannot be read.
    #[error("{} is no folder of a duel: name another one", .0.display())]
    Foreign(PathBuf),
    /// Other words began it.
    #[error("{} was begun by other words: `{command}`, version {version}; give the same ones, or name another folder", .path.display())]
    OtherWords {
        /// The folder that was begun by them.
        path: PathBuf,
        /// The words that began it.
        command: String,
        /// The program's version then.
        version: String,
    },
}

/// The header of a folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FolderHeader {
    /// The version of the program that began it.
    pub version: String,
    /// The command that was given, quoted for a shell.
    pub command: String,
    /// Time of its beginning, RFC 3339.
    pub began: String,
    /// Names of the players.
    pub names: Vec<String>,
    /// All that decides over the games.
    pub words: Value,
}

/// One of several that share the games of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worker {
    /// Its number, from 1.
    pub number: u32,
    /// The number of workers that share the games.
    pub all: u32,
}

impl Worker {
    /// Returns whether a pair of games is this worker's.
    #[must_use]
    pub const fn plays(&self, pair: u32) -> bool {
        pair % self.all == self.number - 1
    }
}

/// The text that names no worker.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no worker: write its number and how many there are, such as 2/8")]
pub struct WorkerError(pub String);

impl FromStr for Worker {
    type Err = WorkerError;

    /// Reads `2/8`: the second of eight.
    fn from_str(text: &str) -> Result<Self, WorkerError> {
        let parts = text.split_once('/');
        let worker = parts.and_then(|(number, all)| {
            let (number, all) = (number.trim().parse().ok()?, all.trim().parse().ok()?);
            (1..=all).contains(&number).then_some(Self { number, all })
        });
        worker.ok_or_else(|| WorkerError(text.to_owned()))
    }
}

/// A folder in which games are kept.
#[derive(Debug)]
pub struct ResultsFolder {
    path: PathBuf,
    lines: PathBuf,
    file: LockedFile,
}

impl ResultsFolder {
    /// Opens or begins a folder; gives the games that are in it.
    ///
    /// # Errors
    /// [`FolderError`].
    pub fn open(
        path: &Path,
        header: &FolderHeader,
        worker: Option<Worker>,
    ) -> Result<(Self, BTreeMap<u32, GameSheet>), FolderError> {
        make_folder(path).map_err(refused(path, "make"))?;
        let text = serde_json::to_string_pretty(header).unwrap_or_default() + "\n";
        match create_new(&path.join(HEADER), text.as_bytes()) {
            Ok(()) => {}
            Err(FileError::AlreadyExists { .. }) => {
                await_header(path, text.as_bytes())?;
                check_header(path, header)?;
            }
            Err(error) => return Err(error.into()),
        }
        let name = match worker {
            None => "games.jsonl".to_owned(),
            Some(Worker { number, all }) => format!("games-{number}-of-{all}.jsonl"),
        };
        let lines = path.join(name);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(&lines).map_err(refused(&lines, "open"))?;
        let file = LockedFile::new(file).map_err(|error| match error {
            TryLockError::WouldBlock => FolderError::InUse(lines.clone()),
            TryLockError::Error(source) => refused(&lines, "lock")(source),
        })?;
        let (_, whole) = read_lines(&lines)?;
        let mut folder = Self {
            path: path.to_owned(),
            lines,
            file,
        };
        folder.cut(whole)?;
        Ok((folder, read_games(path)?))
    }

    /// Cuts a torn line off.
    fn cut(&mut self, whole: u64) -> Result<(), FolderError> {
        let cut = self.file.set_len(whole);
        let at_end = cut.and_then(|()| self.file.seek(SeekFrom::End(0)));
        at_end.map(drop).map_err(refused(&self.lines, "write"))
    }

    /// Keeps a game: the words of its programs and its record, then its line; all are on disk on return.
    ///
    /// # Errors
    /// [`FolderError`].
    pub fn add(&mut self, played: &PlayedGame) -> Result<(), FolderError> {
        let sheet = &played.sheet;
        let stem = format!("game{:05}", sheet.game);
        keep_words(&self.path, &stem, &sheet.names, &played.words)?;
        let record = played.record.to_sgf(Format::Ff4);
        write_atomically(&self.path.join(format!("{stem}.sgf")), record.as_bytes())?;
        let line = serde_json::to_string(sheet).map_err(io::Error::from);
        let written = line.and_then(|line| {
            self.file.write_all(format!("{line}\n").as_bytes())?;
            self.file.sync_data()
        });
        written.map_err(refused(&self.lines, "write"))
    }
}

/// Reads the header of a folder.
///
/// # Errors
/// [`FolderError::Foreign`] and refusals of the system.
pub fn read_header(path: &Path) -> Result<FolderHeader, FolderError> {
    let file = path.join(HEADER);
    let text = match fs::read_to_string(&file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(FolderError::Foreign(path.to_owned()));
        }
        text => text.map_err(refused(&file, "read"))?,
    };
    serde_json::from_str(&text).map_err(|_| FolderError::Foreign(path.to_owned()))
}

/// Waits for a header of which only the name is there: another worker begins the folder at this moment, or
/// a crash came between. Then this one is written.
fn await_header(path: &Path, text: &[u8]) -> Result<(), FolderError> {
    let file = path.join(HEADER);
    for _ in 0..MAX_HEADER_LOOKS {
        if fs::metadata(&file).map_err(refused(&file, "read"))?.len() > 0 {
            return Ok(());
        }
        pause(HEADER_INTERVAL);
    }
    Ok(write_atomically(&file, text)?)
}

fn check_header(path: &Path, given: &FolderHeader) -> Result<(), FolderError> {
    let kept = read_header(path)?;
    if same_words(&kept.words, &given.words) {
        return Ok(());
    }
    Err(FolderError::OtherWords {
        path: path.to_owned(),
        command: kept.command,
        version: kept.version,
    })
}

/// Both have to have gone through a text: a number read from it need not be the one that wrote it, to
/// the last bit.
fn same_words(kept: &Value, given: &Value) -> bool {
    serde_json::from_str::<Value>(&given.to_string()).is_ok_and(|given| *kept == given)
}

/// The finished games of a folder, of all its workers. The first line of a game counts.
///
/// # Errors
/// [`FolderError`].
pub fn read_games(path: &Path) -> Result<BTreeMap<u32, GameSheet>, FolderError> {
    let entries = fs::read_dir(path).map_err(refused(path, "read"))?;
    let inside = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<PathBuf> = inside.filter(|path| is_lines(path)).collect();
    files.sort();
    let mut games = BTreeMap::new();
    for file in files {
        for sheet in read_lines(&file)?.0 {
            games.entry(sheet.game).or_insert(sheet);
        }
    }
    Ok(games)
}

fn is_lines(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with("games") && name.ends_with(".jsonl")
}

/// The sheets of a file, and the bytes of its whole lines.
fn read_lines(path: &Path) -> Result<(Vec<GameSheet>, u64), FolderError> {
    let length = fs::metadata(path).map_err(refused(path, "read"))?.len();
    if length > MAX_LINES_BYTES {
        let too_long = io::Error::other(format!("it is longer than {MAX_LINES_BYTES} bytes"));
        return Err(refused(path, "read")(too_long));
    }
    let bytes = fs::read(path).map_err(refused(path, "read"))?;
    let (mut sheets, mut whole) = (Vec::new(), 0);
    for (number, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
        if line.last() != Some(&b'\n') {
            break;
        }
        let sheet = serde_json::from_slice(line).map_err(|_| FolderError::Damaged {
            path: path.to_owned(),
            line: number + 1,
        })?;
        sheets.push(sheet);
        whole += line.len() as u64;
    }
    Ok((sheets, whole))
}

fn refused(path: &Path, doing: &'static str) -> impl FnOnce(io::Error) -> FolderError {
    let path = path.to_owned();
    move |source| FolderError::Refused {
        path,
        doing,
        source,
    }
}

#[cfg(test)]
mod tests {
    use super::super::duel_plan::testing::small_plan;
    use super::*;
    use sgmp_board::stop_flag::StopFlag;

    fn header(seed: u32) -> FolderHeader {
        FolderHeader {
            version: "1".to_owned(),
            command: "sgmp-go duel".to_owned(),
            began: String::new(),
            names: Vec::new(),
            words: serde_json::json!({ "seed": seed, "number": 0.1 }),
        }
    }

    #[test]
    fn a_folder_is_gone_on_with_and_what_was_cut_short_is_played_again() {
        let folder = tempfile::tempdir().unwrap();
        let plan = small_plan(&["random", "two=random"], 4);
        let played = |game| plan.play(game, &StopFlag::new()).unwrap();
        let (mut first, there) = ResultsFolder::open(folder.path(), &header(1), None).unwrap();
        assert!(there.is_empty());
        first.add(&played(0)).unwrap();
        first.add(&played(2)).unwrap();
        let busy = ResultsFolder::open(folder.path(), &header(1), None).unwrap_err();
        assert!(matches!(busy, FolderError::InUse(_)));
        drop(first);

        let lines = folder.path().join("games.jsonl");
        let text = fs::read_to_string(&lines).unwrap();
        fs::write(&lines, format!("{text}{{\"game\":1,")).unwrap();
        let (mut again, there) = ResultsFolder::open(folder.path(), &header(1), None).unwrap();
        assert!(there.keys().eq(&[0, 2]));
        again.add(&played(1)).unwrap();
        drop(again);
        assert!(read_games(folder.path()).unwrap().keys().eq(&[0, 1, 2]));
        assert!(folder.path().join("game00001.sgf").exists());

        let other = ResultsFolder::open(folder.path(), &header(2), None).unwrap_err();
        assert!(
            other
                .to_string()
                .contains("begun by other words: `sgmp-go duel`")
        );
        // A crash left the header's name alone.
        fs::write(folder.path().join(HEADER), "").unwrap();
        drop(ResultsFolder::open(folder.path(), &header(1), None).unwrap());
        assert_eq!(read_header(folder.path()).unwrap(), header(1));
        fs::write(&lines, format!("nonsense\n{text}")).unwrap();
        let damaged = ResultsFolder::open(folder.path(), &header(1), None).unwrap_err();
        assert!(damaged.to_string().contains("line 1"), "{damaged}");
    }

    #[test]
    fn workers_share_the_pairs_and_their_games_are_found_together() {
        let folder = tempfile::tempdir().unwrap();
        let plan = small_plan(&["random", "two=random"], 8);
        // Begun by all of them at once.
        std::thread::scope(|scope| {
            let begin = |number| {
                let worker = Worker { number, all: 8 };
                let (_, games) =
                    ResultsFolder::open(folder.path(), &header(1), Some(worker)).unwrap();
                assert!(games.is_empty());
            };
            (1..=8).for_each(|number| drop(scope.spawn(move || begin(number))));
        });
        for number in 1..=2 {
            let worker = Worker { number, all: 2 };
            let opened = ResultsFolder::open(folder.path(), &header(1), Some(worker));
            let (mut folder, _) = opened.unwrap();
            for game in (0..8).filter(|game| worker.plays(game / 2)) {
                folder
                    .add(&plan.play(game, &StopFlag::new()).unwrap())
                    .unwrap();
            }
        }
        assert!(read_games(folder.path()).unwrap().keys().copied().eq(0..8));
        assert_eq!("2/8".parse(), Ok(Worker { number: 2, all: 8 }));
        for text in ["0/2", "3/2", "2", "a/b", "1/0"] {
            assert!(text.parse::<Worker>().is_err(), "{text}");
        }
        let foreign = read_header(&folder.path().join("none")).unwrap_err();
        assert!(matches!(foreign, FolderError::Foreign(_)));
    }
}
