//! Files of every kind, written and read back: records, journals and traces, sound and damaged.

#[path = "../common/tools.rs"]
mod tools;

mod fixtures;
mod gmp_fixtures;
mod gnugo;
mod hostile_input;
mod journals;
mod properties;
mod public_reports;
mod replay_cut_lines;
mod replay_fixtures;
mod replay_heads;
mod replay_innocent;
mod replay_own_sessions;
mod scored_records;
mod sloppy_records;
