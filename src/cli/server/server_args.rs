//! Options that all commands for servers share.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::password_source::password;
use crate::cli::matches::match_args::{PlayerArgs, SpectatorArgs};
use crate::cli::values::choices::SgfFormat;
use sgmp_board::failure::Failure;
use sgmp_match::play::duration::{parse_duration, parse_wait};
use sgmp_match::port::{PortSpec, SpecError};
use sgmp_match::servers::Password;

/// The options of a client on a server, whatever its kind.
#[derive(Debug, Args)]
pub struct ServerClientArgs {
    /// The server
    #[arg(value_name = "HOST:PORT", value_parser = parse_server)]
    pub server: PortSpec,

    /// A file whose first line is the password, and which nobody else can read (chmod 600) [default: the first line of
    /// standard input, asked for at a terminal]
    #[arg(long, value_name = "FILE")]
    pub password_file: Option<PathBuf>,

    /// Games to play, and then leave [default: without end]
    #[arg(long, value_name = "N")]
    pub games: Option<NonZeroU32>,

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

impl ServerClientArgs {
    /// The password of the account.
    ///
    /// # Errors
    /// As for [`password`].
    pub(super) fn password(&self) -> Result<Password, Failure> {
        password(self.password_file.as_deref())
    }
}

/// The times of the line to a server.
#[derive(Debug, Args)]
#[command(next_help_heading = "Line")]
pub struct ServerLineArgs {
    /// Time that the line takes for each of our moves, kept back from the clock; where it takes longer, that is noticed
    #[arg(long, default_value = "500ms", value_parser = parse_wait)]
    pub lag: Duration,

    /// How long to try for a connection that was lost
    #[arg(long, default_value = "24h", value_parser = parse_duration)]
    pub reconnect: Duration,

    /// Silence after which a connection is taken for lost: servers say something every minute
    #[arg(long, default_value = "150s", value_parser = parse_wait)]
    pub silence: Duration,
}

/// Output of games on a server, and their files.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct ServerOutputArgs {
    /// The folder for records and journals
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    pub folder: PathBuf,

    /// Form of the records
    #[arg(long, value_enum, default_value = "ff4")]
    pub sgf_format: SgfFormat,

    /// Print one JSON event a line to standard output, or add them to FILE
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "-")]
    pub json: Option<PathBuf>,

    /// Add every line of both sides, with its time, to FILE; the password is left out
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,

    /// Spectators in browsers
    #[command(flatten)]
    pub spectators: SpectatorArgs,

    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
}

/// Reads `HOST:PORT`.
///
/// # Errors
/// [`SpecError`].
pub(super) fn parse_server(text: &str) -> Result<PortSpec, SpecError> {
    format!("tcp:{text}").parse()
}
