//! The engine in the seats of a game at this computer.

use std::time::Duration;

use super::engine_task::{EngineAnswer, EngineClock, EngineTask, EngineWanted};
use sgmp_board::rules::{Color, Game, Move};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::{Decision, Engine, Level, NetChoice, PlayMode, Settings, Timing};
use sgmp_engine::time_control::{Effort, Terms, budget};

/// The resources of the engines at the board.
#[derive(Clone, Copy, Debug)]
pub struct ChairSettings {
    /// The net that they think with from level 7 on; without one they play games out.
    pub net: Option<NetChoice>,
    /// Threads of a search without a bound on its size.
    pub threads: usize,
    /// Bytes for a search's tree.
    pub memory: usize,
    /// Time for each move at full strength in a game without clocks.
    pub move_time: Duration,
    /// True if the engine may resign.
    pub resigns: bool,
}

/// A search that was stopped before it had an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the computer was stopped before it had an answer")]
pub struct ChairError;

/// Answers what a game wants of the engine, on the thread of whoever calls it.
pub struct EngineChair {
    settings: ChairSettings,
    seated: Vec<Seated>,
}

/// An engine that plays one color.
struct Seated {
    level: Level,
    seed: u64,
    color: Color,
    engine: Engine,
}

impl EngineChair {
    /// A chair in which nobody sits yet.
    #[must_use]
    pub const fn new(settings: ChairSettings) -> Self {
        Self {
            settings,
            seated: Vec::new(),
        }
    }

    /// Does a task; `elapsed` is the time since it was asked for.
    ///
    /// # Errors
    /// [`ChairError`] once `halt` is requested.
    pub fn answer(
        &mut self,
        wanted: &EngineWanted,
        halt: &StopFlag,
        elapsed: &dyn Fn() -> Duration,
    ) -> Result<EngineAnswer, ChairError> {
        let game = &wanted.game;
        let answer = match wanted.task {
            EngineTask::Judgment => {
                let status = Engine::new(Settings::default()).status(game);
                EngineAnswer::Judgment(Box::new(status))
            }
            EngineTask::Move {
                color,
                level,
                seed,
                clock,
            } => {
                let effort = self.effort(level, game, clock);
                let timing = Timing { effort, elapsed };
                let engine = self.engine(level, seed, color);
                let choice = engine.choose_timed(game, color, halt, &timing);
                EngineAnswer::Move {
                    decision: legal(choice.decision, game, color),
                    reasons: reasons(engine, choice.decision),
                    wins: choice.value,
                }
            }
        };
        if halt.is_requested() {
            return Err(ChairError);
        }
        Ok(answer)
    }

    /// The engine of a color; a new one where level or seed are others than before.
    fn engine(&mut self, level: Level, seed: u64, color: Color) -> &mut Engine {
        let is_same =
            |known: &Seated| known.level == level && known.seed == seed && known.color == color;
        let place = self.seated.iter().position(is_same).unwrap_or_else(|| {
            self.seated.retain(|known| known.color != color);
            self.seated.push(Seated {
                level,
                seed,
                color,
                engine: Engine::new(self.settings.for_level(level, seed)),
            });
            self.seated.len() - 1
        });
        &mut self.seated[place].engine
    }

    fn effort(&self, level: Level, game: &Game, clock: Option<EngineClock>) -> Effort {
        let moves = u32::try_from(game.move_count()).unwrap_or(u32::MAX);
        let budget = clock.map(|clock| {
            let terms = Terms::for_match(clock.total, game.size());
            budget(clock.left, moves, &terms)
        });
        match (level == Level::MAX, budget) {
            (false, budget) => Effort::Counted {
                most: budget.map(|budget| budget.target),
            },
            (true, Some(budget)) => Effort::Flexible(budget),
            (true, None) => Effort::Fixed(self.settings.move_time),
        }
    }
}

impl ChairSettings {
    /// The engine of a level.
    fn for_level(&self, level: Level, seed: u64) -> Settings {
        let skill = level.skill();
        let net = self.net.filter(|_| skill.is_none());
        let net_skill = level.net_skill().filter(|_| net.is_some());
        let defaults = Settings::default();
        Settings {
            seed,
            mode: skill.map_or(PlayMode::Search, PlayMode::Experts),
            net,
            net_skill,
            playouts: level.playouts(),
            // The seed decides on one thread only, and at a bounded level there is little to share.
            threads: if level == Level::MAX { self.threads } else { 1 },
            memory: self.memory,
            resign: defaults.resign.filter(|_| self.resigns),
            ..defaults
        }
    }
}

/// The decision, or a pass where the rules forbid it.
fn legal(decision: Decision, game: &Game, color: Color) -> Decision {
    match decision {
        Decision::Move(mv) if game.legality(color, mv).is_err() => Decision::Move(Move::Pass),
        decision => decision,
    }
}

/// The sentences of the experts who chose a move; `None` where a search chose it.
fn reasons(engine: &Engine, decision: Decision) -> Option<String> {
    let selection = engine.selection()?;
    let Decision::Move(mv) = decision else {
        return None;
    };
    let sentences = selection.reasons.iter().map(|reason| reason.sentence());
    let told: Vec<String> = sentences.take(3).collect();
    (selection.mv == mv && !told.is_empty()).then(|| told.join("; "))
}
