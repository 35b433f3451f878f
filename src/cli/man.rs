//! `man`: the manual page, from the same table as the parser.

use clap::CommandFactory;

use super::args::Cli;
use super::exit::Exit;
use sgmp_board::failure::{Blame, Failure};
use sgmp_match::console::TextStream;

/// Prints it.
///
/// # Errors
/// None: output that cannot be written is told at the end.
pub(super) fn run() -> Result<Exit, Failure> {
    clap_mangen::Man::new(Cli::command())
        .render(&mut TextStream::Stdout.writer())
        .map_err(|error| Failure::new(Blame::Record, error))?;
    Ok(Exit::Done)
}
