//! `completions`: for a shell, from the same table as the parser.

use clap::CommandFactory;
use clap_complete::Shell;

use super::args::Cli;
use super::exit::Exit;
use sgmp_board::failure::Failure;
use sgmp_match::console::TextStream;

/// Prints them.
///
/// # Errors
/// None: output that cannot be written is told at the end.
pub(super) fn run(shell: Shell) -> Result<Exit, Failure> {
    // Into memory first: the generator panics where its reader goes away.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "sgmp-go", &mut script);
    TextStream::Stdout.text(&String::from_utf8_lossy(&script));
    Ok(Exit::Done)
}
