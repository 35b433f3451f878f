//! `score`: who is dead in a record, whose the points are, and the count; of a game that is not over, what
//! is expected.

use clap::Args;
use serde_json::json;

use super::load_record::{RecordArgs, RecordRulesArgs};
use super::named_stones::NamedStones;
use super::record_count::RecordCount;
use crate::cli::exit::Exit;
use sgmp_board::failure::Failure;
use sgmp_board::record::{GameResult, SgfRemark, Unfinished, UnheardMove};
use sgmp_board::rules::{Game, Status, score};
use sgmp_match::console::{stdout_line, told_line};

/// A count of a record.
#[derive(Debug, Args)]
pub struct ScoreArgs {
    /// The record
    #[command(flatten)]
    pub record: RecordArgs,

    /// Look at the position after so many moves [default: after the last, or before a last one that was never acknowledged]
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
    // The two sides may not both have it: both records are to give the judge one number.
    let unheard = UnheardMove::in_record(&reading.record).filter(|_| args.moves.is_none());
    let moves = args.moves.or(unheard.map(UnheardMove::before));
    let game = args.record.play_over(&reading.record, moves)?;
    let game = game.with_rules(args.record.rules(&reading.record, &args.rules));
    let status = args.stones.status(&game)?;
    let unfinished = Unfinished::for_position(&reading, &game)
        .or_else(|| ruled(reading.record.info.result, &game, &status));
    let is_counted = unfinished.is_none() || !args.stones.is_empty();
    let count = RecordCount {
        status: Some(status).filter(|_| is_counted),
        game,
        unfinished,
        is_komi_lost: reading.remarks.iter().any(is_lost_komi),
    };
    if args.json {
        let mut value = count.json();
        value["record_rules"] = json!(reading.record.info.rules);
        if let Some(UnheardMove(number)) = unheard {
            value["unacknowledged_move"] = json!(number);
        }
        stdout_line(value);
    } else {
        if let Some(unheard) = unheard {
            let UnheardMove(number) = unheard;
            told_line(format_args!(
                "{unheard}: the two sides may not both have it, and this is the position before it (--move {number} takes it)"
            ));
        }
        told_line(count.text());
    }
    Ok(Exit::Done)
}

/// A game without two passes whose result has nothing to do with its board: people gave it, or the record is cut.
fn ruled(result: GameResult, game: &Game, status: &Status) -> Option<Unfinished> {
    /// Half points by which the counts of one board differ, where the record's is by other rules or of other dead.
    const MAX_DIFFERENCE: i32 = 40;
    let moves = game.move_count();
    let said = result.margin()?.half_points();
    let counted = score::count(game, status).margin().half_points();
    let is_far = (counted - said).abs() > MAX_DIFFERENCE;
    (is_far && game.consecutive_passes() < 2).then_some(Unfinished::NotCounted { moves, result })
}

/// Returns whether a record names a komi that nobody understands, so that who won is not known.
pub(super) const fn is_lost_komi(remark: &SgfRemark) -> bool {
    matches!(remark, SgfRemark::UnknownKomi(_))
}
