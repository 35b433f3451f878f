//! `tournament audit`: a published table recomputed.

use std::path::PathBuf;

use clap::Args;

use crate::cli::exit::Exit;
use sgmp_board::failure::{Blame, Failure};
use sgmp_hall::hall::text_files::{read_published, read_text};
use sgmp_hall::tournament::audit::{audit, check_games, read_games};
use sgmp_match::console::stdout_line;

/// A table to recompute.
#[derive(Debug, Args)]
pub struct AuditArgs {
    /// The table: commas between the cells, headings in the first line; columns r1, r2, ... with +14 for a win
    /// over place 14, a cross table with x on the diagonal (1C after a crash, 0F for a forfeit), or `wins`
    pub table: PathBuf,

    /// Games that are known besides a list of wins: columns `winner` and `loser`
    #[arg(long, value_name = "FILE")]
    pub games: Option<PathBuf>,
}

/// Prints every inconsistency, and which rule the order follows.
///
/// # Errors
/// Files that cannot be read.
pub(super) fn run(args: &AuditArgs) -> Result<Exit, Failure> {
    let table = read_published(&args.table)?;
    let audited = audit(&table);
    let mut findings = audited.findings;
    let mut remarks = audited.remarks;
    if let Some(path) = &args.games {
        let failure =
            |error: String| Failure::new(Blame::Record, format!("{}: {error}", path.display()));
        let games = read_games(&read_text(path)?).map_err(|error| failure(error.to_string()))?;
        let (more, accounted) =
            check_games(&table, &games).map_err(|error| failure(error.to_string()))?;
        findings.extend(more);
        if !accounted.is_empty() {
            remarks.push(format!(
                "the known games are all the losses of {}",
                accounted.join(", ")
            ));
        }
    }
    findings.iter().for_each(stdout_line);
    for remark in remarks {
        stdout_line(format_args!("note: {remark}"));
    }
    let players = table.rows.len();
    stdout_line(format_args!(
        "{players} players: {} inconsistencies",
        findings.len()
    ));
    Ok(if findings.is_empty() {
        Exit::Done
    } else {
        Exit::Check
    })
}
