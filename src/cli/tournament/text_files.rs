//! Text files of events and tables.

use std::path::Path;

use crate::cli::exit::{Exit, Failure};
use crate::record::read_bytes;
use crate::tournament::audit::{PublishedTable, read_table};

/// A text file.
///
/// # Errors
/// A file that cannot be read.
pub(super) fn read_text(path: &Path) -> Result<String, Failure> {
    let bytes = read_bytes(path).map_err(|error| Failure::new(Exit::Record, error))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A published table.
///
/// # Errors
/// A file that cannot be read, a text that is no table.
pub(super) fn read_published(path: &Path) -> Result<PublishedTable, Failure> {
    let text = read_text(path)?;
    let table = read_table(&text);
    table.map_err(|error| Failure::new(Exit::Record, format!("{}: {error}", path.display())))
}
