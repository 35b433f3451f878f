//! `tournament standings`: places by a rule, their sums, and what if.

use std::path::PathBuf;

use clap::Args;

use super::read_published;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{TextStream, stdout_line};
use crate::tournament::audit::{PublishedTable, audit};
use crate::tournament::standings::{Results, TieBreaks, standings};
use crate::tournament::words::{explanation_text, standings_text};

/// Standings to print.
#[derive(Debug, Args)]
pub struct StandingsArgs {
    /// A published table, as `tournament audit` reads it
    pub table: PathBuf,

    /// The rule: fjk, taiwan-1988, usa-1989, kgs, macmahon, cumulative, or criteria with commas between them
    #[arg(long, value_name = "LIST", default_value = "fjk")]
    pub by: TieBreaks,

    /// Show the sums of a player, term by term
    #[arg(long, value_name = "NAME")]
    pub explain: Option<String>,

    /// Suppose that one had beaten the other
    #[arg(long, value_names = ["WINNER", "LOSER"], num_args = 2)]
    pub what_if: Option<Vec<String>>,
}

/// Prints them.
///
/// # Errors
/// A table that cannot be read, a list of wins alone, names that are not in it.
pub(super) fn run(args: &StandingsArgs) -> Result<Exit, Failure> {
    let table = audit(&read_published(&args.table)?).mended;
    let results = results(args, &table)?;
    let names: Vec<_> = table.rows.iter().map(|row| row.name.clone()).collect();
    let table_text = standings_text(&standings(&results, &args.by), &names);
    let Some(name) = &args.explain else {
        TextStream::Stdout.text(&table_text);
        return Ok(Exit::Done);
    };
    let player = table.player(name).map_err(usage)?;
    let standing = standings(&results, &args.by);
    let place = standing.row(player).map_or(0, |row| row.place);
    stdout_line(format_args!(
        "{}: place {place} by {}",
        names[player], args.by
    ));
    TextStream::Stdout.text(&explanation_text(&results, &args.by, player, &names));
    Ok(Exit::Done)
}

fn results(args: &StandingsArgs, table: &PublishedTable) -> Result<Results, Failure> {
    if let Some([winner, loser]) = args.what_if.as_deref() {
        return table.results_if(winner, loser).map_err(usage);
    }
    table.results().ok_or_else(|| {
        let path = args.table.display();
        usage(format!(
            "{path} lists wins and names no games: there is nothing to compute"
        ))
    })
}

fn usage(error: impl ToString) -> Failure {
    Failure::new(Exit::Usage, error)
}
