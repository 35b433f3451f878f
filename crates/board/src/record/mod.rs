//! Games on paper: what is known of a game, SGF in and out; safe files, and faults of files in plain words.
//!
//! ```
//! use sgmp_board::record::{Format, GameRecord, read_sgf};
//!
//! let record = read_sgf(b"(;FF[1]SZ[9]RE[B+R];B[ee];W[tt])")?;
//! assert_eq!(record.moves().len(), 2);
//! assert!(record.to_sgf(Format::Ff4).ends_with(";B[ee];W[])\n"));
//! # Ok::<(), sgmp_board::record::SgfError>(())
//! ```

mod compare;
mod date_text;
mod header;
mod plain_fault;
mod played_record;
mod recorded_game;
mod replace_result;
mod replay;
mod result;
mod safe_file;
mod sgf;
mod toml_fault;
mod unfinished;

pub use crate::rules::ByColor;
pub use compare::Difference;
pub use compare::compare;
pub use date_text::{first_and_last_day, is_date};
pub use header::{HeaderDifference, UNNAMED, compare_headers};
pub use plain_fault::{json_fault, json_form_fault, plain_fault, read_lines, read_lines_if_any};
pub use recorded_game::{
    GameInfo, GameRecord, OffBoard, Player, PositionChange, RecordedMove, Setup, Territory,
};
pub use replace_result::{ReplaceError, ResultEntry, ResultNote, replace_result};
pub use replay::{ReplayError, replay};
pub use result::GameResult;
pub use result::ParseResultError;
pub use safe_file::read_bytes;
pub use safe_file::{
    FileError, WaitingFile, check_new, check_writable, create_new, make_folder, sync_name,
    write_atomically,
};
pub use sgf::{
    Format, GameTree, JoinedTree, MAX_INPUT, MAX_MOVES, NodeId, OtherFormat, PointSign, SgfError,
    SgfFault, SgfReading, SgfRemark, count_games, read_game, read_sgf,
};
pub use toml_fault::{TomlFault, read_toml, read_toml_table, toml_fault};
pub use unfinished::{Unfinished, UnheardMove};
