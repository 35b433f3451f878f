//! The player: the net, the searches, the time for a move, and the levels of play.

pub mod engine;
pub mod net;
pub mod search;
pub mod time_control;
