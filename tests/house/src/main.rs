//! The source, the plan and the documents against each other.
//!
//! The checks read files and use nothing of the program, so that they run before it is compiled.

mod conformance;
mod documents;
mod floors;
mod manifests;
mod plan;
mod source;
mod words;

use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the project.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The text of a file, by its path from the root.
fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The entries of a folder, by paths from the root, in order.
fn entries(folder: impl AsRef<Path>) -> Vec<PathBuf> {
    let folder = folder.as_ref();
    let entries = fs::read_dir(root().join(folder));
    let entries = entries.unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries
        .map(|entry| folder.join(entry.expect("an entry of a folder").file_name()))
        .collect();
    paths.sort();
    paths
}
