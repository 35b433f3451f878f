//! The options of `cgos`.

use clap::Args;

use super::server_args::ServerClientArgs;
use sgmp_board::rules::RuleSet;
use sgmp_match::servers::cgos::AccountName;

/// Games on a CGOS server.
#[derive(Debug, Args)]
pub struct CgosArgs {
    /// The name of our account: 3 to 18 letters, digits, `_`, `-` and `.`; a new one is made by the server
    #[arg(long, value_name = "NAME")]
    pub name: AccountName,

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

    /// The server, the player, the line and the output
    #[command(flatten)]
    pub client: ServerClientArgs,
}
