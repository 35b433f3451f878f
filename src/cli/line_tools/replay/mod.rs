//! `sgmp-go replay FILE`: a captured trace, frame by frame, and what breaks the dialect in it.
//!
//! `sgmp_match::trace_check` judges the trace; here are the options, what is printed, and the record (`--sgf`).

mod replay_command;
mod replay_record;

pub use replay_command::{Finding, ReplayArgs, run};
pub use replay_record::RecordFactsArgs;
