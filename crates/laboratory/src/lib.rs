//! Learning from games, tuning by games, and the evolution of nets.

pub mod evolution;
pub mod learning;
