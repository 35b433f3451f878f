//! The state that commands read and change.

use std::sync::Arc;
use std::time::Duration;

use super::analysis_cache::AnalysisCache;
use super::gtp_clocks::GtpClocks;
use super::gtp_position::GtpPosition;
use sgmp_advice::review::AdviceDesk;
use sgmp_board::rules::{BoardSize, Color, Komi, RuleSet};
use sgmp_engine::engine::{Choice, Engine, JudgeEffort, NetChoice, PlayMode, Settings};
use sgmp_knowledge::analysis::Analysis;
use sgmp_knowledge::experts::MoveSelector;
use sgmp_knowledge::reading::{QuestionEffort, Tactician};

/// The settings that a server starts with.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// The settings of the player that `genmove` asks.
    pub engine: Settings,
    /// The rules until a controller names others.
    pub rules: RuleSet,
    /// Thinking time for every move; without it the clock decides.
    pub move_time: Option<Duration>,
    /// The net that judges moves which are explained, whoever plays them; without one the experts do.
    pub judge: Option<NetChoice>,
    /// The effort for questions about strings and groups.
    pub effort: QuestionEffort,
}

impl Config {
    /// The desk that tells of positions and moves.
    fn desk(&self) -> AdviceDesk {
        let own = match self.engine.mode {
            PlayMode::Experts(skill) => Some(skill),
            PlayMode::Search | PlayMode::Shapes | PlayMode::Static(_) | PlayMode::Evolved(_) => {
                None
            }
        };
        AdviceDesk::new(self.judge, JudgeEffort::ONE_POSITION).explaining(own)
    }
}

/// Commands after which an answer that was of no use is forgotten.
const MAX_AGE: u32 = 64;

/// A game, its clocks, and the engine that thinks about it.
pub(super) struct ServerState {
    pub(super) config: Config,
    pub(super) position: GtpPosition,
    pub(super) clocks: GtpClocks,
    /// Our latest move, for `gomill-explain_last_move`.
    pub(super) last_choice: Option<(Color, Choice)>,
    pub(super) analyses: AnalysisCache,
    /// Asks the experts. It keeps what it has read, which changes no answer.
    pub(super) selector: MoveSelector,
    /// Says which moves are good, and why, and who leads.
    pub(super) desk: AdviceDesk,
    /// Reads what controllers ask. It keeps its answers, which changes none.
    pub(super) tactician: Tactician,
    /// The effort for that.
    pub(super) effort: QuestionEffort,
    engine: Option<Engine>,
    /// Number of engines before this one: each has a seed of its own, so that the games of a
    /// match differ.
    engines_before: u64,
}

impl ServerState {
    /// An empty board of 19 lines and a komi of 5.5.
    pub(super) fn new(config: Config) -> Self {
        Self {
            position: GtpPosition::new(BoardSize::NINETEEN, Komi::FIVE_AND_A_HALF, config.rules),
            config,
            clocks: GtpClocks::default(),
            last_choice: None,
            analyses: AnalysisCache::default(),
            selector: MoveSelector::new(),
            desk: config.desk(),
            tactician: Tactician::with_cache(MAX_AGE),
            effort: config.effort,
            engine: None,
            engines_before: 0,
        }
    }

    /// Starts a new game on an empty board.
    pub(super) fn start_on(&mut self, size: BoardSize) {
        self.forget();
        let komi = self.position.game().komi();
        self.position = GtpPosition::new(size, komi, self.position.rules());
        self.clocks.restart();
        self.last_choice = None;
    }

    /// Drops the engine: the next search begins from nothing.
    pub(super) fn forget(&mut self) {
        if self.engine.take().is_some() {
            self.engines_before += 1;
        }
    }

    /// The seed of the next search.
    pub(super) const fn seed(&self) -> u64 {
        self.config.engine.seed.wrapping_add(self.engines_before)
    }

    #[cfg(test)]
    pub(super) const fn engines_before(&self) -> u64 {
        self.engines_before
    }

    /// Sets another seed from now on.
    pub(super) fn set_seed(&mut self, seed: u64) {
        self.engine = None;
        self.engines_before = 0;
        self.config.engine.seed = seed;
    }

    /// The analysis of the position with its side to move.
    pub(super) fn analysis(&mut self) -> Arc<Analysis> {
        self.analysis_for(self.position.game().to_move())
    }

    /// The analysis of the position with `turn` to move.
    pub(super) fn analysis_for(&mut self, turn: Color) -> Arc<Analysis> {
        self.analyses.analyze(self.position.game().board(), turn)
    }

    /// The engine, and the position for it to think about.
    pub(super) fn engine_and_position(&mut self) -> (&mut Engine, &GtpPosition) {
        let settings = Settings {
            seed: self.seed(),
            ..self.config.engine
        };
        let engine = self.engine.get_or_insert_with(|| Engine::new(settings));
        (engine, &self.position)
    }
}
