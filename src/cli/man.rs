//! `man`: the manual page, from the same table as the parser.

use clap::CommandFactory;

use super::args::Cli;
use super::exit::{Exit, Failure};

/// Prints it.
///
/// # Errors
/// Standard output closed.
pub(super) fn run() -> Result<Exit, Failure> {
    clap_mangen::Man::new(Cli::command())
        .render(&mut std::io::stdout())
        .map_err(|error| Failure::new(Exit::Record, error))?;
    Ok(Exit::Done)
}
