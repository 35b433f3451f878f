//! `completions`: for a shell, from the same table as the parser.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use super::args::Cli;
use super::exit::{Exit, Failure};

/// Prints them.
///
/// # Errors
/// Standard output closed.
pub(super) fn run(shell: Shell) -> Result<Exit, Failure> {
    // Into memory first: the generator panics where its reader goes away.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "sgmp-go", &mut script);
    std::io::stdout()
        .write_all(&script)
        .map_err(|error| Failure::new(Exit::Record, error))?;
    Ok(Exit::Done)
}
