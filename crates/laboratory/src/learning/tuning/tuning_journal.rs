//! The file that a run of tuning goes on from: `docs/learning.md` has its layout.
//!
//! A line a step, each with its checksum. What a crash cut short is cut off when the file is opened
//! to go on; a file that was damaged in its midst, or begun by other words, is refused.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crc_any::CRCu32;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sgmp_board::record::sync_name;

use sgmp_match::play::journal::LockedFile;

/// The first line; its number changes with the layout.
const MAGIC: &[u8] = b"SGMP-GO TUNING 1\n";

/// Longest file, in bytes: a million steps of some parameters.
pub(crate) const MAX_JOURNAL_BYTES: u64 = 1 << 28;

/// The reason why a journal is not continued.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The system refused to read or write.
    #[error("cannot {doing} {}: {source}", .path.display())]
    Refused {
        /// The file that was read or written.
        path: PathBuf,
        /// The operation: "open", "lock", "read", "write".
        doing: &'static str,
        /// The error of the system.
        source: io::Error,
    },
    /// Another process writes it.
    #[error("another process writes {}: wait for it, or name another file", .path.display())]
    InUse {
        /// The file that another process writes.
        path: PathBuf,
    },
    /// It holds something else.
    #[error("{} is no journal of tuning: name another file", .path.display())]
    Foreign {
        /// The file that is something else.
        path: PathBuf,
    },
    /// A line in its midst is damaged.
    #[error("line {line} of {} is damaged and whole ones follow: cut it off there to go on", .path.display())]
    Damaged {
        /// The file with the damaged line.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// Other words began it.
    #[error("{} was begun by other words, or for another engine: `{command}`, version {version}; give the same ones, or name another file", .path.display())]
    OtherWords {
        /// The file that was begun by them.
        path: PathBuf,
        /// The words that began it.
        command: String,
        /// The program's version then.
        version: String,
    },
    /// More bytes than any journal of tuning may have.
    #[error("{} is longer than {MAX_JOURNAL_BYTES} bytes", .path.display())]
    TooLong {
        /// The file that is too long.
        path: PathBuf,
    },
}

/// The header of a journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the program that began it.
    pub version: String,
    /// The command that was given, quoted for a shell.
    pub command: String,
    /// Time of its beginning, RFC 3339.
    pub began: String,
    /// All that decides over the outcome.
    pub words: Value,
}

/// The contents of a journal.
#[derive(Clone, Debug, PartialEq)]
pub struct JournalContents<T> {
    /// Its header; `None` in a file that was cut short at once.
    pub header: Option<Header>,
    /// The steps that are whole, in order.
    pub steps: Vec<T>,
    /// Bytes after the last whole line: what a crash cut short.
    pub torn: u64,
}

/// The reason why bytes are no journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JournalFlaw {
    /// They are something else.
    Foreign,
    /// This line, from 1, is damaged, and whole ones follow.
    Damaged(usize),
}

/// Reads the bytes of a journal.
///
/// # Errors
/// [`JournalFlaw`].
pub fn read_journal<T: DeserializeOwned>(bytes: &[u8]) -> Result<JournalContents<T>, JournalFlaw> {
    let mut kept = JournalContents {
        header: None,
        steps: Vec::new(),
        torn: bytes.len() as u64,
    };
    // Killed while it began the file: nothing is lost.
    if MAGIC.starts_with(bytes) && bytes.len() < MAGIC.len() {
        return Ok(kept);
    }
    let body = bytes.strip_prefix(MAGIC).ok_or(JournalFlaw::Foreign)?;
    kept.torn = body.len() as u64;
    let mut damaged = None;
    for (at, line) in body.split_inclusive(|byte| *byte == b'\n').enumerate() {
        let json = content(line);
        match damaged {
            Some(line) if json.is_some() => return Err(JournalFlaw::Damaged(line)),
            None if json.is_some_and(|json| kept.take(json)) => kept.torn -= line.len() as u64,
            None => damaged = Some(at + 2),
            Some(_) => {}
        }
    }
    Ok(kept)
}

impl<T: DeserializeOwned> JournalContents<T> {
    /// Adds what a line holds, if it can be read.
    fn take(&mut self, json: &[u8]) -> bool {
        if self.header.is_none() {
            self.header = serde_json::from_slice(json).ok();
            return self.header.is_some();
        }
        let step = serde_json::from_slice(json);
        let is_read = step.is_ok();
        self.steps.extend(step);
        is_read
    }
}

/// The content of a whole and undamaged line.
fn content(line: &[u8]) -> Option<&[u8]> {
    let line = line.strip_suffix(b"\n")?;
    let (sum, json) = line.split_at_checked(9)?;
    (sum == checksum(json).as_bytes()).then_some(json)
}

/// The CRC-32 of zlib in eight hexadecimal digits, and a space.
fn checksum(json: &[u8]) -> String {
    let mut crc = CRCu32::crc32();
    crc.digest(json);
    format!("{:08x} ", crc.get_crc())
}

fn line(step: &impl Serialize) -> io::Result<Vec<u8>> {
    let json = serde_json::to_vec(step)?;
    Ok([checksum(&json).as_bytes(), &json, b"\n"].concat())
}

/// A journal that grows; no other process can open it meanwhile.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: LockedFile,
}

impl Journal {
    /// Opens or begins a journal, cuts off what a crash left, and gives what is there already.
    ///
    /// # Errors
    /// [`JournalError`]; nothing is changed then.
    pub fn open<T: DeserializeOwned>(
        path: &Path,
        header: &Header,
    ) -> Result<(Self, JournalContents<T>), JournalError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(path).map_err(refused(path, "open"))?;
        let file = LockedFile::new(file).map_err(|error| match error {
            TryLockError::WouldBlock => JournalError::InUse {
                path: path.to_owned(),
            },
            TryLockError::Error(source) => refused(path, "lock")(source),
        })?;
        let mut journal = Self {
            path: path.to_owned(),
            file,
        };
        let bytes = read_all(&journal.file, path)?;
        let kept: JournalContents<T> = read_journal(&bytes).map_err(flawed(path))?;
        match &kept.header {
            None => {
                let first = line(header).map(|line| [MAGIC, &line].concat());
                journal.write(0, first)?;
            }
            Some(first) if same_words(&first.words, &header.words) => {
                let whole = bytes.len() as u64 - kept.torn;
                journal.write(whole, Ok(Vec::new()))?;
            }
            Some(first) => {
                return Err(JournalError::OtherWords {
                    path: journal.path,
                    command: first.command.clone(),
                    version: first.version.clone(),
                });
            }
        }
        Ok((journal, kept))
    }

    /// Cuts the file to its whole part and adds bytes.
    fn write(&mut self, whole: u64, bytes: io::Result<Vec<u8>>) -> Result<(), JournalError> {
        let file = &mut self.file;
        let written = bytes.and_then(|bytes| {
            file.set_len(whole)?;
            file.seek(SeekFrom::End(0))?;
            file.write_all(&bytes)?;
            file.sync_data()?;
            sync_name(&self.path)
        });
        written.map_err(refused(&self.path, "write"))
    }

    /// Adds a step: all of it in one write, on disk on return.
    ///
    /// # Errors
    /// The error of the system.
    pub fn add(&mut self, step: &impl Serialize) -> Result<(), JournalError> {
        let file = &mut self.file;
        let written = line(step).and_then(|line| {
            file.write_all(&line)?;
            file.sync_data()
        });
        written.map_err(refused(&self.path, "write"))
    }
}

/// The contents of a journal that another process may write meanwhile.
///
/// # Errors
/// [`JournalError`].
pub fn journal_in<T: DeserializeOwned>(path: &Path) -> Result<JournalContents<T>, JournalError> {
    let file = File::open(path).map_err(refused(path, "open"))?;
    read_journal(&read_all(&file, path)?).map_err(flawed(path))
}

fn read_all(file: &File, path: &Path) -> Result<Vec<u8>, JournalError> {
    let mut bytes = Vec::new();
    let read = file.take(MAX_JOURNAL_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(refused(path, "read"))?;
    if bytes.len() as u64 > MAX_JOURNAL_BYTES {
        let path = path.to_owned();
        return Err(JournalError::TooLong { path });
    }
    Ok(bytes)
}

fn flawed(path: &Path) -> impl FnOnce(JournalFlaw) -> JournalError {
    let path = path.to_owned();
    move |flaw| match flaw {
        JournalFlaw::Foreign => JournalError::Foreign { path },
        JournalFlaw::Damaged(line) => JournalError::Damaged { path, line },
    }
}

/// Both have to have gone through a file: a number read from its text need not be the number that
/// wrote it, to the last bit.
pub(super) fn same_words(kept: &Value, given: &Value) -> bool {
    serde_json::from_str::<Value>(&given.to_string()).is_ok_and(|given| *kept == given)
}

fn refused(path: &Path, doing: &'static str) -> impl FnOnce(io::Error) -> JournalError {
    let path = path.to_owned();
    move |source| JournalError::Refused {
        path,
        doing,
        source,
    }
}
