//! The players for games on a server, one for each.

use crate::play::{InsightSlot, Player, Terms};
use crate::port::OpponentsTime;
use sgmp_board::failure::Failure;
use sgmp_engine::time_control::Thinking;

/// A player in its chair.
pub struct SeatedPlayer {
    /// The player.
    pub player: Box<dyn Player>,
    /// Measure of its time.
    pub thinking: Thinking,
    /// Its use of the opponent's time.
    pub opponents_time: OpponentsTime,
    /// The place where it leaves its thoughts.
    pub insight: InsightSlot,
}

/// The source of players: one for each game.
pub trait PlayerSource {
    /// Has a player ready for the next game; a program is started here, before the clock runs.
    ///
    /// # Errors
    /// A player that cannot be had.
    fn prepare(&mut self) -> Result<(), Failure>;

    /// Seats the player that is ready, or another one, at a game by these terms.
    ///
    /// # Errors
    /// A player that cannot be had, or does not play by them.
    fn seat(&mut self, terms: &Terms) -> Result<SeatedPlayer, Failure>;
}
