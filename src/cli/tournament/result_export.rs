//! `tournament export`: the results of an event as rating lists take them.

use std::path::PathBuf;

use clap::Args;

use crate::cli::exit::Exit;
use crate::cli::output_names::{ForceArgs, OutputNames};
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::write_atomically;
use sgmp_hall::hall::event_folder::EventFolder;
use sgmp_hall::tournament::lists::{ResultsForm, results_file};
use sgmp_match::console::stdout_line;

/// Results to write.
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// The event's file
    #[arg(value_name = "EVENT.toml")]
    pub event: PathBuf,

    /// The file to write: .h9 for the rating list of the EGF, .tou for that of the FFG
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    #[command(flatten)]
    pub force: ForceArgs,
}

/// Writes the file.
///
/// # Errors
/// A name that ends otherwise, a file of that name that is there, games without a result, players without a rank, a file that cannot be written.
pub(super) fn run(args: &ExportArgs) -> Result<Exit, Failure> {
    let usage = |what: String| Failure::new(Blame::Usage, what);
    let end = args.file.extension().and_then(|end| end.to_str());
    let form = match end.map(str::to_ascii_lowercase).as_deref() {
        Some("h9") => ResultsForm::H9,
        Some("tou") => ResultsForm::Tou,
        _ => {
            let what = format!(
                "{}: the name says which form it is: .h9 (EGF) or .tou (FFG)",
                args.file.display()
            );
            return Err(usage(what));
        }
    };
    OutputNames::reading([&args.event]).add_new("the results", &args.file, args.force)?;
    let state = EventFolder::new(&args.event).begun()?;
    let text = results_file(&state, form).map_err(|error| usage(error.to_string()))?;
    write_atomically(&args.file, text.as_bytes())
        .map_err(|error| Failure::new(Blame::Record, error))?;
    stdout_line(format_args!(
        "Written: {}, {} players, {} rounds",
        args.file.display(),
        state.plan.players.len(),
        state.rounds.len()
    ));
    Ok(Exit::Done)
}
