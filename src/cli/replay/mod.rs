//! `sgmp-go replay FILE`: a captured trace, frame by frame, and what breaks the dialect in it.
//!
//! `judge` shows every frame to an observer and plays the moves, `show` prints what came of it,
//! `drive` puts our own session in a side's place (`--check`).

mod drive;
mod input;
mod judge;
mod run;
mod show;
mod words;

pub use input::ReplayError;
pub use run::{Finding, ReplayArgs, run};
pub(super) use words::{command, move_of, sender_of};
