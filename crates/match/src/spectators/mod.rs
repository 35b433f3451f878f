//! Those who see every frame and event of a match and change nothing: progress, JSON events, the trace, and the words
//! for pauses, remarks and advice.

pub mod advice;
pub mod json_events;
pub mod line_trouble;
pub mod match_progress;
pub mod match_trace;
pub mod move_remarks;
pub mod pause_words;
pub mod peer_answers;
pub mod shared_match;
pub mod watched_journal;
