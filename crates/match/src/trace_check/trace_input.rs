//! The trace from its file, and what can go wrong with files.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::line_judge::legacy_points::LegacyError;
use crate::play::NoSuchHandicap;
use crate::port::trace::{MAX_INPUT, Trace, TraceError, read_trace};
use sgmp_board::record::FileError;

/// Errors that keep all or part of a trace from being replayed. All of them are about files.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The system refused to open or read the file.
    #[error("cannot read {}: {source}; name a trace, or - for standard input", .path.display())]
    Read {
        /// The file that could not be read.
        path: PathBuf,
        /// The system's reason for refusing it.
        source: io::Error,
    },
    /// It was read and is no trace.
    #[error("{}: {source}", .path.display())]
    NoTrace {
        /// The file that was read.
        path: PathBuf,
        /// The fault in it.
        source: TraceError,
    },
    /// The board is another than the words say.
    #[error(transparent)]
    Legacy(#[from] LegacyError),
    /// The trace names a handicap that there is not.
    #[error(transparent)]
    Handicap(#[from] NoSuchHandicap),
    /// No record can be written of a game whose beginning is not in the trace.
    #[error(
        "--sgf: the trace does not have the beginning of the game, and a record would not be the game's"
    )]
    NoBeginning,
    /// One result is given, and there are several games.
    #[error("--result: the trace has {0} games, and `sgmp-go result` enters the result of each")]
    SeveralGames(usize),
    /// The listing could not be written.
    #[error("cannot write the listing: {0}")]
    Write(#[from] io::Error),
    /// The record could not be written.
    #[error(transparent)]
    Record(#[from] FileError),
}

/// Reads the trace in a file; `-` is standard input.
pub fn read(path: &Path) -> Result<Trace, ReplayError> {
    let bytes = read_bytes(path).map_err(|source| ReplayError::Read {
        path: path.to_owned(),
        source,
    })?;
    read_trace(&bytes).map_err(|source| ReplayError::NoTrace {
        path: path.to_owned(),
        source,
    })
}

fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let source: Box<dyn Read> = if path.as_os_str() == "-" {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(path)?)
    };
    let mut bytes = Vec::new();
    // One byte more than is taken tells a file that is too large.
    source.take(MAX_INPUT as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
