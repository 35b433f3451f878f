//! The record of a match that is over, made whole from its journal: a full disk may have kept the end from it.

use super::SgfFile;
use super::resumed_match::Resumed;
use crate::play::journal::Entry;
use crate::play::{RecordSink, ResumeError, finished_record};
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::{GameRecord, GameResult, read_bytes, read_sgf};

/// Writes the record of a match that is over, where the one beside its journal is not there, or has no result and lacks
/// what the journal has. Returns what to say of it; `None` where nothing was to be done.
///
/// # Errors
/// A journal that cannot be, and a record that cannot be written.
pub fn mend(resumed: &Resumed) -> Result<Option<String>, Failure> {
    let entries = &resumed.recorded.entries;
    let refused = |error: ResumeError| Failure::new(Blame::Record, error);
    let Some(record) = finished_record(&resumed.terms, entries).map_err(refused)? else {
        return Ok(None);
    };
    let paths = &resumed.paths;
    let written = read_bytes(&paths.sgf).ok();
    let written = written.and_then(|bytes| read_sgf(&bytes).ok());
    if written.is_some_and(|written| !lacks(&written, &record)) {
        return Ok(None);
    }
    let mut file = SgfFile::new(paths.sgf.clone(), resumed.format, resumed.remarks.clone());
    file.keep(&record)
        .map_err(|error| Failure::new(Blame::Record, error))?;
    Ok(Some(format!(
        "the match is over (result {}); {} was not whole, and is written anew from {}",
        record.info.result,
        paths.sgf.display(),
        paths.journal.display()
    )))
}

/// Returns whether a record has no result, and less than another one. What people have entered stays.
fn lacks(written: &GameRecord, whole: &GameRecord) -> bool {
    let is_unknown = written.info.result == GameResult::Unknown;
    is_unknown
        && (whole.info.result != GameResult::Unknown || written.moves().len() < whole.moves().len())
}

/// The result that a journal ended with, where that is known.
pub(super) fn result(entries: &[Entry]) -> Option<GameResult> {
    let ended = entries.iter().rev().find_map(|entry| match entry {
        Entry::Ended { result, .. } => Some(result),
        _ => None,
    })?;
    let result = ended.parse().ok()?;
    (result != GameResult::Unknown).then_some(result)
}
