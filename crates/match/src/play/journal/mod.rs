//! The journal: the append-only file that alone rebuilds a match.
//!
//! Whatever was acknowledged to the opponent, and whatever was sent as ours, is on disk first.
//!
//! # On disk
//! The line `SGMP-GO JOURNAL 1`, then one record per [`Entry`]. Numbers are little-endian.
//!
//! | bytes | meaning |
//! |---|---|
//! | 4 | length of the payload, 1..=65536 |
//! | 4 | the length's complement, so that a damaged length is seen |
//! | 4 | CRC-32 (IEEE) over the eight bytes before and the payload |
//! | n | the payload: the entry as JSON, its `kind` in snake case |
//!
//! A crash leaves at most the last record incomplete: it is *torn*, was never acted on, and is cut
//! off when the journal is opened. Damage anywhere else is an error that names its byte.
//!
//! # Layers
//! Bytes to records and back, purely; records on a disk that may fail half-way; a locked file;
//! typed entries in a possible order ([`Journal`], the one to use).

mod append;
mod entry;
mod entry_journal;
mod entry_order;
mod journal_error;
mod journal_file;
mod journal_format;
pub mod json_values;
mod locked_file;

pub use entry::{Entry, FORMAT, LinkState, Opened, UsedTime, WireForm};
pub use entry_journal::{Journal, ON_SERVER, Recorded, WATCHED, kind};
pub use entry_order::{OrderFault, standing_moves};
pub use journal_error::JournalError;
pub use journal_file::JournalFile;
pub use journal_format::{Contents, Damage, MAX_FILE, MAX_PAYLOAD, RawEntry, Torn};
pub use locked_file::LockedFile;
