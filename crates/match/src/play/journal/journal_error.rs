//! The errors of a journal, each with what to do then.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::entry_order::OrderFault;
use super::journal_format::{Damage, Flaw, MAX_FILE, MAX_PAYLOAD};

/// A reason why a journal could not be made, read or written. Every text ends with the next step.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The file of a new journal exists.
    #[error(
        "journal {} holds a match already: resume it with `sgmp-go --resume {}`, or choose another --sgf",
        path.display(), path.display()
    )]
    AlreadyExists {
        /// The file that was to be made.
        path: PathBuf,
    },
    /// Another process has the journal open.
    #[error(
        "journal {} is locked: another process is playing this match; close it first", path.display()
    )]
    Locked {
        /// The file that is open elsewhere.
        path: PathBuf,
    },
    /// There is no such file.
    #[error("there is no journal {}: name the one that the match printed", path.display())]
    Missing {
        /// The path as given.
        path: PathBuf,
    },
    /// A directory, a pipe or a device.
    #[error("{} is no regular file: name the match's journal", path.display())]
    NotAFile {
        /// The path as given.
        path: PathBuf,
    },
    /// There is no complete record: a crash came before anything could be sent.
    #[error(
        "journal {} holds no match, for nothing had been played: remove it and start the match again",
        path.display()
    )]
    NeverBegun {
        /// The file that ends before its first entry.
        path: PathBuf,
    },
    /// The bytes are damaged before the last record, or are no journal.
    #[error(
        "journal {} is unusable at byte {offset}: {what}; put back an undamaged copy, or let the judge decide by the SGF record",
        path.display()
    )]
    Corrupt {
        /// The file that is damaged, or is something else.
        path: PathBuf,
        /// Offset of the damaged record, in bytes from the start of the file.
        offset: u64,
        /// The damage, by the rule of the format that it breaks.
        what: Damage,
    },
    /// The bytes are as written, but this version does not know what they say.
    #[error(
        "entry {number} of journal {} (at byte {offset}) is not understood: {source}; use the version of sgmp-go that wrote it",
        path.display()
    )]
    Entry {
        /// The file with the entry.
        path: PathBuf,
        /// Number of the entry, counted from 1.
        number: u64,
        /// Offset of its record, in bytes from the start of the file.
        offset: u64,
        /// The fault in its JSON.
        source: serde_json::Error,
    },
    /// The journal is of another kind of match.
    #[error("journal {} is of {whose}: go on with it by `{command} {}`", path.display(), path.display())]
    OfAnother {
        /// The file that was to be gone on with.
        path: PathBuf,
        /// The kind of match that it is of, in words.
        whose: &'static str,
        /// The command, but for the file and the ports.
        command: &'static str,
    },
    /// The journal is of a game on a server.
    #[error(
        "journal {} is of a game on a server: the `sgmp-go cgos` or `nngs` that played it goes on with it by itself, for the \
         server has its moves",
        path.display()
    )]
    OnServer {
        /// The file that was to be gone on with.
        path: PathBuf,
    },
    /// The entry cannot stand where it stands, or was to be appended.
    #[error(
        "entry {number} of journal {} (at byte {offset}) cannot follow the ones before it: {fault}; let the judge decide by the SGF record",
        path.display()
    )]
    OutOfOrder {
        /// The file with the entry, or that it was for.
        path: PathBuf,
        /// Number of the entry, counted from 1.
        number: u64,
        /// Offset of its record, in bytes from the start of the file.
        offset: u64,
        /// The reason why it cannot stand there.
        fault: OrderFault,
    },
    /// The journal's entries are in another format.
    #[error(
        "journal {} has format {found}, and this version of sgmp-go knows format {known}: use the version that wrote it",
        path.display()
    )]
    Format {
        /// The file of another format.
        path: PathBuf,
        /// The format it names.
        found: u32,
        /// The format we read and write.
        known: u32,
    },
    /// An entry does not fit a record.
    #[error(
        "an entry of {bytes} bytes does not fit journal {} (1 to {MAX_PAYLOAD} bytes do): shorten the names and places",
        path.display()
    )]
    RecordSize {
        /// The file that it was for.
        path: PathBuf,
        /// Length of the entry as JSON.
        bytes: usize,
    },
    /// The journal has reached its greatest length.
    #[error(
        "journal {} is full ({MAX_FILE} bytes), far beyond any match: let the judge decide by the SGF record",
        path.display()
    )]
    Full {
        /// The file that has no room left for an entry.
        path: PathBuf,
    },
    /// The operating system refuses. Nothing counts as written; it may be tried again.
    #[error(
        "cannot {doing} journal {}: {source}; nothing was recorded by this: see to it and try again",
        path.display()
    )]
    Io {
        /// The file that was read or written.
        path: PathBuf,
        /// The attempt, as a verb.
        doing: &'static str,
        /// The error of the operating system.
        source: io::Error,
    },
}

impl JournalError {
    /// For `map_err`: the operating system refused `doing` something to `path`.
    pub(super) fn io(path: &Path, doing: &'static str) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io {
            path,
            doing,
            source,
        }
    }

    /// The flaw of the file `path`.
    pub(super) fn flaw(path: &Path, flaw: Flaw) -> Self {
        let path = path.to_owned();
        match flaw {
            Flaw::NeverBegun => Self::NeverBegun { path },
            Flaw::Damaged(offset, what) => Self::Corrupt { path, offset, what },
        }
    }
}
