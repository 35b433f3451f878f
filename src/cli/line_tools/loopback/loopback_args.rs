//! The options of `loopback`.

use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::Args;

use crate::cli::output_names::ForceArgs;
use crate::cli::values::board_args::parse_size;
use crate::cli::values::thinking_args::ThinkingArgs;
use sgmp_board::rules::{BoardSize, RuleSet};
use sgmp_match::noise::noise_spec::{HELP, NoiseSpec};

/// The self-test.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct LoopbackArgs {
    /// Where the two records go [default: a new folder in the system's temporary folder]
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,

    /// Records and journals that are there
    #[command(flatten)]
    pub force: ForceArgs,

    /// Lines of the board, 2 to 19
    #[arg(long, default_value = "19", value_parser = parse_size)]
    pub size: BoardSize,

    /// Rules of Go: japanese, chinese, tromp-taylor (dead stones are not taken off), or another name that is nearest to one
    #[arg(long, default_value = "japanese")]
    pub rules: RuleSet,

    /// Play on a simulated bad line in virtual time, such as drop=2%,flip=0.5%,delay=0..3s (all
    /// kinds are below); the same --seed brings the same noise
    #[arg(long, value_name = "SPEC", conflicts_with = "move_time")]
    pub noise: Option<NoiseSpec>,

    /// Play N short games of the wire alone in virtual time, among ourselves and against models of
    /// other programs, on every kind of line or the one of --noise, and print a table
    #[arg(long, value_name = "N")]
    pub games: Option<NonZeroU64>,

    /// Show no progress, only the checks
    #[arg(long, short)]
    pub quiet: bool,

    /// How both players think
    #[command(flatten)]
    pub thinking: ThinkingArgs,
}
