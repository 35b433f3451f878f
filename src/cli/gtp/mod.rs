//! `gtp`: a server of the Go Text Protocol on standard input and output.
//!
//! `desk` owns the time and listens while the server thinks; `bridge` has the program at the other
//! end of a line answer in the engine's place.

mod bridge;
mod desk;

use clap::{Arg, Args};

use super::args::MatchArgs;
use super::exit::{Exit, Failure};
use crate::engine::{Resignation, Settings};
use crate::gtp::{Config, Flow, Server};
use desk::Desk;

/// A server for controllers of the Go Text Protocol.
///
/// Without --port it plays itself, and takes the options under Player and --rules alone.
#[derive(Debug, Args)]
#[command(mut_arg("port", |port| port.required(false)), mut_args(needs_port))]
pub struct GtpArgs {
    /// Think while the opponent thinks, too
    #[arg(long, conflicts_with = "port")]
    pub ponder: bool,

    /// The match on the wire, and how our own player thinks: where nobody tells it the time, 2
    /// seconds a move
    #[command(flatten)]
    pub play: MatchArgs,
}

/// Without a line there is nothing that these could be about.
fn needs_port(arg: Arg) -> Arg {
    const OF_THE_PLAYER: [&str; 10] = [
        "ponder",
        "move_time",
        "playouts",
        "level",
        "threads",
        "memory",
        "seed",
        "rules",
        "never_resign",
        "port",
    ];
    match arg.get_id().as_str() {
        "help" | "verbose" => arg,
        id if OF_THE_PLAYER.contains(&id) => arg,
        _ => arg.requires("port"),
    }
}

/// Serves until `quit` or the end of the input.
///
/// # Errors
/// With a line, those of a match.
pub(super) fn run(args: &GtpArgs) -> Result<Exit, Failure> {
    if args.play.line.port.is_some() {
        return bridge::run(&args.play);
    }
    let mut desk = Desk::open();
    let mut server = Server::new(config(args));
    while let Some(input) = desk.next_line() {
        if server.handle(&input, &mut desk) == Flow::Over || desk.is_closed() {
            break;
        }
        if args.ponder {
            server.ponder(&mut desk);
        }
    }
    Ok(Exit::Done)
}

fn config(args: &GtpArgs) -> Config {
    Config {
        engine: Settings {
            resign: (!args.play.player.never_resign).then(Resignation::default),
            ..args.play.player.thinking.settings()
        },
        rules: args.play.terms.rules.unwrap_or_default(),
        move_time: args.play.player.thinking.move_time,
    }
}
