//! The command.

use std::io::Write;
use std::path::PathBuf;

use super::replay_record::RecordFactsArgs;
use crate::cli::values::board_args::LegacyArgs;
use crate::cli::values::board_args::parse_size;
use crate::cli::values::choices::ColorArg;
use sgmp_board::rules::{BoardSize, Color, Komi, RuleSet};
use sgmp_match::match_files::numbered;
use sgmp_match::trace_check::listing::show;
use sgmp_match::trace_check::replay_terms::{GivenTerms, ReplayTerms};
use sgmp_match::trace_check::session_check::drive;
use sgmp_match::trace_check::trace_input::{ReplayError, read};
use sgmp_match::trace_check::trace_judge::{Judged, judge};

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
    /// Lines of the board, 2 to 19 [default: what the trace says, else 19]
    #[arg(long, value_name = "N", value_parser = parse_size)]
    pub size: Option<BoardSize>,
    /// Rules of Go: japanese, chinese, tromp-taylor (dead stones are not taken off), or another name that is nearest to one [default: what the trace says, else japanese]
    #[arg(long)]
    pub rules: Option<RuleSet>,
    /// Komi, for the record and its count [default: what the trace says]
    #[arg(long, allow_hyphen_values = true, requires = "sgf")]
    pub komi: Option<Komi>,
    /// The points' numbers
    #[command(flatten)]
    pub legacy: LegacyArgs,
    /// The side that "Send" means, and that --check takes; otherwise the trace or its frames tell
    #[arg(long, value_enum)]
    pub color: Option<ColorArg>,
    /// What else the record says
    #[command(flatten)]
    pub facts: RecordFactsArgs,
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
    let given = GivenTerms {
        size: args.size,
        rules: args.rules,
        komi: args.komi,
        legacy_9x9: args.legacy.legacy_9x9,
    };
    let trace = read(&args.file)?;
    let mut skipped = trace.skipped;
    let games = trace.into_games();
    let is_series = games.len() > 1;
    if is_series && args.facts.result.is_some() {
        return Err(ReplayError::SeveralGames(games.len()));
    }
    let mut finding = Finding::Clean;
    for (number, game) in (1..).zip(games) {
        if is_series {
            writeln!(out, "game {number}")?;
        }
        let terms = ReplayTerms::new(given, &game)?;
        write!(out, "{terms}")?;
        let mut judged = judge(game, &terms, args.color.map(Color::from));
        if !terms.is_fjk() {
            judged.set_all_aside();
        } else if args.check && !args.strict {
            judged.set_excess_aside();
        }
        show(&judged, std::mem::take(&mut skipped), out)?;
        let is_alike = !args.check || check(&judged, &terms, out)?;
        if let Some(path) = &args.sgf {
            let path = numbered(path, number, "sgf");
            args.facts.write(&judged, &terms, &path)?;
        }
        if !judged.faults.is_empty() || !is_alike {
            finding = Finding::Violations;
        }
    }
    Ok(finding)
}

/// Checks both sides. Where one of them wrote the trace, the other may be another program: what differs there is told,
/// and is no fault.
fn check(judged: &Judged, terms: &ReplayTerms, out: &mut dyn Write) -> Result<bool, ReplayError> {
    if let Some(why) = terms.why_unchecked() {
        writeln!(out, "check: nothing is checked: {why}")?;
        return Ok(false);
    }
    let mut is_alike = true;
    for color in Color::BOTH {
        let is_theirs = judged.ours.is_some_and(|ours| ours != color);
        match drive(judged, color, terms.rules) {
            Ok(alike) => writeln!(out, "check as {color}: {alike}")?,
            Err(mismatch) if is_theirs => writeln!(
                out,
                "check as {color}, the other side, which need not be this program: {mismatch}"
            )?,
            Err(mismatch) => {
                is_alike = false;
                writeln!(out, "check as {color}: {mismatch}")?;
            }
        }
    }
    Ok(is_alike)
}
