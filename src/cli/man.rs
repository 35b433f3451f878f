//! `man`: the manual pages, from the same table as the parser.

use std::path::{Path, PathBuf};

use clap::{Args, CommandFactory};

use super::args::Cli;
use super::exit::Exit;
use sgmp_board::failure::{Blame, Failure};
use sgmp_match::console::TextStream;

/// Which pages, and where to.
#[derive(Debug, Args)]
pub struct ManArgs {
    /// The command whose page is printed, such as `play` or `tournament run` [default: the program's own page]
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
    /// Write the pages of the program and of each command into this folder, which has to exist
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    out: Option<PathBuf>,
}

/// Prints the program's page, or writes all of them.
///
/// # Errors
/// A folder that cannot be written.
pub(super) fn run(args: &ManArgs) -> Result<Exit, Failure> {
    match &args.out {
        Some(folder) => write_all(folder)?,
        None => clap_mangen::Man::new(named(&args.command)?)
            .render(&mut TextStream::Stdout.writer())
            .map_err(|error| Failure::new(Blame::Record, error))?,
    }
    Ok(Exit::Done)
}

/// The command with this name, and below it.
fn named(words: &[String]) -> Result<clap::Command, Failure> {
    let mut root = Cli::command().disable_help_subcommand(true);
    root.build();
    words.iter().try_fold(root, |command, word| {
        let found = command.find_subcommand(word).cloned();
        found.ok_or_else(|| {
            let what = format!(
                "{} has no command {word}; `sgmp-go --help` lists them",
                command.get_name()
            );
            Failure::new(Blame::Usage, what)
        })
    })
}

fn write_all(folder: &Path) -> Result<(), Failure> {
    clap_mangen::generate_to(Cli::command(), folder).map_err(|error| {
        let what = format!("{}: {error}", folder.display());
        Failure::new(Blame::Record, what)
    })
}
