//! The options of `nngs`.

use clap::Args;

use super::server_args::ServerClientArgs;
use crate::cli::values::board_args::parse_size;
use crate::cli::values::choices::ColorArg;
use sgmp_board::rules::{BoardSize, Komi, RuleSet};
use sgmp_match::servers::nngs::NngsName;

/// Games on an NNGS or IGS server.
#[derive(Debug, Args)]
pub struct NngsArgs {
    /// The name of our account: letters and digits
    #[arg(long, value_name = "NAME")]
    pub name: NngsName,

    /// Log in under a name that is not registered, without a password
    #[arg(long, conflicts_with = "password_file")]
    pub guest: bool,

    /// The rules of the server: japanese, or chinese
    #[arg(long, value_name = "NAME", default_value = "japanese")]
    pub rules: RuleSet,

    /// Moves are typed: D4, pass, resign; and the server's own commands
    #[arg(long, conflicts_with_all = ["engine", "level", "playouts", "move_time", "shapes", "player"])]
    pub human: bool,

    /// The matches
    #[command(flatten)]
    pub matches: MatchWishArgs,

    /// The server, the player, the line and the output
    #[command(flatten)]
    pub client: ServerClientArgs,
}

/// The matches that are offered, and accepted.
#[derive(Debug, Args)]
#[command(next_help_heading = "Match")]
pub struct MatchWishArgs {
    /// Offer matches to this player, and play nobody else [default: wait for whoever offers one]
    #[arg(long, value_name = "NAME")]
    pub opponent: Option<NngsName>,

    /// Our color [default: offered in turn, accepted as it comes]
    #[arg(long, value_enum)]
    pub color: Option<ColorArg>,

    /// Lines of the board
    #[arg(long, value_name = "LINES", default_value = "19", value_parser = parse_size)]
    pub size: BoardSize,

    /// Main time of each side, in minutes
    #[arg(long, value_name = "MINUTES", default_value = "30", value_parser = minutes())]
    pub time: u32,

    /// Time for each 25 moves after that, in minutes
    #[arg(long, value_name = "MINUTES", default_value = "10", value_parser = minutes())]
    pub byoyomi: u32,

    /// Komi to ask for and to agree to before the first move [default: the server's]
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    pub komi: Option<Komi>,
}

/// More than a match takes, in minutes: the servers' own limit is near.
const MAX_MINUTES: i64 = 1000;

fn minutes() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(0..=MAX_MINUTES)
}
