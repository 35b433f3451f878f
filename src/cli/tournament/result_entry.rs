//! `tournament result`: the players' report, or the judge's decision.

use std::path::PathBuf;

use clap::Args;

use super::event_commands::ByArgs;
use crate::cli::exit::Exit;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::GameResult;
use sgmp_hall::hall::event_folder::EventFolder;
use sgmp_hall::hall::publishing::{publish, publish_game};
use sgmp_hall::tournament::event::{EventEntry, EventState, GameEnd, GameState};
use sgmp_match::console::stdout_line;
use sgmp_match::play::EndKind;
use sgmp_match::port::now_rfc3339;

/// A result.
#[derive(Debug, Args)]
pub struct EventResultArgs {
    /// The event's file
    #[arg(value_name = "EVENT.toml")]
    pub event: PathBuf,

    /// The round
    pub round: u32,

    /// The board, or the number of its table where no board has that
    pub board: u32,

    /// The result: B+3.5, W+R (resigned), B+T (time), W+F (forfeit), 0 (draw), Void (half a point each); ? takes it back
    pub result: GameResult,

    /// Who decides, and why
    #[command(flatten)]
    pub by: ByArgs,
}

/// Keeps a result: the players' report, or the judge's decision over a game that has an end.
///
/// # Errors
/// A game that is not there, a decision without a reason.
pub(super) fn result(args: &EventResultArgs) -> Result<Exit, Failure> {
    let folder = EventFolder::new(&args.event);
    let round = args.round;
    let board = board_said(&folder.begun()?, round, args.board);
    let state = folder.append(|state| {
        let game = state.game(round, board).ok_or_else(|| {
            Failure::new(
                Blame::Usage,
                format!(
                    "there is no board {board} in round {round}: sgmp-go tournament status {} lists them",
                    args.event.display()
                ),
            )
        })?;
        let at = now_rfc3339();
        if args.result == GameResult::Unknown {
            return reopened(args, board, at);
        }
        match &game.state {
            GameState::Waiting | GameState::Begun(_) => {
                let kind = match args.result {
                    GameResult::Forfeit { .. } => EndKind::Forfeit,
                    _ => EndKind::Reported,
                };
                let end = GameEnd::without_game(args.result, kind, &args.by.why);
                Ok(EventEntry::GameEnded {
                    round,
                    board,
                    end,
                    at,
                })
            }
            GameState::Adjourned(before) | GameState::Over(before) => {
                if args.by.why.is_empty() {
                    let what = "the game has an end: --why REASON says why it is decided otherwise";
                    return Err(Failure::new(Blame::Usage, what));
                }
                let end = GameEnd {
                    result: args.result.to_string(),
                    kind: EndKind::Ruled,
                    why: args.by.why.clone(),
                    ..before.clone()
                };
                let by = args.by.ruling();
                Ok(EventEntry::Ruling {
                    round,
                    board,
                    end,
                    by,
                    at,
                })
            }
        }
    })?;
    publish_game(&folder, &state, round, board)?;
    publish(&folder, &state)?;
    match args.result {
        GameResult::Unknown => stdout_line(format_args!(
            "round {round}, board {board} has no result any more: it is to be played or reported"
        )),
        result => stdout_line(format_args!("round {round}, board {board}: {result}")),
    }
    Ok(Exit::Done)
}

/// The board that is meant: slips have the numbers of the tables, and where no board has that number it is the table's.
fn board_said(state: &EventState, round: u32, said: u32) -> u32 {
    let of_table = said.checked_sub(state.plan.first_table - 1);
    let of_table = of_table.filter(|board| state.game(round, *board).is_some());
    match state.game(round, said) {
        Some(_) => said,
        None => of_table.unwrap_or(said),
    }
}

/// Takes a result back: the game is played, or reported, anew.
fn reopened(args: &EventResultArgs, board: u32, at: String) -> Result<EventEntry, Failure> {
    if args.by.why.is_empty() {
        let what = "--why REASON says why the result is taken back: it stands in the report";
        return Err(Failure::new(Blame::Usage, what));
    }
    Ok(EventEntry::Reopened {
        round: args.round,
        board,
        by: args.by.ruling(),
        at,
    })
}
