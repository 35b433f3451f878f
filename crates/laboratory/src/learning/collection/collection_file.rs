//! A collection on disk.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::contents::{Contents, MAGIC, Session, scan};
use super::{framing, game_codec};
use crate::learning::TrainingGame;
use sgmp_board::record::sync_name;
use sgmp_match::play::journal::LockedFile;

/// Longest file, in bytes: a million games.
pub(crate) const MAX_FILE_BYTES: u64 = 1 << 30;

/// The reason why a collection cannot be read or extended.
#[derive(Debug, thiserror::Error)]
pub enum CollectionError {
    /// The system refused to read or write.
    #[error("cannot {doing} {}: {source}", .path.display())]
    Refused {
        /// The file that was read or written.
        path: PathBuf,
        /// The operation: "read", "write".
        doing: &'static str,
        /// The error of the system.
        source: io::Error,
    },
    /// Another process makes games into it.
    #[error("another process makes games into {}: wait for it, or name another file", .path.display())]
    InUse {
        /// The file that another process extends.
        path: PathBuf,
    },
    /// It holds something else.
    #[error("{} is no file of training games that this version reads", .path.display())]
    NoGames {
        /// The file that holds something else.
        path: PathBuf,
    },
    /// More bytes than any collection may have.
    #[error("{} is longer than {MAX_FILE_BYTES} bytes", .path.display())]
    TooLong {
        /// The file that is too long.
        path: PathBuf,
    },
    /// Its games were made with another configuration.
    #[error(
        "{} was made by other words: `{command}`; give the same ones, or name another file",
        .path.display()
    )]
    OtherConfig {
        /// The file of the other configuration.
        path: PathBuf,
        /// The words it was made by.
        command: String,
    },
    /// A record that has no place in the layout.
    #[error("a game of {moves} moves, or its session, does not fit into {}", .path.display())]
    Unfit {
        /// The file that the game was for.
        path: PathBuf,
        /// Moves of the game.
        moves: usize,
    },
}

/// Reads the games of a file; a damaged part is passed over and told.
///
/// # Errors
/// Errors of the system, and files of another kind.
pub fn read_games(path: &Path) -> Result<Contents, CollectionError> {
    let mut file = File::open(path).map_err(refused(path, "read"))?;
    let bytes = read_all(&mut file, path)?;
    scan(&bytes).ok_or_else(|| CollectionError::NoGames {
        path: path.to_owned(),
    })
}

fn refused(path: &Path, doing: &'static str) -> impl FnOnce(io::Error) -> CollectionError {
    let path = path.to_owned();
    move |source| CollectionError::Refused {
        path,
        doing,
        source,
    }
}

fn read_all(file: &mut File, path: &Path) -> Result<Vec<u8>, CollectionError> {
    let mut bytes = Vec::new();
    let mut limited = file.take(MAX_FILE_BYTES + 1);
    limited
        .read_to_end(&mut bytes)
        .map_err(refused(path, "read"))?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(CollectionError::TooLong {
            path: path.to_owned(),
        });
    }
    Ok(bytes)
}

/// A collection that grows; no other process can open it meanwhile.
#[derive(Debug)]
pub struct Collection {
    path: PathBuf,
    file: LockedFile,
    players: Vec<String>,
}

impl Collection {
    /// Opens or begins the file of a session's configuration, cuts off what a crash left, and gives what
    /// is there already.
    ///
    /// # Errors
    /// [`CollectionError`]; nothing is changed then.
    pub fn open(path: &Path, session: &Session) -> Result<(Self, Contents), CollectionError> {
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(refused(path, "write"))?;
        let mut file = LockedFile::new(file).map_err(|error| match error {
            TryLockError::WouldBlock => CollectionError::InUse {
                path: path.to_owned(),
            },
            TryLockError::Error(source) => refused(path, "lock")(source),
        })?;
        let bytes = read_all(&mut file, path)?;
        // Killed while it began the file: nothing is lost.
        let is_begun = !MAGIC.starts_with(&bytes);
        let contents = if is_begun {
            scan(&bytes).ok_or_else(|| CollectionError::NoGames {
                path: path.to_owned(),
            })?
        } else {
            Contents::default()
        };
        if let Some(first) = contents.sessions.first()
            && first.config != session.config
        {
            return Err(CollectionError::OtherConfig {
                path: path.to_owned(),
                command: first.command.clone(),
            });
        }
        let whole = bytes.len() as u64 - contents.torn;
        let mut collection = Self {
            path: path.to_owned(),
            file,
            players: session.players.clone(),
        };
        collection.begin(if is_begun { whole } else { 0 }, session)?;
        Ok((collection, contents))
    }

    /// Cuts the file to its whole part and notes the session.
    fn begin(&mut self, whole: u64, session: &Session) -> Result<(), CollectionError> {
        let record = session.payload().and_then(|text| framing::encode(&text));
        let record = record.ok_or_else(|| self.unfit(0))?;
        let magic = if whole == 0 { MAGIC } else { &[] };
        self.file
            .set_len(whole)
            .and_then(|()| self.file.seek(SeekFrom::End(0)))
            .and_then(|_| self.file.write_all(&[magic, &record].concat()))
            .and_then(|()| self.file.sync_data())
            .and_then(|()| sync_name(&self.path))
            .map_err(refused(&self.path, "write"))
    }

    /// Adds a game: all of it in one write.
    ///
    /// # Errors
    /// The error of the system, a game that is too long, or one with players who are not the session's.
    pub fn add(&mut self, game: &TrainingGame) -> Result<(), CollectionError> {
        let payload = game_codec::encode(game, &self.players);
        let record = payload.and_then(|payload| framing::encode(&payload));
        let record = record.ok_or_else(|| self.unfit(game.plies.len()))?;
        let written = self.file.write_all(&record);
        written.map_err(refused(&self.path, "write"))
    }

    /// Has everything on disk.
    ///
    /// # Errors
    /// The error of the system.
    pub fn finish(self) -> Result<(), CollectionError> {
        let synced = self.file.sync_all();
        synced.map_err(refused(&self.path, "write"))
    }

    fn unfit(&self, moves: usize) -> CollectionError {
        CollectionError::Unfit {
            path: self.path.clone(),
            moves,
        }
    }
}
