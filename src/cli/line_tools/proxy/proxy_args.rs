//! The words of `proxy`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::cli::values::board_args::LegacyArgs;
use crate::cli::values::board_args::parse_size;
use crate::cli::values::choices::SgfFormat;
use sgmp_board::rules::{BoardSize, Komi, RuleSet};
use sgmp_match::play::PauseCharge;
use sgmp_match::play::duration::{parse_duration, parse_pause_charge};
use sgmp_match::port::{DEFAULT_BAUD, PortSpec};

/// Options of a new match. An option that conflicts with them needs not be required where they are given, for clap: what
/// requires `--resume` conflicts with them, too.
const OF_A_NEW_MATCH: [&str; 12] = [
    "sgf",
    "sgf_format",
    "time",
    "komi",
    "rules",
    "size",
    "legacy_9x9",
    "black",
    "white",
    "event",
    "place",
    "round",
];

/// Between two programs.
#[derive(Debug, Args)]
pub struct ProxyArgs {
    /// Where the two programs are: twice, in the forms of every --port but -
    #[arg(long, short, value_name = "PORT", required = true)]
    pub port: Vec<PortSpec>,

    /// Speed of serial ports in bits a second
    #[arg(long, default_value_t = DEFAULT_BAUD, value_parser = clap::value_parser!(u32).range(50..))]
    pub baud: u32,

    /// Go on with the match of a journal, or of the record beside it: its terms and names are in it
    #[arg(long, value_name = "FILE", conflicts_with_all = OF_A_NEW_MATCH)]
    pub resume: Option<PathBuf>,

    /// With --resume: the judge's word on the time away, charged to the side on move: charged (all of it), free
    /// (nothing), or a time. Both sides' programs are told the same
    #[arg(long, value_name = "CHARGE", requires = "resume", conflicts_with_all = OF_A_NEW_MATCH,
          value_parser = parse_pause_charge)]
    pub away: Option<PauseCharge>,

    /// The record to write [default: date, players and round in this directory]
    #[arg(long, value_name = "FILE")]
    pub sgf: Option<PathBuf>,

    /// Form of the record
    #[arg(long, value_enum, default_value = "fjk")]
    pub sgf_format: SgfFormat,

    /// Write every frame to a hex trace that `replay` reads
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,

    /// Print one JSON event a line to standard output, or to FILE
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "-")]
    pub json: Option<PathBuf>,

    /// Show no progress, only what is wrong and the end
    #[arg(long, short)]
    pub quiet: bool,

    /// Time of each side for the whole game
    #[arg(long, default_value = "50m", value_parser = parse_duration)]
    pub time: Duration,

    /// Komi
    #[arg(long, default_value = "5.5", allow_hyphen_values = true)]
    pub komi: Komi,

    /// Rules of Go: japanese, chinese, tromp-taylor (dead stones are not taken off), or another name that is nearest to one
    #[arg(long, default_value = "japanese")]
    pub rules: RuleSet,

    /// Lines of the board, 2 to 19
    #[arg(long, default_value = "19", value_parser = parse_size)]
    pub size: BoardSize,

    /// The points' numbers
    #[command(flatten)]
    pub legacy: LegacyArgs,

    /// Black's name
    #[arg(long, default_value = "Black", value_name = "NAME")]
    pub black: String,

    /// White's name
    #[arg(long, default_value = "White", value_name = "NAME")]
    pub white: String,

    /// Name of the tournament
    #[arg(long, default_value = "Computer Go match")]
    pub event: String,

    /// Place of the tournament
    #[arg(long, default_value = "")]
    pub place: String,

    /// The round
    #[arg(long, default_value = "1")]
    pub round: String,

    /// How long to wait for a side that has gone in mid-game; a program behind exec: does not come
    /// back
    #[arg(long, default_value = "5m", value_parser = parse_duration)]
    pub reconnect: Duration,

    /// After the end, how long to go on passing repeats
    #[arg(long, default_value = "45s", value_parser = parse_duration)]
    pub linger: Duration,
}
