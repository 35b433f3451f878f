//! Records for the secretariat: each checked, all in one archive with an index.

mod record_check;
mod zip_archive;

pub use record_check::{CheckedRecord, Submission, check_records};
pub use zip_archive::{MAX_ARCHIVE_BYTES, UnzipError, unzip, zip};

#[cfg(test)]
mod tests;
