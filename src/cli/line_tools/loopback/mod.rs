//! `loopback`: the self-test, with no hardware and no other program.
//!
//! | words | what is played | where |
//! |---|---|---|
//! | `loopback` | a whole match in real time over a real pty pair; over TCP where the system has none | `pty_match.rs` |
//! | `loopback --noise SPEC` | a whole match in virtual time on a bad line | `noisy_match.rs` |
//! | `loopback --games N [--noise SPEC]` | N games of the wire alone, on every kind of line, against models of other programs | `simulated_games.rs` |

pub(crate) mod loopback_args;
mod loopback_player;
mod match_checks;
mod noisy_match;
mod pty_checks;
mod pty_match;
mod simulated_games;

use crate::cli::exit::Exit;
use loopback_args::LoopbackArgs;
use sgmp_board::failure::Failure;

/// Runs the self-test that the words ask for.
///
/// # Errors
/// Obstacles to running it at all; a check that fails is an exit code.
pub(crate) fn run(args: &LoopbackArgs) -> Result<Exit, Failure> {
    match (args.games, &args.noise) {
        (Some(games), noise) => simulated_games::run(args, games.get(), noise.as_ref()),
        (None, Some(noise)) => noisy_match::run(args, noise),
        (None, None) => pty_match::run(args),
    }
}
