//! The thoughts of a player about its move, for those who watch.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sgmp_board::rules::{Color, Game, Move};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::{Choice, Decision, Engine};
use sgmp_engine::search::Candidate;

/// Moves that are told at most.
const MAX_MOVES: usize = 5;

/// Moves of a continuation that are told at most.
const MAX_VARIATION: usize = 12;

/// The thoughts behind a move, as the player that makes it sees the game.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveInsight {
    /// Its chance to win, 0 to 1.
    pub chance: f32,
    /// Points that it expects to lead by; `None` where it does not count.
    pub lead: Option<f32>,
    /// Simulations or evaluations behind it.
    pub visits: u32,
    /// The moves that were thought about: the one that is made, then the most visited ones.
    pub moves: Vec<MoveThought>,
}

/// A move that was thought about.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveThought {
    /// The move.
    pub mv: Move,
    /// Simulations through it.
    pub visits: u32,
    /// The player's chance to win after it, 0 to 1.
    pub chance: f32,
    /// Points that the player expects to lead by after it.
    pub lead: Option<f32>,
    /// Its share before any search, 0 to 1.
    pub prior: f32,
    /// The likely continuation behind it.
    pub variation: Vec<Move>,
}

impl MoveInsight {
    /// The thoughts of an engine behind the choice that it has just made.
    pub(super) fn of_choice(
        engine: &mut Engine,
        game: &Game,
        color: Color,
        choice: Choice,
    ) -> Self {
        let mut insight = Self {
            chance: choice.value,
            lead: None,
            visits: choice.playouts,
            moves: Vec::new(),
        };
        // Who chooses at once has no tree to look into.
        if choice.playouts > 0 {
            let halt = StopFlag::new();
            halt.request();
            let known = engine.analyze(game, color, &halt, 0);
            insight.lead = known.score;
            let mut searched = known.moves;
            searched.retain(|known| known.visits > 0);
            // The one that is made comes first, whatever the search likes best.
            searched.sort_by_key(|known| Decision::Move(known.mv) != choice.decision);
            searched.truncate(MAX_MOVES);
            insight.moves = searched.into_iter().map(MoveThought::from).collect();
        }
        insight
    }
}

impl From<Candidate> for MoveThought {
    fn from(known: Candidate) -> Self {
        let behind = known.variation.into_iter().skip(1);
        Self {
            mv: known.mv,
            visits: known.visits,
            chance: known.won,
            lead: known.score,
            prior: known.prior,
            variation: behind.take(MAX_VARIATION).collect(),
        }
    }
}

/// The place where a player leaves its thoughts; clones share it.
#[derive(Clone, Debug, Default)]
pub struct InsightSlot(Arc<Mutex<Option<MoveInsight>>>);

impl InsightSlot {
    /// Leaves thoughts, in the place of earlier ones.
    pub fn put(&self, insight: MoveInsight) {
        *self.lock() = Some(insight);
    }

    /// Takes what lies there.
    #[must_use]
    pub fn take(&self) -> Option<MoveInsight> {
        self.lock().take()
    }

    fn lock(&self) -> MutexGuard<'_, Option<MoveInsight>> {
        // They are laid down in one step: a panic leaves none half written.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{EnginePlayer, Player, Turn};
    use sgmp_board::rules::{BoardSize, Komi};
    use sgmp_engine::engine::{Level, PlayMode, Settings, Timing};
    use std::time::Duration;

    fn insight(settings: Settings) -> MoveInsight {
        let slot = InsightSlot::default();
        let engine = Engine::new(settings);
        let mut player = EnginePlayer::new(engine, "us".to_owned()).telling(slot.clone());
        let game = Game::new(BoardSize::new(9).unwrap(), Komi::default());
        let turn = Turn {
            game: &game,
            color: Color::Black,
            time_left: Duration::MAX,
            halt: &StopFlag::new(),
            timing: Timing::UNTIMED,
        };
        let chosen = player.choose(&turn).unwrap();
        let told = slot.take().expect("thoughts");
        if let Some(first) = told.moves.first() {
            assert_eq!(Decision::Move(first.mv), chosen);
        }
        told
    }

    #[test]
    fn a_search_tells_its_moves_with_their_continuations() {
        let told = insight(Settings {
            playouts: Some(200),
            ..Settings::default()
        });
        assert!((0.0..=1.0).contains(&told.chance));
        assert!(told.moves.len() > 1 && told.moves.len() <= MAX_MOVES);
        assert!(told.moves[1].visits >= told.moves[2].visits);
        assert!(!told.moves[0].variation.is_empty());
    }

    #[test]
    fn who_chooses_at_once_tells_a_chance_alone() {
        let skill = Level::new(3).and_then(Level::skill).unwrap();
        let told = insight(Settings {
            mode: PlayMode::Experts(skill),
            ..Settings::default()
        });
        assert_eq!((told.visits, told.moves.len()), (0, 0));
    }
}
