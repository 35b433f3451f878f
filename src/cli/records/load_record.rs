//! Game records that commands look at: read from a file, and played over.

use std::path::Path;

use crate::cli::exit::{Exit, Failure};
use crate::cli::output::stderr_line;
use crate::record::{GameRecord, read_bytes, read_sgf, replay};
use crate::rules::{Game, Rules};

/// The record in a file.
///
/// # Errors
/// A file that cannot be read, or that holds no record.
pub(crate) fn read(file: &Path) -> Result<GameRecord, Failure> {
    let bytes = read_bytes(file).map_err(|error| Failure::new(Exit::Record, error))?;
    read_sgf(&bytes).map_err(|error| damaged(file, error))
}

/// The game after so many of its moves; after the last where it has fewer.
///
/// # Errors
/// An impossible game.
pub(crate) fn play_over(file: &Path, record: &GameRecord, moves: usize) -> Result<Game, Failure> {
    replay(record, moves).map_err(|error| damaged(file, error))
}

/// Remarks that a record names other rules than those that are used, or rules not known here.
pub(crate) fn remark_other_rules(file: &Path, record: &GameRecord, used: Rules) {
    let Some(named) = &record.info.rules else {
        return;
    };
    let (file, used_name) = (file.display(), used.name());
    match record.info.counting() {
        Some(own) if own == used => {}
        Some(own) => stderr_line(format_args!(
            "{file}: the record says RU[{named}], and {used_name} rules are used: --rules {own} \
             counts as they do"
        )),
        None => stderr_line(format_args!(
            "{file}: the record says RU[{named}], which is not known here; {used_name} rules are used"
        )),
    }
}

fn damaged(file: &Path, error: impl std::fmt::Display) -> Failure {
    Failure::new(Exit::Record, format!("{}: {error}", file.display()))
}
