//! `tournament submit`: the records of an event for the secretariat.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::exit::Exit;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::{read_bytes, write_atomically};
use sgmp_hall::tournament::submission::{check_records, zip};
use sgmp_match::console::{TextStream, stdout_line};

/// Most records of an event.
const MAX_RECORDS: usize = 20_000;

/// Records to hand in.
#[derive(Debug, Args)]
pub struct SubmitArgs {
    /// The folder of records
    #[arg(value_name = "DIR")]
    pub records: PathBuf,

    /// The archive to write [default: the folder's name with .zip]
    #[arg(long, value_name = "FILE")]
    pub zip: Option<PathBuf>,
}

/// Checks every record and packs them with an index.
///
/// # Errors
/// A folder without records, files that cannot be read or written.
pub(super) fn run(args: &SubmitArgs) -> Result<Exit, Failure> {
    let files = read_records(&args.records)?;
    let checked = check_records(&files);
    let index = checked.index();
    TextStream::Stdout.text(&index);
    let mut packed = files;
    packed.push(("INDEX.txt".to_owned(), index.into_bytes()));
    let archive = args
        .zip
        .clone()
        .unwrap_or_else(|| args.records.with_extension("zip"));
    let bytes = zip(&packed).map_err(|error| Failure::new(Blame::Record, error))?;
    write_atomically(&archive, &bytes).map_err(|error| Failure::new(Blame::Record, error))?;
    let faulty = checked.faulty();
    stdout_line(format_args!(
        "{}: {faulty} records have faults",
        archive.display()
    ));
    Ok(if faulty == 0 { Exit::Done } else { Exit::Check })
}

/// All records of a folder, by name.
fn read_records(folder: &Path) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let failure =
        |error: String| Failure::new(Blame::Record, format!("{}: {error}", folder.display()));
    let entries = std::fs::read_dir(folder).map_err(|error| failure(error.to_string()))?;
    let is_record = |path: &PathBuf| {
        path.extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("sgf"))
    };
    let mut paths: Vec<_> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(is_record)
        .collect();
    paths.sort();
    if paths.is_empty() {
        return Err(failure("no records (*.sgf)".to_owned()));
    }
    if paths.len() > MAX_RECORDS {
        return Err(failure(format!("more than {MAX_RECORDS} records")));
    }
    let files = paths.iter().map(|path| {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let bytes = read_bytes(path).map_err(|error| Failure::new(Blame::Record, error))?;
        Ok((name, bytes))
    });
    files.collect()
}
