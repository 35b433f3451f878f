//! The judge's view of a game: the position with all counts, and what our engine thinks of it.

use std::fmt::Write as _;

use crate::hall::event_folder::EventFolder;
use crate::tournament::event::EventState;
use sgmp_board::picture::Picture;
use sgmp_board::record::{Unfinished, read_bytes, read_game, replay};
use sgmp_board::rules::{Game, Point, PointSet, score};
use sgmp_engine::engine::{Engine, Settings};
use sgmp_engine::search::Outlook;

/// A game that waits for the judge: how it ended, its last position, the counts of both sides and ours.
pub(super) fn judge_view(
    folder: &EventFolder,
    state: &EventState,
    round: u32,
    board: u32,
) -> String {
    let Some(game) = state.game(round, board) else {
        return String::new();
    };
    let names = state.plan.names();
    let (black, white) = (&names[game.pair.black], &names[game.pair.white]);
    let mut text =
        format!("Round {round}, board {board}: {black} (Black) against {white} (White)\n");
    let Some(end) = game.known_end() else {
        return text;
    };
    let why = if end.why.is_empty() {
        String::new()
    } else {
        format!(": {}", end.why)
    };
    let _ = writeln!(text, "  {}{why}", end.kind.words());
    for count in &end.counts {
        let who = match count.by.as_str() {
            "black" => black.as_str(),
            "white" => white.as_str(),
            "ours" => "our engine",
            other => other,
        };
        let _ = writeln!(text, "  {who} counts {}", count.result);
    }
    let bytes = read_bytes(&folder.record(round, board)).ok();
    let reading = bytes.and_then(|bytes| read_game(&bytes, 1).ok());
    let game = reading.and_then(|reading| {
        let game = replay(&reading.record, usize::MAX).ok()?;
        Some((
            Unfinished::for_position(&reading, &game),
            game.with_rules(state.plan.rules),
        ))
    });
    match game {
        Some((None, game)) => text += &counted(&game),
        Some((Some(unfinished), game)) => text += &expected(unfinished, &game),
        None => text += "  there is no record of it\n",
    }
    text
}

/// The position of a game that is over, with what our engine holds for dead, and its count.
fn counted(game: &Game) -> String {
    let status = Engine::new(Settings::default()).status(game);
    let board = Picture::from_game(game)
        .dead(status.dead())
        .territory(status.territory());
    let mut text = board.to_string();
    for (what, points) in [("dead", status.dead()), ("seki", status.seki())] {
        if !points.is_empty() {
            let _ = writeln!(text, "our engine holds for {what}: {}", listed(points));
        }
    }
    let margin = score::count(game, &status).margin();
    let moves = game.move_count();
    let _ = writeln!(text, "counted as it stands after move {moves}: {margin}");
    text
}

/// The position of a game that is not over, and how our engine expects it to end.
fn expected(unfinished: Unfinished, game: &Game) -> String {
    let mut text = format!("{}{unfinished}\n", Picture::from_game(game));
    if let Some(outlook) = Outlook::from_game(game) {
        let _ = writeln!(text, "{outlook}");
    }
    text
}

fn listed(points: &PointSet) -> String {
    let names: Vec<_> = points
        .iter()
        .map(|point: Point| point.to_string())
        .collect();
    names.join(" ")
}
