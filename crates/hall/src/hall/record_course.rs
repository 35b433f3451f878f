//! The course of a game by our engine's count of each position.

use crate::tournament::event::EventCourse;
use sgmp_board::record::{GameRecord, replay};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::search::expected_lead;

/// Moves of a game up to which every position is counted.
const MAX_COUNTED_MOVES: usize = 700;

/// The course of a game; `None` if it was halted, and where our engine's net does not know the board.
pub(super) fn record_course(record: &GameRecord, halt: &StopFlag) -> Option<EventCourse> {
    let moves = record.moves().iter();
    let moves: Vec<_> = moves.map(|played| (played.color, played.mv)).collect();
    if moves.len() > MAX_COUNTED_MOVES {
        return None;
    }
    let mut game = replay(record, 0).ok()?;
    let mut leads = vec![expected_lead(&game, game.to_move())?];
    for (color, mv) in &moves {
        if halt.is_requested() {
            return None;
        }
        game.play(*color, *mv).ok()?;
        leads.push(expected_lead(&game, !*color)?);
    }
    EventCourse::new(&leads, &moves)
}
