//! `loopback`: the self-test, with no hardware and no other program.
//!
//! | words | what is played | where |
//! |---|---|---|
//! | `loopback` | a whole match in real time over a real pty pair | `pty_match.rs` |
//! | `loopback --noise SPEC` | a whole match in virtual time on a bad line | `noisy_match.rs` |
//! | `loopback --games N [--noise SPEC]` | N games of the wire alone, on every kind of line, against models of other programs | `simulated_games.rs` |

pub(crate) mod loopback_args;
mod loopback_player;
mod match_checks;
mod noisy_match;
#[cfg(unix)]
mod pty_checks;
#[cfg(unix)]
mod pty_match;
mod simulated_games;

use crate::cli::exit::Exit;
use loopback_args::LoopbackArgs;
#[cfg(not(unix))]
use sgmp_board::failure::Blame;
use sgmp_board::failure::Failure;

/// Runs the self-test that the words ask for.
///
/// # Errors
/// Obstacles to running it at all; a check that fails is an exit code.
pub(crate) fn run(args: &LoopbackArgs) -> Result<Exit, Failure> {
    match (args.games, &args.noise) {
        (Some(games), noise) => simulated_games::run(args, games.get(), noise.as_ref()),
        (None, Some(noise)) => noisy_match::run(args, noise),
        (None, None) => on_a_cable(args),
    }
}

#[cfg(unix)]
fn on_a_cable(args: &LoopbackArgs) -> Result<Exit, Failure> {
    pty_match::run(args)
}

#[cfg(not(unix))]
fn on_a_cable(_: &LoopbackArgs) -> Result<Exit, Failure> {
    Err(Failure::new(
        Blame::Port,
        "the self-test needs pseudo terminals, which a Unix system has; `loopback --noise none` \
         needs none, and `check` tests a COM port",
    ))
}
