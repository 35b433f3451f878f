//! `patterns stats`: what the library holds.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Map, Value, json};

use super::library_files;
use crate::cli::exit::Exit;
use sgmp_board::failure::Failure;
use sgmp_knowledge::patterns::{Kind, Library, Pattern, Urgency};
use sgmp_match::console::stdout_line;

/// Of what.
#[derive(Debug, Args)]
pub struct StatsArgs {
    /// Text files, or folders of them [default: the library that the program carries]
    pub files: Vec<PathBuf>,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Number of patterns and moves.
struct Tally {
    patterns: usize,
    moves: usize,
}

impl Tally {
    fn new(library: &Library, is_meant: impl Fn(&Pattern) -> bool) -> Self {
        let meant = || {
            library
                .patterns()
                .iter()
                .filter(|pattern| is_meant(pattern))
        };
        Self {
            patterns: meant().count(),
            moves: meant().map(|pattern| pattern.tree.steps().len()).sum(),
        }
    }
}

/// Prints the figures.
///
/// # Errors
/// Files that cannot be read, and texts with errors.
pub(super) fn run(args: &StatsArgs) -> Result<Exit, Failure> {
    let library = library_files::library(&args.files)?;
    let bytes = library.to_bytes().len();
    let facts: usize = library.patterns().iter().map(|p| p.conditions.len()).sum();
    let kinds = Kind::ALL.iter();
    let kinds = kinds.map(|kind| (kind.word(), Tally::new(&library, |p| p.kind == *kind)));
    let urgencies = Urgency::ALL.iter();
    let urgencies = urgencies.map(|u| (u.word(), Tally::new(&library, |p| p.urgency == *u)));
    let all = Tally::new(&library, |_| true);
    if args.json {
        stdout_line(json!({
            "patterns": all.patterns,
            "moves": all.moves,
            "facts": facts,
            "bytes": bytes,
            "kinds": object(kinds),
            "urgencies": object(urgencies),
        }));
        return Ok(Exit::Done);
    }
    stdout_line(format_args!(
        "{} patterns, {} moves in their trees, {facts} facts; compiled: {bytes} bytes",
        all.patterns, all.moves
    ));
    for (name, tally) in kinds.chain(urgencies) {
        stdout_line(format_args!(
            "  {name:9} {:4} patterns, {:5} moves",
            tally.patterns, tally.moves
        ));
    }
    Ok(Exit::Done)
}

fn object(rows: impl Iterator<Item = (&'static str, Tally)>) -> Value {
    let rows = rows.map(|(name, tally)| {
        let tally = json!({ "patterns": tally.patterns, "moves": tally.moves });
        (name.to_owned(), tally)
    });
    Value::Object(rows.collect::<Map<_, _>>())
}
