//! The source of the project, read once for all checks.

mod circles;
mod imports;
mod macro_tokens;
mod reader;

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::thread;

pub(crate) use circles::circles;
pub(crate) use imports::imports;
pub(crate) use reader::Facts;
use reader::Word;

use crate::{entries, read, root};

/// The folders with Rust in them.
const FOLDERS: [&str; 7] = [
    "benches",
    "crates",
    "fuzz/fuzz_targets",
    "proto",
    "proto-capi",
    "src",
    "tests",
];

/// A file of Rust.
pub(crate) struct SourceFile {
    /// From the root of the project.
    pub(crate) path: PathBuf,
    pub(crate) text: String,
    pub(crate) facts: Facts,
}

impl SourceFile {
    /// Reads a text as the file of this path.
    pub(crate) fn new(path: impl Into<PathBuf>, text: impl Into<String>) -> Self {
        let (path, text) = (path.into(), text.into());
        let facts = Facts::read(&text)
            .unwrap_or_else(|error| panic!("{} is no Rust: {error}", path.display()));
        Self { path, text, facts }
    }

    pub(crate) fn is_below(&self, folders: &[&str]) -> bool {
        folders.iter().any(|folder| self.path.starts_with(folder))
    }

    /// The folder of the package in whose `src/` the file lies, and the path of its module: that of
    /// `crates/match/src/play/game_match/mod.rs` is `play::game_match`.
    pub(crate) fn home(&self) -> Option<(PathBuf, Vec<String>)> {
        let parts: Vec<&str> = self.path.iter().filter_map(|part| part.to_str()).collect();
        let at = parts.iter().position(|part| *part == "src")?;
        let mut module: Vec<String> = parts[at + 1..].iter().map(|&part| part.into()).collect();
        let file = module.pop()?;
        let name = file.strip_suffix(".rs")?;
        let is_root = name == "lib" && module.is_empty();
        if name != "mod" && !is_root {
            module.push(name.to_owned());
        }
        Some((parts[..at].iter().collect(), module))
    }
}

/// Every file of Rust in the project, in order.
pub(crate) fn files() -> &'static [SourceFile] {
    static FILES: OnceLock<Vec<SourceFile>> = OnceLock::new();
    FILES.get_or_init(|| {
        let mut paths = Vec::new();
        for folder in FOLDERS {
            add_rust_files(Path::new(folder), &mut paths);
        }
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let every_nth = |first: usize| {
            let paths = paths.iter().skip(first).step_by(threads);
            let files = paths.map(|path| SourceFile::new(path, read(path)));
            files.collect::<Vec<_>>()
        };
        let mut files = thread::scope(|scope| {
            let parts = (0..threads).map(|first| scope.spawn(move || every_nth(first)));
            let parts: Vec<_> = parts.collect();
            let files = parts
                .into_iter()
                .flat_map(|part| part.join().expect("every file can be read"));
            files.collect::<Vec<_>>()
        });
        files.sort_by(|one, other| one.path.cmp(&other.path));
        files
    })
}

fn add_rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in entries(folder) {
        if root().join(&path).is_dir() {
            add_rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}
