//! The point numbers of an old library for Windows, which counted in rows of 19 on a board of 9 lines.

use sgmp_proto::{Grid, Numbering};

use sgmp_board::rules::BoardSize;

const NINE: u8 = 9;

/// The old numbering on another board than the 9x9 one that it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("--legacy-9x9 is for 9x9, and the board is {0}: say --size 9, or leave it out")]
pub struct LegacyError(BoardSize);

/// The board with its numbers, those of the old library if `is_legacy`.
///
/// # Errors
/// On any other board the library's numbers are not known.
pub const fn legacy_grid(size: BoardSize, is_legacy: bool) -> Result<Grid, LegacyError> {
    let numbering = match (is_legacy, size.lines()) {
        (false, _) => Numbering::ByBoard,
        (true, NINE) => Numbering::ByNineteen,
        (true, _) => return Err(LegacyError(size)),
    };
    Ok(Grid { size, numbering })
}
