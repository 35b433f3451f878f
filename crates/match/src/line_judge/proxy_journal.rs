//! The journal of a match between two others: its terms, then every byte that passed, on the disk before it goes on.
//!
//! The file is that of [`crate::play::journal`]; its entries are these.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sgmp_proto::Instant;

use crate::play::journal::{
    Contents, JournalError, JournalFile, Opened, WATCHED, json_values, kind,
};
use crate::play::{PauseCharge, PauseWord};
use crate::port::{CableEnd, RelayLog};
use sgmp_board::rules::Color;

/// Longest wait for the disk while a line has to be served.
const WRITE_TIMEOUT: Duration = Duration::from_millis(500);
/// Longest wait once there is no line any more.
const LAST_WRITE_TIMEOUT: Duration = Duration::from_secs(30);
/// Time between two tries to write what the disk has refused.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// An entry. Times are those of the running clock, in microseconds since the match was first watched; what was not
/// charged of a pause is left out of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum WatchEntry {
    /// The terms of the match: always the first entry, and only that.
    Watched {
        /// Those of a match; nobody's color is ours.
        terms: Box<Opened>,
        /// True if the points of a small board are numbered in rows of 19.
        legacy_9x9: bool,
    },
    /// Bytes that one port sent and the other one was given.
    Passed {
        /// The port that they came from.
        from: Port,
        /// The bytes in the order of arrival, in hexadecimal digits in the file.
        #[serde(with = "hex")]
        bytes: Vec<u8>,
        /// The running clock at that time, in microseconds.
        at_us: u64,
    },
    /// A port has gone; the entries behind this one are of the time when it is back.
    LineDown {
        /// The port that has gone; the other one may still be there.
        port: Port,
        /// The running clock at that time, in microseconds.
        at_us: u64,
    },
    /// The match goes on after the proxy was away.
    Resumed {
        /// The wall's time at which the proxy began again.
        #[serde(with = "json_values::string")]
        at: Timestamp,
        /// The running clock's, with what was charged.
        at_us: u64,
        /// Time since the last bytes, charged or not.
        pause_us: u64,
    },
    /// The judge's word on the latest pause.
    Charged {
        /// Time charged for it; `None` is all of it.
        charge_us: Option<u64>,
        /// The side that is charged, if the judge named it.
        #[serde(
            default,
            skip_serializing_if = "Option::is_none",
            with = "json_values::optional"
        )]
        to: Option<Color>,
        /// The running clock at that time, in microseconds.
        at_us: u64,
    },
    /// The match is over.
    Ended {
        /// The result as records have it.
        result: String,
        /// The way it ended, in words.
        reason: String,
    },
}

/// A port, in the order in which they were given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Port {
    /// The port that was named first on the command line.
    A,
    /// The port that was named second on the command line.
    B,
}

impl WatchEntry {
    fn passed(end: CableEnd, at: Instant, bytes: &[u8]) -> Self {
        Self::Passed {
            from: end.into(),
            bytes: bytes.to_vec(),
            at_us: at.as_micros(),
        }
    }

    /// A port has gone.
    pub fn line_down(end: CableEnd, at: Instant) -> Self {
        Self::LineDown {
            port: end.into(),
            at_us: at.as_micros(),
        }
    }

    /// The entry for the judge's word on a pause.
    pub fn charged(word: PauseWord, at: Instant) -> Self {
        let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        Self::Charged {
            to: word.to,
            charge_us: match word.charge {
                PauseCharge::All => None,
                PauseCharge::Nothing => Some(0),
                PauseCharge::Time(time) => Some(micros(time)),
            },
            at_us: at.as_micros(),
        }
    }
}

impl From<Port> for CableEnd {
    fn from(port: Port) -> Self {
        match port {
            Port::A => Self::A,
            Port::B => Self::B,
        }
    }
}

impl From<CableEnd> for Port {
    fn from(end: CableEnd) -> Self {
        match end {
            CableEnd::A => Self::A,
            CableEnd::B => Self::B,
        }
    }
}

/// Bytes as a text in hexadecimal.
mod hex {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        let digits = bytes.iter().map(|byte| format!("{byte:02x}"));
        to.serialize_str(&digits.collect::<String>())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(from)?;
        let bytes = text.as_bytes().chunks(2).map(|pair| {
            let pair = std::str::from_utf8(pair).ok()?;
            u8::from_str_radix(pair, 16)
                .ok()
                .filter(|_| pair.len() == 2)
        });
        let bytes: Option<_> = bytes.collect();
        bytes.ok_or_else(|| D::Error::custom("bytes in hexadecimal are expected"))
    }
}

/// All that a journal holds.
pub struct Watched {
    /// The terms that were watched.
    pub terms: Opened,
    /// True if the points of a small board are numbered in rows of 19.
    pub legacy_9x9: bool,
    /// The entries after it.
    pub entries: Vec<WatchEntry>,
}

impl Watched {
    /// Reads a journal as it is.
    ///
    /// # Errors
    /// [`JournalError`].
    pub fn read(path: &Path) -> Result<Self, JournalError> {
        Self::understand(path, JournalFile::read(path)?)
    }

    /// Opens a journal to go on with it.
    ///
    /// # Errors
    /// [`JournalError`].
    pub fn open(path: &Path) -> Result<(JournalFile, Self), JournalError> {
        let (file, contents) = JournalFile::open(path)?;
        Ok((file, Self::understand(path, contents)?))
    }

    fn understand(path: &Path, contents: Contents) -> Result<Self, JournalError> {
        let mut records = (1..).zip(contents.records);
        let Some((_, first)) = records.next() else {
            return Err(JournalError::NeverBegun {
                path: path.to_owned(),
            });
        };
        if kind(&first.payload).is_some_and(|kind| kind != WATCHED) {
            return Err(JournalError::OfAnother {
                path: path.to_owned(),
                whose: "one side of a match",
                command: "sgmp-go --port PORT --resume",
            });
        }
        let read = |number, offset, payload: &[u8]| {
            serde_json::from_slice(payload).map_err(|source| JournalError::Entry {
                path: path.to_owned(),
                number,
                offset,
                source,
            })
        };
        let entries = records.map(|(number, record)| read(number, record.offset, &record.payload));
        let entries: Vec<_> = entries.collect::<Result<_, _>>()?;
        match read(1, first.offset, &first.payload)? {
            WatchEntry::Watched { terms, legacy_9x9 } => Ok(Self {
                terms: *terms,
                legacy_9x9,
                entries,
            }),
            _ => Err(JournalError::NeverBegun {
                path: path.to_owned(),
            }),
        }
    }

    /// The end, if it came: the result and why.
    pub fn end(&self) -> Option<(&str, &str)> {
        self.entries.iter().find_map(|entry| match entry {
            WatchEntry::Ended { result, reason } => Some((result.as_str(), reason.as_str())),
            _ => None,
        })
    }
}

/// Something for the thread that writes, and whom to tell when it is done.
type Request = (Option<WatchEntry>, Sender<()>);

/// A journal whose disk may be slow or stall: a thread writes it, and the line waits for no more than a moment. Clones
/// share it.
#[derive(Clone)]
pub struct ProxyJournal {
    requests: Sender<Request>,
    /// True while the thread is behind: nobody waits for it then.
    is_behind: Arc<AtomicBool>,
}

impl ProxyJournal {
    /// Starts the thread that appends to the file.
    pub fn start(file: JournalFile) -> Self {
        let (requests, received) = channel();
        let is_behind = Arc::new(AtomicBool::new(false));
        let behind = Arc::clone(&is_behind);
        thread::spawn(move || write(file, &received, &behind));
        Self {
            requests,
            is_behind,
        }
    }

    /// Appends an entry, and waits a moment until it is on the disk.
    pub fn append(&self, entry: WatchEntry) {
        self.send(Some(entry), WRITE_TIMEOUT);
    }

    /// Waits until all that was appended is on the disk, as far as it takes it.
    pub fn settle(&self) {
        self.is_behind.store(false, Ordering::SeqCst);
        self.send(None, LAST_WRITE_TIMEOUT);
    }

    fn send(&self, entry: Option<WatchEntry>, patience: Duration) {
        let (done, written) = channel();
        // The thread lives as long as this does.
        let _ = self.requests.send((entry, done));
        let waits = !self.is_behind.load(Ordering::SeqCst);
        if waits && written.recv_timeout(patience) == Err(RecvTimeoutError::Timeout) {
            self.is_behind.store(true, Ordering::SeqCst);
            log::warn!(
                "the journal is not written yet: its disk does not take it; the match plays on"
            );
        }
    }

    /// The journal as a relay knows it: all bytes are in it before they go on.
    pub fn log(&self) -> RelayLog {
        let journal = self.clone();
        Arc::new(move |from, at, bytes| journal.append(WatchEntry::passed(from, at, bytes)))
    }
}

/// The thread: entries in their order, those that the disk refused first.
fn write(mut file: JournalFile, requests: &Receiver<Request>, is_behind: &AtomicBool) {
    let mut refused: VecDeque<WatchEntry> = VecDeque::new();
    loop {
        let next = match refused.is_empty() {
            true => requests.recv().map_err(|_| RecvTimeoutError::Disconnected),
            false => requests.recv_timeout(RETRY_INTERVAL),
        };
        let (entry, done) = match next {
            Ok((entry, done)) => (entry, Some(done)),
            Err(RecvTimeoutError::Timeout) => (None, None),
            Err(RecvTimeoutError::Disconnected) => return,
        };
        let was_whole = refused.is_empty();
        refused.extend(entry);
        match append_all(&mut file, &mut refused) {
            Err(error) if was_whole => log::warn!("{error}; the match plays on"),
            Ok(()) if !was_whole => log::warn!("the journal is written again"),
            Ok(()) | Err(_) => {}
        }
        is_behind.store(false, Ordering::SeqCst);
        // Whoever waited may have given up.
        if let Some(done) = done {
            let _ = done.send(());
        }
    }
}

fn append_all(
    file: &mut JournalFile,
    entries: &mut VecDeque<WatchEntry>,
) -> Result<(), JournalError> {
    while let Some(entry) = entries.front() {
        append(file, entry)?;
        entries.pop_front();
    }
    Ok(())
}

/// Appends an entry, which is on the disk when this returns.
///
/// # Errors
/// [`JournalError`].
pub fn append(file: &mut JournalFile, entry: &WatchEntry) -> Result<(), JournalError> {
    let payload = serde_json::to_vec(entry).map_err(|source| JournalError::Entry {
        path: file.path().to_owned(),
        number: 0,
        offset: file.end(),
        source,
    })?;
    file.append(&payload)
}
