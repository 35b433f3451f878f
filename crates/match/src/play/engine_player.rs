//! The house's own engine in the player's chair.

use super::fault::Fault;
use super::move_insight::{InsightSlot, MoveInsight};
use super::player::{Decision, Player, Turn};
use sgmp_board::rules::{Game, Status};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::Engine;

/// An engine that plays for us.
pub struct EnginePlayer {
    engine: Engine,
    name: String,
    /// The place for its thoughts, where somebody asks for them.
    insight: Option<InsightSlot>,
}

impl EnginePlayer {
    /// Seats an engine that is ready to play, under the name for the record.
    #[must_use]
    pub const fn new(engine: Engine, name: String) -> Self {
        Self {
            engine,
            name,
            insight: None,
        }
    }

    /// Has it leave its thoughts behind each move in this place.
    #[must_use]
    pub fn telling(mut self, slot: InsightSlot) -> Self {
        self.insight = Some(slot);
        self
    }
}

impl Player for EnginePlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault> {
        let (game, color) = (turn.game, turn.color);
        let choice = (self.engine).choose_timed(game, color, turn.halt, &turn.timing);
        if let Some(slot) = &self.insight {
            slot.put(MoveInsight::of_choice(
                &mut self.engine,
                game,
                color,
                choice,
            ));
        }
        Ok(choice.decision)
    }

    fn ponder(&mut self, game: &Game, halt: &StopFlag) {
        self.engine.ponder(game, game.to_move(), halt);
    }

    fn status(&mut self, game: &Game) -> Result<Status, Fault> {
        Ok(self.engine.status(game))
    }
}
