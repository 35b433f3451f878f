//! Text files of events and tables.

use std::path::Path;

use crate::tournament::audit::{PublishedTable, read_table};
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::read_bytes;

/// A text file that people write for this program.
///
/// # Errors
/// A file that cannot be read, or is not in UTF-8: its names would come out wrong.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    let bytes = read_bytes(path).map_err(|error| Failure::new(Blame::Record, error))?;
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        let what = format!(
            "{}: line {line}: this is no UTF-8: save the file in that encoding",
            path.display()
        );
        Failure::new(Blame::Usage, what)
    })
}

/// A text file that others have published, in whatever encoding.
fn read_foreign(path: &Path) -> Result<String, Failure> {
    let bytes = read_bytes(path).map_err(|error| Failure::new(Blame::Record, error))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A published table.
///
/// # Errors
/// A file that cannot be read, a text that is no table.
pub fn read_published(path: &Path) -> Result<PublishedTable, Failure> {
    let text = read_foreign(path)?;
    let table = read_table(&text);
    table.map_err(|error| Failure::new(Blame::Record, format!("{}: {error}", path.display())))
}
