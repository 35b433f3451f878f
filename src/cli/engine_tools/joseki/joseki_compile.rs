//! `joseki compile`: texts into the file that the program carries.

use std::path::PathBuf;

use clap::Args;

use super::book_files;
use crate::cli::exit::Exit;
use crate::cli::output_names::{ForceArgs, OutputNames};
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::write_atomically;
use sgmp_match::console::stdout_line;

/// Texts, and the file for the compiled book.
#[derive(Debug, Args)]
pub struct CompileArgs {
    /// Text files, or folders of them
    #[arg(required = true)]
    pub files: Vec<PathBuf>,

    /// The compiled book
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
    let (book, _) = book_files::book(&args.files)?;
    let bytes = book.to_bytes();
    let written = write_atomically(&args.out, &bytes);
    written.map_err(|error| Failure::new(Blame::Record, error))?;
    let moves: usize = book.graphs().map(|graph| graph.moves()).sum();
    let out = args.out.display();
    stdout_line(format_args!("{out}: {moves} moves, {} bytes", bytes.len()));
    Ok(Exit::Done)
}
