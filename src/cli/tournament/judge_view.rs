//! The judge's view of a game: the position with all counts, and what our engine thinks of it.

use std::fmt::Write as _;

use super::event_folder::EventFolder;
use crate::engine::{Engine, Settings};
use crate::picture::Picture;
use crate::record::{read_bytes, read_sgf, replay};
use crate::rules::{Game, Point, PointSet, score};
use crate::search::expected_lead;
use crate::tournament::event::EventState;

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
    let record = read_bytes(&folder.record(round, board)).ok();
    let record = record.and_then(|bytes| read_sgf(&bytes).ok());
    match record.and_then(|record| replay(&record, usize::MAX).ok()) {
        Some(game) => text += &position(game.with_rules(state.plan.rules)),
        None => text += "  there is no record of it\n",
    }
    text
}

/// The position with what our engine holds for dead, and its opinion.
fn position(game: Game) -> String {
    let status = Engine::new(Settings::default()).status(&game);
    let board = Picture::from_game(&game)
        .dead(status.dead())
        .territory(status.territory());
    let mut text = board.to_string();
    for (what, points) in [("dead", status.dead()), ("seki", status.seki())] {
        if !points.is_empty() {
            let _ = writeln!(text, "our engine holds for {what}: {}", listed(points));
        }
    }
    let margin = score::count(&game, &status).margin();
    let moves = game.move_count();
    let _ = writeln!(text, "counted as it stands after move {moves}: {margin}");
    if game.consecutive_passes() < 2
        && let Some(lead) = expected_lead(&game, game.to_move())
    {
        let leader = if lead < 0.0 { 'W' } else { 'B' };
        let _ = writeln!(
            text,
            "our engine expects, if it is played on: {leader}+{:.1}",
            lead.abs()
        );
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
