//! `patterns at`: what matches in a position of a record.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use crate::cli::exit::{Exit, Failure};
use crate::cli::say::say;
use crate::knowledge::patterns::{ByLiberties, Library, PatternMatch};
use crate::record::{read_bytes, read_sgf, replay};
use crate::rules::{Color, Diagram, Move};

/// Where.
#[derive(Debug, Args)]
pub struct AtArgs {
    /// The record
    pub file: PathBuf,

    /// Look at the position after so many moves [default: after the last]
    #[arg(long = "move", value_name = "N")]
    pub moves: Option<usize>,

    /// The side to suggest moves to: black or white [default: whose turn it is]
    #[arg(long, value_parser = parse_color)]
    pub color: Option<Color>,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

fn parse_color(text: &str) -> Result<Color, String> {
    let meant = Color::BOTH
        .into_iter()
        .find(|c| c.to_string().eq_ignore_ascii_case(text));
    meant.ok_or_else(|| "write black or white".to_owned())
}

/// Prints the board and the moves, the most urgent first.
///
/// # Errors
/// A file that cannot be read, or that holds no record or an impossible game.
pub(super) fn run(args: &AtArgs) -> Result<Exit, Failure> {
    let named =
        |error: String| Failure::new(Exit::Record, format!("{}: {error}", args.file.display()));
    let bytes =
        read_bytes(&args.file).map_err(|error| Failure::new(Exit::Record, error.to_string()))?;
    let record = read_sgf(&bytes).map_err(|error| named(error.to_string()))?;
    let game = replay(&record, args.moves.unwrap_or(usize::MAX))
        .map_err(|error| named(error.to_string()))?;
    let color = args.color.unwrap_or(game.to_move());
    let board = game.board();
    let mut matches = Library::matches(board, color, &ByLiberties(board));
    matches.sort_by_key(|m| (std::cmp::Reverse(m.pattern.urgency), m.point));
    if args.json {
        let matches: Vec<Value> = matches.iter().map(object).collect();
        say(json!({
            "move": game.move_count(),
            "color": color.to_string(),
            "matches": matches,
        }));
        return Ok(Exit::Done);
    }
    say(Diagram::new(board).last_move(game.last_move()));
    say(format_args!(
        "{color} to move, {} patterns match:",
        matches.len()
    ));
    for found in &matches {
        let pattern = found.pattern;
        say(format_args!(
            "{:4} {:6} {:9} {}: {}",
            found.point, pattern.urgency, pattern.kind, pattern.name, pattern.sentence
        ));
    }
    Ok(Exit::Done)
}

fn object(found: &PatternMatch<'_>) -> Value {
    let pattern = found.pattern;
    let lines: Vec<Vec<String>> = found
        .lines()
        .iter()
        .map(|line| line.iter().map(Move::to_string).collect())
        .collect();
    json!({
        "point": found.point.to_string(),
        "pattern": pattern.name,
        "kind": pattern.kind.word(),
        "urgency": pattern.urgency.word(),
        "sentence": pattern.sentence,
        "lines": lines,
    })
}
