//! The house's own engine in the player's chair.

use super::fault::Fault;
use super::player::{Decision, Player, Turn};
use sgmp_board::rules::{Game, Status};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::Engine;

/// An engine that plays for us.
pub struct EnginePlayer {
    engine: Engine,
    name: String,
}

impl EnginePlayer {
    /// Seats an engine that is ready to play, under the name for the record.
    #[must_use]
    pub const fn new(engine: Engine, name: String) -> Self {
        Self { engine, name }
    }
}

impl Player for EnginePlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault> {
        Ok(self
            .engine
            .choose_timed(turn.game, turn.color, turn.halt, &turn.timing)
            .decision)
    }

    fn ponder(&mut self, game: &Game, halt: &StopFlag) {
        self.engine.ponder(game, game.to_move(), halt);
    }

    fn status(&mut self, game: &Game) -> Result<Status, Fault> {
        Ok(self.engine.status(game))
    }
}
