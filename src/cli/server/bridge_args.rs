//! The options of `bridge`.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::Args;

use super::nngs_args::MatchWishArgs;
use super::server_args::{ServerLineArgs, ServerOutputArgs, parse_server};
use crate::cli::values::port_args::PortArgs;
use sgmp_board::rules::RuleSet;
use sgmp_match::port::PortSpec;

/// A program at the end of a line as a player on a server.
#[derive(Debug, Args)]
pub struct BridgeArgs {
    /// The line
    #[command(flatten)]
    pub port: PortArgs,

    /// The CGOS server to play on
    #[arg(long, value_name = "HOST:PORT", value_parser = parse_server, required_unless_present = "nngs")]
    pub cgos: Option<PortSpec>,

    /// The NNGS or IGS server to play on
    #[arg(long, value_name = "HOST:PORT", value_parser = parse_server, conflicts_with = "cgos")]
    pub nngs: Option<PortSpec>,

    /// The name of the account there
    #[arg(long, value_name = "NAME")]
    pub name: String,

    /// A file whose first line is the password, and which nobody else can read (chmod 600) [default: the first line of
    /// standard input, asked for at a terminal]
    #[arg(long, value_name = "FILE")]
    pub password_file: Option<PathBuf>,

    /// On NNGS: log in under a name that is not registered, without a password
    #[arg(long, conflicts_with_all = ["password_file", "cgos"])]
    pub guest: bool,

    /// Games to play, and then leave [default: without end]
    #[arg(long, value_name = "N")]
    pub games: Option<NonZeroU32>,

    /// The rules of the server [default: tromp-taylor on CGOS, japanese on NNGS]
    #[arg(long, value_name = "NAME")]
    pub rules: Option<RuleSet>,

    /// The matches on NNGS
    #[command(flatten)]
    pub matches: MatchWishArgs,

    /// The line to the server
    #[command(flatten)]
    pub line: ServerLineArgs,

    /// Output
    #[command(flatten)]
    pub output: ServerOutputArgs,
}
