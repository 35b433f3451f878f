//! `result`: the judge's or the operators' word into a record that says `?`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::exit::{Exit, Failure};
use crate::cli::output::stdout_line;
use crate::record::{GameResult, read_bytes, replace_result, write_atomically};

/// A result decided by people.
#[derive(Debug, Args)]
pub struct ResultArgs {
    /// The record
    pub file: PathBuf,

    /// The result: W+R, B+T, W+3.5, 0, Void
    #[arg(long, value_name = "RESULT")]
    pub result: GameResult,
}

/// Writes the result; everything else in the file stays byte for byte.
///
/// # Errors
/// A file that cannot be read or written, or a record that has a result already.
pub(crate) fn run(args: &ResultArgs) -> Result<Exit, Failure> {
    let failure = |error: String| Failure::new(Exit::Record, error);
    let named = |error: String| failure(format!("{}: {error}", args.file.display()));
    let bytes = read_bytes(&args.file).map_err(|error| failure(error.to_string()))?;
    let with_result =
        replace_result(&bytes, args.result).map_err(|error| named(error.to_string()))?;
    write_atomically(&args.file, &with_result).map_err(|error| failure(error.to_string()))?;
    stdout_line(format_args!("{}: {}", args.file.display(), args.result));
    Ok(Exit::Done)
}
