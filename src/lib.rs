//! sgmp-go plays tournament Go over a serial line.

pub mod cli;
pub mod engine;
pub mod gtp;
pub mod play;
pub mod port;
pub mod record;
pub mod rng;
pub mod rules;
pub mod search;
pub mod tactics;
pub mod time_control;
