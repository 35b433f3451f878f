//! `tournament`: whole events, and published tables.

mod table_audit;
mod table_standings;

use std::path::Path;

use clap::{Args, Subcommand};

use crate::cli::exit::{Exit, Failure};
use crate::record::read_bytes;
use crate::tournament::audit::{PublishedTable, read_table};

/// A task with an event.
#[derive(Debug, Args)]
pub struct TournamentArgs {
    /// The task
    #[command(subcommand)]
    pub task: TournamentTask,
}

/// The tasks.
#[derive(Debug, Subcommand)]
pub enum TournamentTask {
    /// Recompute a published table: mirrored results, sums, the rule that its order follows
    Audit(table_audit::AuditArgs),
    /// Print standings, why somebody stands where it stands, and what if a game had gone otherwise
    Standings(table_standings::StandingsArgs),
}

/// Does it.
///
/// # Errors
/// [`Failure`]: one line for the operator and the exit code.
pub(crate) fn run(args: &TournamentArgs) -> Result<Exit, Failure> {
    match &args.task {
        TournamentTask::Audit(args) => table_audit::run(args),
        TournamentTask::Standings(args) => table_standings::run(args),
    }
}

/// A text file.
fn read_text(path: &Path) -> Result<String, Failure> {
    let bytes = read_bytes(path).map_err(|error| Failure::new(Exit::Record, error))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A published table.
fn read_published(path: &Path) -> Result<PublishedTable, Failure> {
    let text = read_text(path)?;
    let table = read_table(&text);
    table.map_err(|error| Failure::new(Exit::Record, format!("{}: {error}", path.display())))
}
