//! The options of `cgos`.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::Args;

use super::server_args::{ServerLineArgs, ServerOutputArgs, parse_server};
use crate::cli::matches::match_args::PlayerArgs;
use sgmp_board::rules::RuleSet;
use sgmp_match::port::PortSpec;
use sgmp_match::servers::cgos::AccountName;

/// Games on a CGOS server.
#[derive(Debug, Args)]
pub struct CgosArgs {
    /// The server
    #[arg(value_name = "HOST:PORT", value_parser = parse_server)]
    pub server: PortSpec,

    /// The name of our account: 3 to 18 letters, digits, `_`, `-` and `.`; a new one is made by the server
    #[arg(long, value_name = "NAME")]
    pub name: AccountName,

    /// A file whose first line is the password, and which nobody else can read (chmod 600) [default: the first line of
    /// standard input, asked for at a terminal]
    #[arg(long, value_name = "FILE")]
    pub password_file: Option<PathBuf>,

    /// Games to play, and then leave [default: without end]
    #[arg(long, value_name = "N")]
    pub games: Option<NonZeroU32>,

    /// The rules of the server, which it does not tell: tromp-taylor (CGOS: area, nothing is removed after two passes),
    /// japanese (the UEC Cup) or chinese
    #[arg(long, value_name = "NAME", default_value = "tromp-taylor")]
    pub rules: RuleSet,

    /// Moves are typed: D4, pass, resign
    #[arg(long, conflicts_with_all = ["engine", "level", "playouts", "move_time", "shapes", "player"])]
    pub human: bool,

    /// Send no analysis for spectators behind our moves
    #[arg(long)]
    pub no_analysis: bool,

    /// The player
    #[command(flatten)]
    pub player: PlayerArgs,

    /// The line
    #[command(flatten)]
    pub line: ServerLineArgs,

    /// Output
    #[command(flatten)]
    pub output: ServerOutputArgs,
}
