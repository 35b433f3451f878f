//! `sgmp-go replay FILE`: a captured trace, frame by frame, and what breaks the dialect in it.
//!
//! `ReplayTerms` says by which board and rules, `judge` shows every frame to an observer and plays the moves,
//! `show` prints what came of it, `RecordFactsArgs` writes the record (`--sgf`), `drive` puts our own session in a side's place (`--check`).

mod listing;
mod replay_command;
mod replay_record;
mod replay_terms;
mod session_check;
mod trace_input;
mod trace_judge;

pub use replay_command::{Finding, ReplayArgs, run};
pub use replay_record::RecordFactsArgs;
pub use trace_input::ReplayError;
