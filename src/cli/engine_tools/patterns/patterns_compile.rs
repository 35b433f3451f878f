//! `patterns compile`: texts into the file that the program carries.

use std::path::PathBuf;

use clap::Args;

use super::library_files;
use crate::cli::exit::Exit;
use crate::cli::output_names::{ForceArgs, OutputNames};
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::write_atomically;
use sgmp_match::console::stdout_line;

/// Texts, and the file for the compiled library.
#[derive(Debug, Args)]
pub struct CompileArgs {
    /// Text files, or folders of them
    #[arg(required = true)]
    pub files: Vec<PathBuf>,

    /// The compiled library
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// The name of the output
    #[command(flatten)]
    pub force: ForceArgs,
}

/// Compiles.
///
/// # Errors
/// Files that cannot be read or written or would be lost, and texts with errors.
pub(super) fn run(args: &CompileArgs) -> Result<Exit, Failure> {
    OutputNames::reading(&args.files).add_new("--out", &args.out, args.force)?;
    let library = library_files::library(&args.files)?;
    let bytes = library.to_bytes();
    let written = write_atomically(&args.out, &bytes);
    written.map_err(|error| Failure::new(Blame::Record, error))?;
    stdout_line(format_args!(
        "{}: {} patterns, {} moves, {} bytes",
        args.out.display(),
        library.patterns().len(),
        library.moves(),
        bytes.len()
    ));
    Ok(Exit::Done)
}
