//! Games from files and folders: training games, and records with all their games.

use std::fs;
use std::path::{Path, PathBuf};

use super::{CollectionError, TrainingGame, read_games};
use sgmp_board::record::{FileError, GameRecord, SgfError, count_games, read_bytes, read_game};

/// The reason why games cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum GameFileError {
    /// A file of training games.
    #[error(transparent)]
    Games(#[from] CollectionError),
    /// A record that cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// A record that is none.
    #[error("{}: {source}", .path.display())]
    Record {
        /// The file that is no record.
        path: PathBuf,
        /// The fault of the record, with its place.
        source: SgfError,
    },
    /// A folder that cannot be listed.
    #[error("cannot list {}: {source}", .path.display())]
    Folder {
        /// The folder that was named.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
}

/// A game of a file.
pub(in crate::learning) enum StoredGame<'a> {
    /// One of a file of training games.
    Training(&'a TrainingGame),
    /// One of a record.
    Record(&'a GameRecord),
}

/// Visits the games of files, and of the records in folders, in the order of their names. Returns why files of
/// folders were passed over.
///
/// # Errors
/// The first file of those named, not of those in folders, that cannot be read.
pub(in crate::learning) fn each_game(
    paths: &[PathBuf],
    mut visit: impl FnMut(StoredGame<'_>),
) -> Result<Vec<GameFileError>, GameFileError> {
    let mut passed_over = Vec::new();
    for path in paths {
        if !path.is_dir() {
            read_file(path, &mut visit)?;
            continue;
        }
        for path in files(path)? {
            passed_over.extend(read_file(&path, &mut visit).err());
        }
    }
    Ok(passed_over)
}

/// The records of a folder.
fn files(path: &Path) -> Result<Vec<PathBuf>, GameFileError> {
    let refused = |source| GameFileError::Folder {
        path: path.to_owned(),
        source,
    };
    let entries = fs::read_dir(path).map_err(refused)?;
    let paths: Result<Vec<_>, _> = entries.map(|entry| Ok(entry?.path())).collect();
    let mut paths = paths.map_err(refused)?;
    paths.retain(|path| is_record(path));
    paths.sort();
    Ok(paths)
}

fn is_record(path: &Path) -> bool {
    path.extension()
        .is_some_and(|end| end.eq_ignore_ascii_case("sgf"))
}

fn read_file(path: &Path, visit: &mut impl FnMut(StoredGame<'_>)) -> Result<(), GameFileError> {
    if is_record(path) {
        let bytes = read_bytes(path)?;
        // All of a file's games or none: one that is broken leaves the place of the next unknown.
        let mut records = Vec::new();
        for number in 1..=count_games(&bytes) {
            let reading = read_game(&bytes, number).map_err(|source| GameFileError::Record {
                path: path.to_owned(),
                source,
            })?;
            records.push(reading.record);
        }
        records
            .iter()
            .for_each(|record| visit(StoredGame::Record(record)));
        return Ok(());
    }
    let contents = read_games(path)?;
    if contents.damaged + contents.torn > 0 {
        let bytes = contents.damaged + contents.torn;
        log::warn!("{}: {bytes} damaged bytes are passed over", path.display());
    }
    contents
        .games
        .iter()
        .for_each(|game| visit(StoredGame::Training(game)));
    Ok(())
}
