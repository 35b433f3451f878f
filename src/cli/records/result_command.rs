//! `result`: the judge's or the operators' word into a record.

use clap::Args;
use jiff::Timestamp;

use super::load_record::{RecordArgs, RecordRulesArgs};
use super::named_stones::{NamedStones, names};
use super::score_command::is_lost_komi;
use crate::cli::exit::Exit;
use crate::cli::values::argument_error::ArgumentError;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::{
    GameResult, ResultEntry, ResultNote, SgfReading, Unfinished, WaitingFile, replace_result,
};
use sgmp_board::rules::score;
use sgmp_match::console::{stderr_line, stdout_line};
use sgmp_match::match_files::match_journal::MatchJournal;
use sgmp_match::port::wall_clock;

const EXAMPLES: &str = "\
Examples:
  sgmp-go result round2.sgf --result W+R                    where the record says RE[?]
  sgmp-go result round2.sgf --dead C3,Q16                   a count that both operators agree on, in place of the program's
  sgmp-go result round2.sgf --result B+3.5 --force --why 'judge: the corner lives'";

/// A result decided by people.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ResultArgs {
    /// The record
    #[command(flatten)]
    pub record: RecordArgs,

    /// The result: W+R, B+T, W+3.5, 0, Void
    #[arg(long, value_name = "RESULT", required_unless_present_any = ["dead", "alive"], conflicts_with_all = ["dead", "alive", "rules"])]
    pub result: Option<GameResult>,

    /// Strings that people have found dead or alive: the result is the count with them.
    #[command(flatten)]
    pub stones: NamedStones,

    /// The rules.
    #[command(flatten)]
    pub rules: RecordRulesArgs,

    /// A ruling: replace a result that stands; both stay in the record's comment
    #[arg(long, requires = "why")]
    pub force: bool,

    /// The reason, for the record's comment
    #[arg(long, value_name = "REASON", value_parser = parse_reason)]
    pub why: Option<String>,
}

fn parse_reason(text: &str) -> Result<String, ArgumentError> {
    match text.trim() {
        "" => Err(ArgumentError::NoReason),
        reason => Ok(reason.to_owned()),
    }
}

/// A result, and what is said of it.
struct Decision {
    result: GameResult,
    /// The dead stones that it was counted with, in words.
    stones: Option<String>,
    /// True if it may replace the result that stands: that is the program's own count.
    is_agreed: bool,
}

/// Writes the result; everything else in the file stays byte for byte, but for a line in the game's comment
/// where there is something to say.
///
/// # Errors
/// A file that cannot be read or written, a record whose match is running or that has a result already, and
/// stones that are none.
pub(crate) fn run(args: &ResultArgs) -> Result<Exit, Failure> {
    let failure = |error: String| Failure::new(Blame::Record, error);
    // Held to the end: nobody takes the match up meanwhile.
    let file = &args.record.file;
    let mut journal = MatchJournal::beside(file)?;
    let (bytes, reading) = args.record.read_with_bytes()?;
    let is_open = reading.record.info.result == GameResult::Unknown && !args.force;
    if let Some(journal) = journal.as_ref().filter(|_| is_open) {
        journal.check_unknown(file)?;
    }
    let decision = decide(args, &reading)?;
    let why = args.why.iter().chain(&decision.stones);
    let why = why.map(String::as_str).collect::<Vec<_>>().join(", ");
    let at = now();
    let note = ResultNote { why: &why, at };
    let entry = match (args.force || decision.is_agreed, why.is_empty()) {
        (true, _) => ResultEntry::Ruling(note),
        (false, false) => ResultEntry::Noted(note),
        (false, true) => ResultEntry::Plain,
    };
    let with_result = replace_result(&bytes, args.record.number(), decision.result, entry)
        .map_err(|error| failure(format!("{}: {error}", file.display())))?;
    // Nothing is entered anywhere unless the disk has taken it for both.
    let waiting =
        WaitingFile::write(file, &with_result).map_err(|error| failure(error.to_string()))?;
    let ended = match &mut journal {
        Some(journal) => journal.end(decision.result, &why, at)?,
        None => None,
    };
    waiting
        .take_place()
        .map_err(|error| failure(error.to_string()))?;
    let stones = decision.stones.map(|stones| format!(" ({stones})"));
    stdout_line(format_args!(
        "{}: {}{}",
        file.display(),
        decision.result,
        stones.unwrap_or_default()
    ));
    if let Some(ended) = ended {
        stdout_line(ended);
    }
    Ok(Exit::Done)
}

/// The time in whole seconds.
fn now() -> Timestamp {
    let now = wall_clock().timestamp();
    Timestamp::from_second(now.as_second()).unwrap_or(now)
}

/// The result that is given, or the count with the stones that are named.
fn decide(args: &ResultArgs, reading: &SgfReading) -> Result<Decision, Failure> {
    if let Some(result) = args.result {
        return Ok(Decision {
            result,
            stones: None,
            is_agreed: false,
        });
    }
    let record = &args.record;
    let file = record.file.display();
    if reading.remarks.iter().any(is_lost_komi) {
        let what = format!("{file}: the komi is not known: enter the result by --result");
        return Err(Failure::new(Blame::Record, what));
    }
    let rules = record.rules(&reading.record, &args.rules);
    let game = record.play_over(&reading.record, None)?.with_rules(rules);
    if let Some(unfinished) = Unfinished::for_position(reading, &game) {
        stderr_line(format_args!("{file}: {unfinished}; counted as named"));
    }
    let status = args.stones.status(&game)?;
    let dead = match status.dead().is_empty() {
        true => "without dead stones".to_owned(),
        false => format!("with the dead stones {}", names(status.dead()).join(" ")),
    };
    let own = NamedStones::default().status(&game)?;
    let counted = |status| GameResult::from(score::count(&game, status).margin());
    Ok(Decision {
        result: counted(&status),
        is_agreed: reading.record.info.result == counted(&own),
        stones: Some(format!("counted by {} rules {dead}", rules.name())),
    })
}
