//! `learn planes`: the positions of labelled games as the net sees them, for its trainer.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::num::NonZeroU16;
use std::path::PathBuf;

use clap::Args;

use super::fitting::threads;
use crate::cli::exit::Exit;
use crate::cli::output_names::{ForceArgs, OutputNames};
use sgmp_board::failure::{Blame, Failure};
use sgmp_laboratory::learning::labels::{read_labels, write_planes};
use sgmp_match::console::stdout_line;

/// Labelled games and the file of planes.
#[derive(Debug, Args)]
pub struct PlanesArgs {
    /// The file of labels
    #[arg(value_name = "LABELS.sgds")]
    pub labels: PathBuf,

    /// The file of planes: its form is in training/README.md
    #[arg(value_name = "OUT.planes")]
    pub out: PathBuf,

    /// Threads [default: one for each core]
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroU16>,

    /// The file of planes, if it is there already
    #[command(flatten)]
    pub force: ForceArgs,
}

/// Writes planes.
///
/// # Errors
/// A file that cannot be read or written, a game that cannot be played over.
pub(super) fn run(args: &PlanesArgs) -> Result<Exit, Failure> {
    let mut names = OutputNames::reading([&args.labels]);
    names.add_new("OUT.planes", &args.out, args.force)?;
    let name = args.labels.display();
    let failed =
        |error: &dyn std::fmt::Display| Failure::new(Blame::Record, format!("{name}: {error}"));
    let bytes = std::fs::read(&args.labels).map_err(|error| failed(&error))?;
    let games = read_labels(&bytes).map_err(|error| failed(&error))?;
    let out = args.out.display();
    let unwritten =
        |error: &dyn std::fmt::Display| Failure::new(Blame::Record, format!("{out}: {error}"));
    let file = File::create(&args.out).map_err(|error| unwritten(&error))?;
    let mut writer = BufWriter::with_capacity(1 << 20, file);
    write_planes(&games, threads(args.jobs), &mut writer).map_err(|error| failed(&error))?;
    writer.flush().map_err(|error| unwritten(&error))?;
    let positions: usize = games.iter().map(|game| game.moves.len()).sum();
    stdout_line(format_args!(
        "{positions} positions of {} games",
        games.len()
    ));
    Ok(Exit::Done)
}
