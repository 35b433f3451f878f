//! The command.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::listing::show;
use super::session_check::drive;
use super::trace_input::{ReplayError, read};
use super::trace_judge::{Judged, judge};
use crate::cli::values::board_args::LegacyArgs;
use crate::cli::values::board_args::parse_size;
use crate::cli::values::choices::ColorArg;
use crate::record::{Format, GameRecord, GameResult, RecordedMove, create_new};
use crate::rules::{BoardSize, Color, Rules};

/// Reads a captured hex trace: frames, game, and every violation of the dialect
#[derive(Clone, Debug, clap::Args)]
pub struct ReplayArgs {
    /// The trace, "Send --> 01:a1:a0:80" line by line, or - for standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Put our own session in a side's place: it must send what the trace says was sent
    #[arg(long)]
    pub check: bool,
    /// With --check: what the other side sends after the end of the game fails it, too
    #[arg(long, requires = "check")]
    pub strict: bool,
    /// Write the game as a record; a file that is there is left alone
    #[arg(long, value_name = "OUT")]
    pub sgf: Option<PathBuf>,
    /// Lines of the board
    #[arg(long, value_name = "N", default_value = "19", value_parser = parse_size)]
    pub size: BoardSize,
    /// Rules of Go: japanese or chinese
    #[arg(long, default_value = "japanese")]
    pub rules: Rules,
    /// The points' numbers
    #[command(flatten)]
    pub legacy: LegacyArgs,
    /// The side that "Send" means, and that --check takes; otherwise the frames tell
    #[arg(long, value_enum)]
    pub color: Option<ColorArg>,
}

/// Result of a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Finding {
    /// The trace keeps to the dialect but for remarks, and `--check` found what our session sends.
    Clean,
    /// It does not; the listing says where.
    Violations,
}

/// Replays a trace and prints what is in it.
///
/// # Errors
/// A file that cannot be read or is no trace; a listing or a record that cannot be written.
pub fn run(args: &ReplayArgs, out: &mut dyn Write) -> Result<Finding, ReplayError> {
    let grid = args.legacy.grid(args.size)?;
    let trace = read(&args.file)?;
    let mut judged = judge(&trace, (grid, args.rules), args.color.map(Color::from));
    if args.check && !args.strict {
        judged.set_excess_aside();
    }
    show(&judged, out)?;
    let is_alike = !args.check || check(&judged, args.rules, out)?;
    if let Some(path) = &args.sgf {
        write_record(&judged, path)?;
    }
    Ok(if judged.faults.is_empty() && is_alike {
        Finding::Clean
    } else {
        Finding::Violations
    })
}

/// Checks the side that wrote the trace; both, where somebody between them did.
fn check(judged: &Judged, rules: Rules, out: &mut dyn Write) -> Result<bool, ReplayError> {
    let mut is_alike = true;
    for color in Color::BOTH {
        if judged.ours.is_some_and(|ours| ours != color) {
            continue;
        }
        match drive(&judged.rows, color, (judged.grid, rules)) {
            Ok(frames) => writeln!(
                out,
                "check as {color}: frames sent alike: {frames}, no other"
            )?,
            Err(mismatch) => {
                is_alike = false;
                writeln!(out, "check as {color}: {mismatch}")?;
            }
        }
    }
    Ok(is_alike)
}

/// The moves as a record; who played is not on the wire, nor to what result but for a cycle.
fn write_record(judged: &Judged, path: &Path) -> Result<(), ReplayError> {
    let game = &judged.game;
    let mut record = GameRecord::new(game.size());
    if judged.no_result.is_some() {
        record.info.result = GameResult::Void;
    }
    for (color, mv) in game.moves() {
        // The game's own board had room for each of them.
        let _on_board = record.push(RecordedMove::new(*color, *mv));
    }
    create_new(path, record.to_sgf(Format::Fjk).as_bytes())?;
    Ok(())
}
