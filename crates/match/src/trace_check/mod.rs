//! A trace judged: its terms, its frames by the dialect, its moves by the rules, and our own session in the place of a side.

pub mod listing;
pub mod replay_terms;
pub mod session_check;
pub mod trace_input;
pub mod trace_judge;
