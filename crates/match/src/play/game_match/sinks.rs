//! The stores for what must not be lost of a match. Traits, so that a test can fill a disk.

use std::error::Error;

use crate::play::journal::{Entry, Journal};
use sgmp_board::record::GameRecord;

/// A store that did not take what it was given: one line for the operator.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct StoreError(Box<dyn Error + Send + Sync>);

impl StoreError {
    /// An error of any kind, or a text.
    pub fn new(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(cause.into())
    }
}

/// The journal: an entry is on disk when `append` returns.
pub trait JournalSink: Send {
    /// Appends one entry.
    ///
    /// # Errors
    /// [`StoreError`]; the same entry may be appended again later.
    fn append(&mut self, entry: &Entry) -> Result<(), StoreError>;
}

impl JournalSink for Journal {
    fn append(&mut self, entry: &Entry) -> Result<(), StoreError> {
        Self::append(self, entry).map_err(StoreError::new)
    }
}

/// The record beside it, rewritten at every move.
pub trait RecordSink: Send {
    /// Replaces the record.
    ///
    /// # Errors
    /// [`StoreError`].
    fn keep(&mut self, record: &GameRecord) -> Result<(), StoreError>;

    /// The same once there is no line to be served any more, and time to wait for a slow disk.
    ///
    /// # Errors
    /// [`StoreError`].
    fn keep_last(&mut self, record: &GameRecord) -> Result<(), StoreError> {
        self.keep(record)
    }
}
