//! `evolve tables`: the tables and figures of docs/evolution.md, from the data of its runs.

use std::path::PathBuf;

use clap::Args;

use crate::cli::exit::Exit;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::{make_folder, write_atomically};
use sgmp_laboratory::evolution::PublishedRuns;
use sgmp_match::console::TextStream;

/// Data to print the tables of.
#[derive(Debug, Args)]
pub struct TablesArgs {
    /// The folder of the data: nets.csv, pairs.csv, and the generations of each run
    #[arg(default_value = "data/evolution", value_name = "DIR")]
    pub data: PathBuf,

    /// Draw the figures into this folder, those of an earlier time are replaced
    #[arg(long, value_name = "DIR")]
    pub figures: Option<PathBuf>,
}

/// Prints the tables, and draws the figures where that is asked for.
pub(super) fn run(args: &TablesArgs) -> Result<Exit, Failure> {
    let record = |error: &dyn std::error::Error| Failure::new(Blame::Record, error.to_string());
    let data = PublishedRuns::read(&args.data).map_err(|error| record(&error))?;
    if let Some(folder) = &args.figures {
        make_folder(folder).map_err(|error| {
            let what = format!("cannot make {}: {error}", folder.display());
            Failure::new(Blame::Record, what)
        })?;
        for (name, svg) in data.figures().map_err(|error| record(&error))? {
            let written = write_atomically(&folder.join(name), svg.as_bytes());
            written.map_err(|error| record(&error))?;
        }
    }
    let tables = data.tables();
    let text: Vec<String> = tables.iter().map(ToString::to_string).collect();
    TextStream::Stdout.text(&text.join("\n"));
    Ok(Exit::Done)
}
