//! `loopback`: the self-test, with no hardware and no other program.
//!
//! | words | what is played | where |
//! |---|---|---|
//! | `loopback` | a whole match in real time over a real pty pair | `cable.rs` |
//! | `loopback --noise SPEC` | a whole match in virtual time on a bad line | `storm.rs` |
//! | `loopback --games N [--noise SPEC]` | N games of the wire alone, on every kind of line, against models of other programs | `games.rs` |

#[cfg(unix)]
mod cable;
#[cfg(unix)]
mod cable_checks;
mod checks;
mod games;
mod kinds;
mod seat;
pub mod spec;
mod storm;
mod table;
mod tally;
#[cfg(unix)]
mod tamper;
#[cfg(unix)]
mod witness;

use super::args::LoopbackArgs;
use super::exit::{Exit, Failure};

/// Runs the self-test that the words ask for.
///
/// # Errors
/// What keeps it from being run at all; a check that fails is an exit code.
pub(super) fn run(args: &LoopbackArgs) -> Result<Exit, Failure> {
    match (args.games, &args.noise) {
        (Some(games), noise) => games::run(args, games.get(), noise.as_ref()),
        (None, Some(noise)) => storm::run(args, noise),
        (None, None) => on_a_cable(args),
    }
}

#[cfg(unix)]
fn on_a_cable(args: &LoopbackArgs) -> Result<Exit, Failure> {
    cable::run(args)
}

#[cfg(not(unix))]
fn on_a_cable(_: &LoopbackArgs) -> Result<Exit, Failure> {
    Err(Failure::new(
        Exit::Port,
        "the self-test needs pseudo terminals, which a Unix system has; `loopback --noise none` \
         needs none, and `check` tests a COM port",
    ))
}
