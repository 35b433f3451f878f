//! The chair at the board: an engine, a person or another program can sit in it.

use std::time::Duration;

use super::fault::Fault;
use sgmp_board::rules::{Color, Game, Status};
use sgmp_board::stop_flag::StopFlag;
pub use sgmp_engine::engine::Decision;
use sgmp_engine::engine::Timing;

/// A question to a player: its move in this game.
#[derive(Clone, Copy)]
pub struct Turn<'a> {
    /// The game so far; it is `color`'s move.
    pub game: &'a Game,
    /// The side to move.
    pub color: Color,
    /// Time left on its clock.
    pub time_left: Duration,
    /// Raised when the answer is due, or nobody wants it any more: answer at once then. Who cannot
    /// may fail.
    pub halt: &'a StopFlag,
    /// The time to think until then.
    pub timing: Timing<'a>,
}

/// Somebody who can choose moves and say which stones are dead at the end. It thinks on a thread
/// of its own and never sees the line.
pub trait Player: Send {
    /// The name for the record.
    fn name(&self) -> String;

    /// Chooses a move.
    ///
    /// # Errors
    /// If the player cannot answer any more (a program that died).
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault>;

    /// Thinks about its answers while the opponent, who is to move, thinks; until `halt`. Who
    /// cannot does nothing.
    fn ponder(&mut self, _game: &Game, _halt: &StopFlag) {}

    /// Judges the board after the game: the dead stones and the owners of the points.
    ///
    /// # Errors
    /// If the player cannot answer any more.
    fn status(&mut self, game: &Game) -> Result<Status, Fault>;
}
