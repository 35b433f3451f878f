//! The published files of an event: standings and cross table as text.

use super::event_folder::EventFolder;
use crate::cli::exit::{Exit, Failure};
use crate::record::write_atomically;
use crate::tournament::event::EventState;
use crate::tournament::published::published_files;

/// Writes all files of an event's folder that people and programs read, each at once or not at all.
///
/// # Errors
/// A file that cannot be written.
pub(super) fn publish(folder: &EventFolder, state: &EventState) -> Result<(), Failure> {
    for (name, text) in published_files(state) {
        write_atomically(&folder.folder.join(name), text.as_bytes())
            .map_err(|error| Failure::new(Exit::Record, error))?;
    }
    Ok(())
}
