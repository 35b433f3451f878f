//! `score`: who is dead in a record, whose the points are, and the count; of a game that is not over, what
//! is expected.

use clap::Args;
use serde_json::json;

use super::load_record::{RecordArgs, RecordRulesArgs};
use super::named_stones::NamedStones;
use super::record_count::RecordCount;
use crate::cli::exit::Exit;
use sgmp_board::failure::Failure;
use sgmp_board::record::{SgfRemark, Unfinished};
use sgmp_match::console::stdout_line;

/// A count of a record.
#[derive(Debug, Args)]
pub struct ScoreArgs {
    /// The record
    #[command(flatten)]
    pub record: RecordArgs,

    /// Look at the position after so many moves [default: after the last]
    #[arg(long = "move", value_name = "N")]
    pub moves: Option<usize>,

    /// The rules.
    #[command(flatten)]
    pub rules: RecordRulesArgs,

    /// Strings that people have found dead or alive.
    #[command(flatten)]
    pub stones: NamedStones,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Prints the board with the dead marked, and the count; of a game that is not over, how it is expected to
/// end, and a count only where dead stones are named.
///
/// # Errors
/// A file that cannot be read, or that holds no record or an impossible game; points that name no string.
pub(crate) fn run(args: &ScoreArgs) -> Result<Exit, Failure> {
    let reading = args.record.read_with_remarks()?;
    let game = args.record.play_over(&reading.record, args.moves)?;
    let game = game.with_rules(args.record.rules(&reading.record, &args.rules));
    let unfinished = Unfinished::for_position(&reading, &game);
    let is_counted = unfinished.is_none() || !args.stones.is_empty();
    let count = RecordCount {
        status: is_counted.then(|| args.stones.status(&game)).transpose()?,
        game,
        unfinished,
        is_komi_lost: reading.remarks.iter().any(is_lost_komi),
    };
    if args.json {
        let mut value = count.json();
        value["record_rules"] = json!(reading.record.info.rules);
        stdout_line(value);
    } else {
        stdout_line(count.text());
    }
    Ok(Exit::Done)
}

/// Returns whether a record names a komi that nobody understands, so that who won is not known.
pub(super) const fn is_lost_komi(remark: &SgfRemark) -> bool {
    matches!(remark, SgfRemark::UnknownKomi(_))
}
