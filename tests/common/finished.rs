//! The games of `fixtures/finished`.

use std::fs;
use std::path::{Path, PathBuf};

use sgmp_board::record::{GameRecord, read_sgf};

/// Their files, by name.
pub(crate) fn paths() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/finished");
    let files = fs::read_dir(folder).expect("the games are there");
    let mut paths: Vec<PathBuf> = files
        .map(|file| file.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "sgf"))
        .collect();
    paths.sort();
    paths
}

/// The game of a file.
pub(crate) fn record(path: &Path) -> GameRecord {
    read_sgf(&fs::read(path).expect("a file")).expect("a record")
}
