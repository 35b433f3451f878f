//! A match's journal: typed entries in a possible order.

use std::path::Path;

use super::entry::{Entry, FORMAT, Opened};
use super::entry_order::{Order, OrderFault};
use super::journal_error::JournalError;
use super::journal_file::JournalFile;
use super::journal_format::{Contents, Torn};
use crate::play::wire_conversion::PLAYING;

/// The kind of the first entry of a journal of two others' match.
pub const WATCHED: &str = "watched";

/// The kind of the first entry of a journal of a game on a server.
pub const ON_SERVER: &str = "on_server";

/// The open journal of one match, locked as long as this lives.
///
/// Whoever plays appends first and acts afterwards: the move is on disk before it is acknowledged
/// or sent.
///
/// ```
/// use jiff::Timestamp;
/// use sgmp_match::play::journal::{Entry, FORMAT, Journal, JournalError, Opened, WireForm};
/// use sgmp_board::rules::{BoardSize, Color, Rules};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("game.journal");
/// let opened = Opened {
///     format: FORMAT,
///     program: "sgmp-go".to_owned(),
///     our_color: Color::Black,
///     size: BoardSize::NINETEEN,
///     komi_half_points: 11,
///     rules: Rules::Japanese,
///     dead_stones_stay: false,
///     dialect: WireForm::Fjk,
///     handicap: 0,
///     main_time_ms: 3_000_000,
///     used_ms: 0,
///     black: "Kuro".to_owned(),
///     white: "Shiro".to_owned(),
///     event: String::new(),
///     place: String::new(),
///     round: "1".to_owned(),
///     date: "2000-11-03".to_owned(),
///     sgf: "game.sgf".to_owned(),
///     sgf_format: "fjk".to_owned(),
///     player: vec!["--level".to_owned(), "15".to_owned()],
///     at: Timestamp::UNIX_EPOCH,
/// };
/// let mut journal = Journal::create(&path, &opened)?;
/// journal.append(&Entry::LinkDown { at: Timestamp::UNIX_EPOCH })?;
///
/// let recorded = Journal::read(&path)?;
/// assert_eq!(recorded.opened, opened);
/// assert_eq!(recorded.entries, [Entry::LinkDown { at: Timestamp::UNIX_EPOCH }]);
/// assert_eq!(recorded.torn, None);
///
/// // Whoever plays holds the lock, and nobody begins the same journal again.
/// assert!(matches!(Journal::open(&path), Err(JournalError::Locked { .. })));
/// assert!(matches!(Journal::create(&path, &opened), Err(JournalError::AlreadyExists { .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Journal {
    file: JournalFile,
    order: Order,
    entries: u64,
}

/// The contents of a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The first entry: the terms of the match.
    pub opened: Opened,
    /// All entries after the first; none of them is [`Entry::Opened`].
    pub entries: Vec<Entry>,
    /// The incomplete last record, which was never acted on.
    pub torn: Option<Torn>,
}

impl Recorded {
    /// Returns whether the handshake was ever complete: there is a game to go on with, with or without moves.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.entries.iter().any(|entry| match entry {
            Entry::Move { .. } => true,
            Entry::Link { state, .. } => state.phase == PLAYING,
            _ => false,
        })
    }
}

impl Journal {
    /// Begins the journal of a new match.
    ///
    /// # Errors
    /// [`JournalError::AlreadyExists`] whatever the file holds; it is left as it is. After any
    /// other error no file is left behind.
    pub fn create(path: &Path, opened: &Opened) -> Result<Self, JournalError> {
        let mut journal = Self {
            file: JournalFile::create(path)?,
            order: Order::Unopened,
            entries: 0,
        };
        match journal.append(&Entry::Opened(Box::new(opened.clone()))) {
            Ok(()) => Ok(journal),
            Err(error) => {
                journal.file.discard();
                Err(error)
            }
        }
    }

    /// Opens the journal of a match that is to go on, and cuts off a torn last record.
    ///
    /// # Errors
    /// As [`JournalFile::open`], and [`JournalError::Entry`], [`JournalError::OutOfOrder`] or
    /// [`JournalError::Format`] for an entry that makes no sense.
    pub fn open(path: &Path) -> Result<(Self, Recorded), JournalError> {
        let (file, contents) = JournalFile::open(path)?;
        let entries = contents.records.len() as u64;
        let (order, recorded) = understand(path, contents)?;
        let journal = Self {
            file,
            order,
            entries,
        };
        Ok((journal, recorded))
    }

    /// Reads a journal as it is, without a lock and without changing it. If a match is going on
    /// its last record may appear torn.
    ///
    /// # Errors
    /// As [`Journal::open`], but never [`JournalError::Locked`].
    pub fn read(path: &Path) -> Result<Recorded, JournalError> {
        Ok(understand(path, JournalFile::read(path)?)?.1)
    }

    /// Appends one entry, which is on the disk when this returns.
    ///
    /// # Errors
    /// [`JournalError::OutOfOrder`] if it cannot follow the entries before it, else as
    /// [`JournalFile::append`]. Nothing counts as appended after an error, and it may be tried
    /// again.
    pub fn append(&mut self, entry: &Entry) -> Result<(), JournalError> {
        let place = EntryPlace {
            path: self.path(),
            number: self.entries + 1,
            offset: self.file.end(),
        };
        let order = self
            .order
            .after(entry)
            .map_err(|fault| place.fault(fault))?;
        let payload = serde_json::to_vec(entry).map_err(|source| place.unclear(source))?;
        self.file.append(&payload)?;
        self.order = order;
        self.entries += 1;
        Ok(())
    }

    /// The file's name as it was given.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.file.path()
    }
}

/// The place of an entry, for errors.
struct EntryPlace<'a> {
    path: &'a Path,
    /// Number of the entry, from 1.
    number: u64,
    offset: u64,
}

impl EntryPlace<'_> {
    fn fault(&self, fault: OrderFault) -> JournalError {
        let path = self.path.to_owned();
        match fault {
            OrderFault::Format(found) => JournalError::Format {
                path,
                found,
                known: FORMAT,
            },
            fault => JournalError::OutOfOrder {
                path,
                number: self.number,
                offset: self.offset,
                fault,
            },
        }
    }

    fn unclear(&self, source: serde_json::Error) -> JournalError {
        JournalError::Entry {
            path: self.path.to_owned(),
            number: self.number,
            offset: self.offset,
            source,
        }
    }
}

/// The kind that a record's JSON names.
pub fn kind(payload: &[u8]) -> Option<String> {
    #[derive(serde::Deserialize)]
    struct Kind {
        kind: String,
    }
    let named = serde_json::from_slice::<Kind>(payload).ok()?;
    Some(named.kind)
}

/// Records as entries in a possible order.
fn understand(path: &Path, contents: Contents) -> Result<(Order, Recorded), JournalError> {
    let mut order = Order::Unopened;
    let mut terms = None;
    let mut entries = Vec::new();
    for (number, record) in (1..).zip(&contents.records) {
        let offset = record.offset;
        let place = EntryPlace {
            path,
            number,
            offset,
        };
        let entry: Entry =
            serde_json::from_slice(&record.payload).map_err(|source| {
                match kind(&record.payload).as_deref() {
                    Some(WATCHED) => JournalError::OfAnother {
                        path: path.to_owned(),
                        whose: "a match of two others",
                        command: "sgmp-go proxy --port PORT --port PORT --resume",
                    },
                    Some(ON_SERVER) => JournalError::OnServer {
                        path: path.to_owned(),
                    },
                    _ => place.unclear(source),
                }
            })?;
        order = order.after(&entry).map_err(|fault| place.fault(fault))?;
        match entry {
            Entry::Opened(opened) => terms = Some(*opened),
            later => entries.push(later),
        }
    }
    let Some(opened) = terms else {
        return Err(JournalError::NeverBegun {
            path: path.to_owned(),
        });
    };
    let torn = contents.torn;
    let recorded = Recorded {
        opened,
        entries,
        torn,
    };
    Ok((order, recorded))
}
