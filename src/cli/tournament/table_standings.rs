//! `tournament standings`: places by a rule, their sums, and what if.

use std::path::PathBuf;

use clap::Args;

use crate::cli::exit::Exit;
use sgmp_board::failure::{Blame, Failure};
use sgmp_hall::hall::event_folder::EventFolder;
use sgmp_hall::hall::text_files::read_published;
use sgmp_hall::tournament::audit::audit;
use sgmp_hall::tournament::standings::{CountedGame, Results, TieBreaks, standings};
use sgmp_hall::tournament::words::{explanation_text, standings_text};
use sgmp_match::console::{TextStream, stdout_line};

/// Standings to print.
#[derive(Debug, Args)]
pub struct StandingsArgs {
    /// An event's file, or a published table, as `tournament audit` reads it
    #[arg(value_name = "EVENT.toml|TABLE.csv")]
    pub table: PathBuf,

    /// The rule: fjk, taiwan-1988, usa-1989, kgs, macmahon, cumulative, or criteria with commas between them
    /// [default: the event's own; fjk for a table]
    #[arg(long, value_name = "LIST")]
    pub by: Option<TieBreaks>,

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
/// A table that cannot be read, a list of wins alone, names that are not in it, an event that has not begun.
pub(super) fn run(args: &StandingsArgs) -> Result<Exit, Failure> {
    let field = if args.table.extension().is_some_and(|end| end == "toml") {
        of_event(args)?
    } else {
        of_table(args)?
    };
    let standing = standings(&field.results, &field.rule);
    let Some(name) = &args.explain else {
        TextStream::Stdout.text(&standings_text(&standing, &field.names));
        return Ok(Exit::Done);
    };
    let player = field.player(name)?;
    let row = standing.row(player);
    let place = row.filter(|row| row.place.is_some());
    let place = place.map_or_else(
        || "no place".to_owned(),
        |row| format!("place {}", standing.place_text(row)),
    );
    stdout_line(format_args!(
        "{}: {place} by {}",
        field.names[player], field.rule
    ));
    let text = explanation_text(&field.results, &field.rule, player, &field.names);
    TextStream::Stdout.text(&text);
    Ok(Exit::Done)
}

struct NamedResults {
    names: Vec<String>,
    results: Results,
    rule: TieBreaks,
}

impl NamedResults {
    fn player(&self, name: &str) -> Result<usize, Failure> {
        let mut names = self.names.iter();
        let found = names.position(|known| known.eq_ignore_ascii_case(name.trim()));
        found.ok_or_else(|| usage(format!("nobody is called {name:?}")))
    }

    /// Turns the first game of two players.
    fn suppose(&mut self, winner: &str, loser: &str) -> Result<(), Failure> {
        let (won, lost) = (self.player(winner)?, self.player(loser)?);
        let mut games = self.results.games.iter_mut();
        let game = games.find(|game| game.is_between(won, lost));
        let game = game.ok_or_else(|| usage(format!("{winner} and {loser} have not met")))?;
        *game = CountedGame {
            handicap: game.handicap,
            ..CountedGame::won(game.round, won, lost)
        };
        Ok(())
    }
}

fn of_event(args: &StandingsArgs) -> Result<NamedResults, Failure> {
    let state = EventFolder::new(&args.table).begun()?;
    let mut named = NamedResults {
        names: state.plan.names(),
        results: state.results(),
        rule: args.by.clone().unwrap_or_else(|| state.rule()),
    };
    if let Some([winner, loser]) = args.what_if.as_deref() {
        named.suppose(winner, loser)?;
    }
    Ok(named)
}

fn of_table(args: &StandingsArgs) -> Result<NamedResults, Failure> {
    let table = audit(&read_published(&args.table)?).mended;
    let results = match args.what_if.as_deref() {
        Some([winner, loser]) => table.results_if(winner, loser).map_err(usage)?,
        _ => table.results().ok_or_else(|| {
            let path = args.table.display();
            usage(format!(
                "{path} lists wins and names no games: there is nothing to compute"
            ))
        })?,
    };
    Ok(NamedResults {
        names: table.rows.iter().map(|row| row.name.clone()).collect(),
        results,
        rule: args.by.clone().unwrap_or_else(TieBreaks::fjk),
    })
}

fn usage(error: impl ToString) -> Failure {
    Failure::new(Blame::Usage, error)
}
