//! A match between two other programs, judged: the relay that mends what breaks, the journal of every byte,
//! the referee, and what is said of it.

pub mod check_words;
pub mod frame_text;
pub mod judged_piece;
pub mod legacy_points;
pub mod proxy_events;
pub mod proxy_journal;
pub mod reconnecting_relay;
pub mod referee;
