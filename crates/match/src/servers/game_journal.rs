//! The journal of a game on a server: its terms, then each move, on the disk before it is sent.
//!
//! The file is that of [`crate::play::journal`]; its entries are these. The server has the moves too, and what it has
//! counts: the journal keeps a move that was chosen and never arrived, and the times of moves that came while nobody
//! listened.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::server_setup::GameSetup;
use crate::play::journal::{Contents, JournalError, JournalFile, ON_SERVER, json_values, kind};
use sgmp_board::rules::{Color, Handicap, Move};
use sgmp_engine::time_control::Overtime;

/// Format of the entries.
const FORMAT: u32 = 1;

/// An entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum GameEntry {
    /// The terms of the game: always the first entry, and only that.
    OnServer {
        /// The format of the entries.
        format: u32,
        /// The server's address.
        server: String,
        /// The game as CGOS's word `setup` has it, without its moves.
        setup: String,
        /// Black's stones before the first move, where there are any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        handicap: Option<u8>,
        /// Overtime by the period, where there is any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        period: Option<Period>,
        /// Our color.
        #[serde(with = "json_values::string")]
        color: Color,
    },
    /// A move: ours before it was sent, the opponent's when it came.
    Move {
        /// Its number, from 1.
        number: usize,
        /// Its side.
        #[serde(with = "json_values::string")]
        color: Color,
        /// The point, or a pass.
        #[serde(rename = "move", with = "json_values::string")]
        mv: Move,
        /// Time that its side had left after it, in milliseconds: the server's, or ours by our own clock.
        left_ms: u64,
    },
    /// The server has other moves behind this number: the entries from here on are its own.
    GoesBack {
        /// The moves that stand.
        moves: usize,
    },
    /// The game is over.
    Ended {
        /// The server's word for the result; `?` where it was not heard.
        result: String,
        /// More about it.
        reason: String,
    },
}

/// A period of overtime in which so many moves have to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Period {
    /// Its length, in milliseconds.
    pub millis: u64,
    /// The moves.
    pub moves: u32,
}

/// A move with the time that its side had left after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimedMove {
    /// The side that made it.
    pub color: Color,
    /// The point, or a pass.
    pub mv: Move,
    /// Time left on its side's clock.
    pub left: Duration,
}

impl GameEntry {
    /// The first entry of a game.
    fn begun(server: &str, setup: &GameSetup, color: Color) -> Self {
        let bare = GameSetup {
            moves: Vec::new(),
            ..setup.clone()
        };
        let is_even = setup.handicap == Handicap::EVEN;
        Self::OnServer {
            format: FORMAT,
            server: server.to_owned(),
            setup: bare.to_string(),
            handicap: (!is_even).then(|| setup.handicap.stones()),
            period: match setup.overtime {
                Overtime::Canadian { period, stones } => Some(Period {
                    millis: millis(period),
                    moves: stones,
                }),
                Overtime::SuddenDeath | Overtime::ByoYomi { .. } => None,
            },
            color,
        }
    }

    /// The game that begins with this entry, and our color.
    fn setup(self) -> Option<(GameSetup, Color)> {
        let Self::OnServer {
            setup,
            handicap,
            period,
            color,
            ..
        } = self
        else {
            return None;
        };
        let setup = GameSetup::read(setup.strip_prefix("setup ")?).ok()?;
        let handicap = Handicap::new(handicap.map_or(1, u16::from))?;
        let overtime = period.map_or(Overtime::SuddenDeath, |period| Overtime::Canadian {
            period: Duration::from_millis(period.millis),
            stones: period.moves,
        });
        Some((
            GameSetup {
                handicap,
                overtime,
                ..setup
            },
            color,
        ))
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl TimedMove {
    fn entry(self, number: usize) -> GameEntry {
        GameEntry::Move {
            number,
            color: self.color,
            mv: self.mv,
            left_ms: millis(self.left),
        }
    }
}

/// The moves of a journal, and its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownGame {
    /// The setup line that began the game.
    pub setup: GameSetup,
    /// Our color.
    pub color: Color,
    /// The moves that stand.
    pub moves: Vec<TimedMove>,
    /// The server's word for the result, once it is over.
    pub result: Option<String>,
}

impl KnownGame {
    /// Reads a journal as it is.
    ///
    /// # Errors
    /// [`JournalError`].
    pub fn read(path: &Path) -> Result<Self, JournalError> {
        Self::understand(path, JournalFile::read(path)?)
    }

    fn understand(path: &Path, contents: Contents) -> Result<Self, JournalError> {
        let path_of = || path.to_owned();
        let entry = |number: usize, offset, payload: &[u8]| {
            serde_json::from_slice::<GameEntry>(payload).map_err(|source| JournalError::Entry {
                path: path_of(),
                number: number as u64,
                offset,
                source,
            })
        };
        let mut records = (1..).zip(contents.records);
        let (number, first) = records
            .next()
            .ok_or_else(|| JournalError::NeverBegun { path: path_of() })?;
        if kind(&first.payload).is_some_and(|kind| kind != ON_SERVER) {
            return Err(JournalError::OfAnother {
                path: path_of(),
                whose: "a match on a line",
                command: "sgmp-go --port PORT --resume",
            });
        }
        let begun = entry(number, first.offset, &first.payload)?;
        let Some((setup, color)) = begun.setup() else {
            return Err(JournalError::NeverBegun { path: path_of() });
        };
        let mut game = Self {
            setup,
            color,
            moves: Vec::new(),
            result: None,
        };
        for (number, record) in records {
            game.take(entry(number, record.offset, &record.payload)?);
        }
        Ok(game)
    }

    fn take(&mut self, entry: GameEntry) {
        match entry {
            GameEntry::OnServer { .. } => {}
            GameEntry::Move {
                color, mv, left_ms, ..
            } => self.moves.push(TimedMove {
                color,
                mv,
                left: Duration::from_millis(left_ms),
            }),
            GameEntry::GoesBack { moves } => self.moves.truncate(moves),
            GameEntry::Ended { result, .. } => self.result = Some(result),
        }
    }
}

/// The open journal of a game. What the disk refuses waits, and is written before anything that follows it.
pub struct GameJournal {
    file: JournalFile,
    unwritten: VecDeque<GameEntry>,
}

/// The state of the disk after an append.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// Everything is on the disk.
    All,
    /// Everything is on the disk again, after entries had to wait.
    Mended,
    /// The disk has refused an entry, which waits: the reason.
    Refused(String),
    /// It still refuses.
    StillRefused,
}

impl GameJournal {
    /// Begins the journal of a game.
    ///
    /// # Errors
    /// [`JournalError`]; no file is left behind.
    pub fn create(
        path: &Path,
        server: &str,
        setup: &GameSetup,
        color: Color,
    ) -> Result<Self, JournalError> {
        let mut journal = Self {
            file: JournalFile::create(path)?,
            unwritten: VecDeque::new(),
        };
        let first = GameEntry::begun(server, setup, color);
        match journal.write(&first) {
            Ok(()) => Ok(journal),
            Err(error) => {
                drop(journal);
                // Nothing was played: the file says so itself, should it stay.
                let _ = std::fs::remove_file(path);
                Err(error)
            }
        }
    }

    /// Opens the journal of a game that goes on.
    ///
    /// # Errors
    /// [`JournalError`].
    pub fn open(path: &Path) -> Result<(Self, KnownGame), JournalError> {
        let (file, contents) = JournalFile::open(path)?;
        let game = KnownGame::understand(path, contents)?;
        let unwritten = VecDeque::new();
        Ok((Self { file, unwritten }, game))
    }

    /// The file's name.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        self.file.path().to_owned()
    }

    /// Appends a move, whose number is `number`.
    pub fn moved(&mut self, number: usize, moved: TimedMove) -> Written {
        self.append(moved.entry(number))
    }

    /// Appends an entry, which is on the disk when this returns, unless the disk refuses it.
    pub fn append(&mut self, entry: GameEntry) -> Written {
        let was_whole = self.unwritten.is_empty();
        self.unwritten.push_back(entry);
        while let Some(next) = self.unwritten.pop_front() {
            if let Err(error) = self.write(&next) {
                self.unwritten.push_front(next);
                return match was_whole {
                    true => Written::Refused(error.to_string()),
                    false => Written::StillRefused,
                };
            }
        }
        match was_whole {
            true => Written::All,
            false => Written::Mended,
        }
    }

    fn write(&mut self, entry: &GameEntry) -> Result<(), JournalError> {
        let payload = serde_json::to_vec(entry).map_err(|source| JournalError::Entry {
            path: self.path(),
            number: 0,
            offset: self.file.end(),
            source,
        })?;
        self.file.append(&payload)
    }
}
