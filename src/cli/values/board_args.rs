//! `--legacy-9x9`: the point numbers of an old library.

use clap::Args;
use sgmp_proto::Grid;

use super::argument_error::ArgumentError;
use sgmp_board::rules::BoardSize;
use sgmp_match::line_judge::legacy_points::{LegacyError, legacy_grid};

/// Numbering of the points on the wire.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct LegacyArgs {
    /// On a board of 9 lines: the other program numbers the points as one old library for Windows
    /// did, in rows of 19 (E5 is 81 and not 41)
    #[arg(long = "legacy-9x9", help_heading = "Line")]
    pub legacy_9x9: bool,
}

impl LegacyArgs {
    /// The board with its numbers.
    ///
    /// # Errors
    /// On any other board the library's numbers are not known.
    pub(crate) fn grid(self, size: BoardSize) -> Result<Grid, LegacyError> {
        legacy_grid(size, self.legacy_9x9)
    }
}

/// Reads the lines of a board.
pub(crate) fn parse_size(text: &str) -> Result<BoardSize, ArgumentError> {
    let lines = text.parse().ok().and_then(BoardSize::new);
    lines.ok_or_else(|| ArgumentError::BoardSize(text.to_owned()))
}
