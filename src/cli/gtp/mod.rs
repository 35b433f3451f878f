//! `gtp`: a server of the Go Text Protocol on standard input and output.
//!
//! `host` owns the time and listens while the server thinks; `bridge` has the program at the other
//! end of a line answer in the engine's place. `analysis_command` serves KataGo's JSON protocol.

pub(crate) mod analysis_command;
mod match_bridge;

use clap::{Arg, Args};

use super::exit::Exit;
use crate::cli::matches::match_args::{MatchArgs, is_player_option};
use crate::cli::values::argument_error::ArgumentError;
use sgmp_board::failure::{Blame, Failure};
use sgmp_engine::engine::{Resignation, Settings};
use sgmp_knowledge::reading::QuestionEffort;
use sgmp_match::console::stdio_host::StdioHost;
use sgmp_match::gtp::{Config, Flow, Server};

/// A server for controllers of the Go Text Protocol.
///
/// Without --port it plays itself, and takes the options under Player and --rules alone; with it
/// nobody thinks, and it takes all the others.
#[derive(Debug, Args)]
#[command(mut_arg("port", |port| port.required(false)), mut_args(in_its_place))]
pub struct GtpArgs {
    /// Think while the opponent thinks, too
    #[arg(long, conflicts_with = "port")]
    pub ponder: bool,

    /// Positions that a question about a group looks at (owl_attack), a tenth of it for one about
    /// strings (attack): 200000, or by the level
    #[arg(long, value_name = "POSITIONS", conflicts_with = "port", value_parser = read_effort)]
    pub effort: Option<QuestionEffort>,

    /// The match on the wire, or how our own player thinks: where nobody tells it the time, 2
    /// seconds a move
    #[command(flatten)]
    pub play: MatchArgs,
}

/// Without a line there is no match that an option could be about, and with one no player.
fn in_its_place(arg: Arg) -> Arg {
    match arg.get_id().as_str() {
        "help" | "verbose" | "port" | "ponder" | "effort" | "rules" | "capture_all_dead" => arg,
        // Not offered: pondering has to be asked for here.
        "engine" | "no_ponder" => arg.hide(true).conflicts_with("port"),
        id if is_player_option(id) => arg.conflicts_with("port"),
        _ => arg.requires("port"),
    }
}

/// Serves until `quit` or the end of the input.
///
/// # Errors
/// With a line, those of a match.
pub(super) fn run(args: &GtpArgs) -> Result<Exit, Failure> {
    if args.play.line.port.is_some() {
        return match_bridge::run(&args.play);
    }
    if args.play.player.engine.is_some() {
        let what = "gtp offers our own player: a program that speaks GTP needs nobody between";
        return Err(Failure::new(Blame::Usage, what));
    }
    let mut host = StdioHost::open();
    let config = config(args);
    config.engine.mode.get_ready();
    let mut server = Server::new(config);
    while let Some(input) = host.next_line() {
        if server.handle(&input, &mut host) == Flow::Over || host.is_closed() {
            break;
        }
        if args.ponder {
            server.ponder(&mut host);
        }
    }
    Ok(Exit::Done)
}

/// The effort for questions: what is given, or that of the level.
fn effort(args: &GtpArgs) -> QuestionEffort {
    let level = args.play.player.thinking.level;
    let of_level = level.map_or(QuestionEffort::USUAL, |level| {
        QuestionEffort::for_level(level.number())
    });
    args.effort.unwrap_or(of_level)
}

/// Reads an effort, in positions.
fn read_effort(text: &str) -> Result<QuestionEffort, ArgumentError> {
    let effort = text.parse().ok().and_then(QuestionEffort::new);
    effort.ok_or_else(|| ArgumentError::Effort(text.to_owned()))
}

fn config(args: &GtpArgs) -> Config {
    Config {
        engine: Settings {
            resign: (!args.play.player.never_resign).then(Resignation::default),
            ..args.play.player.thinking.settings()
        },
        rules: args.play.terms.rules(),
        move_time: args.play.player.thinking.move_time,
        judge: args.play.player.thinking.judge(),
        effort: effort(args),
    }
}
