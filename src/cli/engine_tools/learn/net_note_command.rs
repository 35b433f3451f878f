//! `learn net-note`: a net's file, with a note that says where it comes from.

use std::path::PathBuf;

use clap::Args;

use super::fitting::of_file;
use crate::cli::exit::Exit;
use crate::cli::output_names::{ForceArgs, OutputNames};
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::{read_bytes, write_atomically};
use sgmp_engine::net::NetFile;

/// A net and its note.
#[derive(Debug, Args)]
pub struct NetNoteArgs {
    /// The file of a net
    pub net: PathBuf,

    /// The file that is written: the same net in version 2 of its form
    pub out: PathBuf,

    /// The net's origin: who trained it, and who taught it
    #[arg(long, value_name = "TEXT")]
    pub note: String,

    /// The name of the output
    #[command(flatten)]
    pub force: ForceArgs,
}

/// Writes the net with its note.
///
/// # Errors
/// A file that is no net, or cannot be written.
pub(super) fn run(args: &NetNoteArgs) -> Result<Exit, Failure> {
    let mut names = OutputNames::reading([&args.net]);
    names.add_new("the net", &args.out, args.force)?;
    let bytes = read_bytes(&args.net).map_err(of_file)?;
    let mut file = NetFile::read(&bytes)
        .map_err(|error| Failure::new(Blame::Record, format!("{}: {error}", args.net.display())))?;
    file.note.clone_from(&args.note);
    write_atomically(&args.out, &file.to_bytes()).map_err(of_file)?;
    Ok(Exit::Done)
}
