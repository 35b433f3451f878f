//! `proxy`: between two programs that play each other. Every byte passes unchanged; the match is
//! shown, checked, clocked and recorded.
//!
//! `cable` joins the two and mends what breaks, `referee` judges what passes, `told` and `events`
//! say it to people and to programs, `files` keeps it, and `run` holds all of it together.

mod args;
mod cable;
mod events;
mod files;
mod referee;
mod run;
mod told;

pub use args::ProxyArgs;
pub(super) use run::run;
