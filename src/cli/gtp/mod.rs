//! `gtp`: a server of the Go Text Protocol on standard input and output.
//!
//! `desk` owns the time and listens while the server thinks.

mod desk;

use clap::Args;

use super::exit::{Exit, Failure};
use super::thinking::ThinkingArgs;
use crate::engine::{Resignation, Settings};
use crate::gtp::{Config, Flow, Rules, Server};
use desk::Desk;

/// A server for controllers of the Go Text Protocol.
#[derive(Debug, Args)]
pub struct GtpArgs {
    /// How it thinks; where nobody tells the time, 2 seconds a move
    #[command(flatten)]
    pub thinking: ThinkingArgs,

    /// Think while the opponent thinks, too
    #[arg(long)]
    pub ponder: bool,

    /// Rules until the controller names others: japanese (territory), chinese (area, no position
    /// twice)
    #[arg(long, default_value = "japanese")]
    pub rules: Rules,

    /// Play on however hopeless
    #[arg(long)]
    pub never_resign: bool,
}

/// Serves until `quit` or the end of the input.
///
/// # Errors
/// None today.
pub(super) fn run(args: &GtpArgs) -> Result<Exit, Failure> {
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
            resign: (!args.never_resign).then(Resignation::default),
            ..args.thinking.settings()
        },
        rules: args.rules,
        move_time: args.thinking.move_time,
    }
}
