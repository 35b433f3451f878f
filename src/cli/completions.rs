//! `completions`: for a shell, from the same table as the parser.

use clap::CommandFactory;
use clap_complete::Shell;

use super::args::Cli;
use super::exit::{Exit, Failure};

/// Prints them.
///
/// # Errors
/// None today.
pub(super) fn run(shell: Shell) -> Result<Exit, Failure> {
    clap_complete::generate(
        shell,
        &mut Cli::command(),
        "sgmp-go",
        &mut std::io::stdout(),
    );
    Ok(Exit::Done)
}
