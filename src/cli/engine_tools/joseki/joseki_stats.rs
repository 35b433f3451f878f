//! `joseki stats`: what the book holds and what it takes.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::book_files;
use crate::cli::exit::Exit;
use sgmp_board::failure::{Blame, Failure};
use sgmp_knowledge::joseki::{Book, BookStats, Graph, Mark, Symmetries};
use sgmp_match::console::stdout_line;
use sgmp_match::port::MonotonicClock;

/// Of what.
#[derive(Debug, Args)]
pub struct StatsArgs {
    /// Text files, or folders of them [default: the book that the program carries]
    pub files: Vec<PathBuf>,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Prints the figures.
///
/// # Errors
/// Files that cannot be read, and texts with errors.
pub(super) fn run(args: &StatsArgs) -> Result<Exit, Failure> {
    let (book, report) = book_files::book(&args.files)?;
    let bytes = book.to_bytes();
    let clock = MonotonicClock::start();
    let loaded = Book::from_bytes(&bytes).map_err(|error| Failure::new(Blame::Check, error))?;
    let load = clock.now().since(sgmp_proto::Instant::default());
    let parts: Vec<_> = loaded
        .graphs()
        .map(|g| (label(g), BookStats::new(g)))
        .collect();
    let seconds = load.as_secs_f64();
    if args.json {
        let parts: Vec<Value> = parts
            .iter()
            .map(|(name, stats)| object(name, stats))
            .collect();
        stdout_line(json!({
            "parts": parts,
            "file_bytes": bytes.len(),
            "load_seconds": seconds,
            "text_lines": report.as_ref().map(|report| report.lines),
            "text_moves": report.as_ref().map(|report| report.written),
        }));
        return Ok(Exit::Done);
    }
    for (name, stats) in parts.iter().filter(|(_, stats)| stats.moves > 0) {
        print(name, stats);
    }
    if let Some(report) = report {
        let (lines, written) = (report.lines, report.written);
        stdout_line(format_args!(
            "texts: {lines} lines, {written} moves in them"
        ));
    }
    stdout_line(format_args!(
        "compiled: {} bytes, unpacked in {:.1} ms",
        bytes.len(),
        1000.0 * seconds
    ));
    Ok(Exit::Done)
}

fn label(graph: &Graph) -> String {
    let lines = graph.size().lines();
    match graph.symmetries() {
        Symmetries::Corner => "corners".to_owned(),
        Symmetries::Board => format!("{lines}x{lines}"),
    }
}

fn print(name: &str, stats: &BookStats) {
    let BookStats {
        moves,
        positions,
        shared,
        ..
    } = stats;
    stdout_line(format_args!(
        "{name}: {moves} moves, {positions} positions, {shared} of them reached by several moves"
    ));
    stdout_line(format_args!(
        "  variations: {}, written out {} moves, the longest {}",
        stats.variations, stats.written_out, stats.depth
    ));
    let marks = Mark::ALL.iter().zip(stats.marks);
    let marks: Vec<String> = marks.map(|(mark, n)| format!("{mark} {n}")).collect();
    stdout_line(format_args!(
        "  marks: {}; elsewhere {}, grown {}",
        marks.join(", "),
        stats.passes,
        stats.grown
    ));
    stdout_line(format_args!(
        "  code: {} bytes, {:.2} bytes a move; {} names and {} comments: {} bytes",
        stats.bytes,
        stats.bytes_a_move(),
        stats.names,
        stats.comments,
        stats.text_bytes
    ));
}

fn object(name: &str, stats: &BookStats) -> Value {
    let marks = Mark::ALL.iter().zip(stats.marks);
    let marks: serde_json::Map<String, Value> = marks
        .map(|(mark, count)| (mark.to_string(), json!(count)))
        .collect();
    json!({
        "part": name,
        "moves": stats.moves,
        "positions": stats.positions,
        "shared": stats.shared,
        "variations": stats.variations,
        "written_out": stats.written_out,
        "depth": stats.depth,
        "marks": marks,
        "elsewhere": stats.passes,
        "grown": stats.grown,
        "names": stats.names,
        "comments": stats.comments,
        "text_bytes": stats.text_bytes,
        "code_bytes": stats.bytes,
        "bytes_a_move": stats.bytes_a_move(),
    })
}
