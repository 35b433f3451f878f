//! `patterns at`: what matches in a position of a record.

use clap::Args;
use serde_json::{Value, json};

use crate::cli::exit::Exit;
use crate::cli::records::load_record::RecordArgs;
use sgmp_board::failure::Failure;
use sgmp_board::picture::Picture;
use sgmp_board::rules::{Color, Move};
use sgmp_knowledge::patterns::{LibertyOracle, Library, PatternMatch};
use sgmp_match::console::stdout_line;

/// A position, and the library to look in.
#[derive(Debug, Args)]
pub struct AtArgs {
    /// The record
    #[command(flatten)]
    pub record: RecordArgs,

    /// Look at the position after so many moves [default: after the last]
    #[arg(long = "move", value_name = "N")]
    pub moves: Option<usize>,

    /// The side to suggest moves to: black or white [default: whose turn it is]
    #[arg(long)]
    pub color: Option<Color>,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Prints the board and the moves, the most urgent first.
///
/// # Errors
/// A file that cannot be read, or that holds no record or an impossible game.
pub(super) fn run(args: &AtArgs) -> Result<Exit, Failure> {
    let record = args.record.read()?;
    let game = args.record.play_over(&record, args.moves)?;
    let color = args.color.unwrap_or(game.to_move());
    let board = game.board();
    let mut matches = Library::matches(board, color, &LibertyOracle(board));
    matches.sort_by_key(|m| (std::cmp::Reverse(m.pattern.urgency), m.point));
    if args.json {
        let matches: Vec<Value> = matches.iter().map(object).collect();
        stdout_line(json!({
            "move": game.move_count(),
            "color": color.to_string(),
            "matches": matches,
        }));
        return Ok(Exit::Done);
    }
    stdout_line(Picture::new(board).last_move(game.last_move()));
    stdout_line(format_args!(
        "{color} to move, {} patterns match:",
        matches.len()
    ));
    for found in &matches {
        let pattern = found.pattern;
        stdout_line(format_args!(
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
