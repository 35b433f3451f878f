//! The stores for what must not be lost of a match. Traits, so that a test can fill a disk.

use crate::play::journal::{Entry, Journal};
use crate::record::GameRecord;

/// The journal: an entry is on disk when `append` returns.
pub trait JournalSink: Send {
    /// Appends one entry.
    ///
    /// # Errors
    /// One line for the operator; the same entry may be appended again later.
    fn append(&mut self, entry: &Entry) -> Result<(), String>;
}

impl JournalSink for Journal {
    fn append(&mut self, entry: &Entry) -> Result<(), String> {
        Self::append(self, entry).map_err(|error| error.to_string())
    }
}

/// The record beside it, rewritten at every move.
pub trait RecordSink: Send {
    /// Replaces the record.
    ///
    /// # Errors
    /// One line for the operator.
    fn keep(&mut self, record: &GameRecord) -> Result<(), String>;
}
