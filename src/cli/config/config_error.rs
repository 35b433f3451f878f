//! Mistakes of a configuration file, told with their lines.

use std::fmt;
use std::path::{Path, PathBuf};

/// The most mistakes that are told at once.
const MAX_TOLD: usize = 10;

/// One mistake in a line of a configuration file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mistake {
    /// The line, from 1.
    pub(super) line: usize,
    /// The mistake, and what to write.
    pub(super) what: String,
}

/// A configuration file that cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum ConfigError {
    /// It cannot be read.
    #[error("{}: {reason}; --no-config leaves the file out", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// It can be read, and says what is wrong.
    #[error("{}; --no-config leaves the file out", Listing { path, mistakes })]
    Wrong {
        /// The file.
        path: PathBuf,
        /// At least one.
        mistakes: Vec<Mistake>,
    },
}

/// Mistakes, one a line.
struct Listing<'a> {
    path: &'a Path,
    mistakes: &'a [Mistake],
}

impl fmt::Display for Listing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, mistake) in self.mistakes.iter().take(MAX_TOLD).enumerate() {
            let gap = if i == 0 { "" } else { "\n" };
            let (path, Mistake { line, what }) = (self.path.display(), mistake);
            write!(f, "{gap}{path}:{line}: {what}")?;
        }
        match self.mistakes.len().saturating_sub(MAX_TOLD) {
            0 => Ok(()),
            more => write!(f, "\nand {more} more mistakes"),
        }
    }
}

impl ConfigError {
    /// A file with mistakes.
    pub(super) fn wrong(path: &Path, mistakes: Vec<Mistake>) -> Self {
        Self::Wrong {
            path: path.to_owned(),
            mistakes,
        }
    }
}
