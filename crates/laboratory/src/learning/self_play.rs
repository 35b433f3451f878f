//! Training games: the players, and a game in progress.

use super::external_engine::{ExternalEngine, ExternalEngineError};
use super::games_config::{GamePlan, GamesConfig, Pairing};
use super::training_game::{Chance, Ply, TrainingGame};
use sgmp_board::record::{ByColor, GameResult};
use sgmp_board::rules::{Color, Game, IllegalMove, Move, Rules, score};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::{Choice, Decision, Engine, Resignation, Settings};
use sgmp_match::play::Fault;

/// Bytes of tree for each playout a move: what is kept from move to move included.
const MEMORY_A_PLAYOUT: usize = 64 << 10;

/// Bytes of tree for an engine that makes so many playouts a move.
pub(super) fn memory_for(playouts: u32) -> usize {
    let memory = (playouts as usize).saturating_mul(MEMORY_A_PLAYOUT);
    memory.clamp(8 << 20, 512 << 20)
}

/// A player of training games.
enum TrainingPlayer {
    Ours { playouts: u32, engine: Box<Engine> },
    External(Box<ExternalEngine>),
}

impl TrainingPlayer {
    fn ours(playouts: u32, seed: u64) -> Self {
        let settings = Settings {
            seed,
            playouts: Some(playouts.max(1)),
            // Who resigns is decided here: one engine plays both sides.
            resign: None,
            memory: memory_for(playouts),
            ..Settings::default()
        };
        Self::Ours {
            playouts,
            engine: Box::new(Engine::new(settings)),
        }
    }

    fn external(command: &str, halt: &StopFlag) -> Result<Self, ExternalEngineError> {
        ExternalEngine::spawn(command, halt).map(|engine| Self::External(Box::new(engine)))
    }

    fn name(&self) -> String {
        match self {
            Self::Ours { playouts, .. } => {
                let version = env!("CARGO_PKG_VERSION");
                format!("sgmp-go {version}, {playouts} playouts")
            }
            Self::External(engine) => engine.name(),
        }
    }
}

/// The players of one game after another.
pub(super) struct Players {
    /// One, who plays both sides, or two.
    players: Vec<TrainingPlayer>,
}

/// The reason why a training game came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum TrainingGameError {
    /// An external engine does not play.
    #[error(transparent)]
    Engine(#[from] ExternalEngineError),
    /// An external engine has no move.
    #[error(transparent)]
    NoMove(#[from] Fault),
    /// A player broke the rules.
    #[error("{player}: {source}")]
    Foul {
        /// Name of the player.
        player: String,
        /// The move with the rule that it breaks.
        source: FoulMove,
    },
}

/// A move against the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number}, {color} {mv}: {source}")]
pub struct FoulMove {
    /// Its number, from 1.
    pub number: usize,
    /// The color that made it.
    pub color: Color,
    /// The move, which is not on the board.
    pub mv: Move,
    /// The rule of Go that it breaks.
    pub source: IllegalMove,
}

/// The outcome of playing a game.
pub(super) enum Played {
    Whole(Box<TrainingGame>),
    Halted,
}

impl Players {
    /// Starts the other programs, if there are any.
    pub(super) fn spawn(pairing: &Pairing, halt: &StopFlag) -> Result<Self, ExternalEngineError> {
        let players = match pairing {
            Pairing::Ours { playouts } => vec![TrainingPlayer::ours(*playouts, 0)],
            Pairing::OursAndExternal { playouts, command } => {
                vec![
                    TrainingPlayer::ours(*playouts, 0),
                    TrainingPlayer::external(command, halt)?,
                ]
            }
            Pairing::External(command) => vec![TrainingPlayer::external(command, halt)?],
            Pairing::TwoExternal(a, b) => vec![
                TrainingPlayer::external(a, halt)?,
                TrainingPlayer::external(b, halt)?,
            ],
        };
        Ok(Self { players })
    }

    /// Names of the players.
    pub(super) fn names(&self) -> Vec<String> {
        self.players.iter().map(TrainingPlayer::name).collect()
    }

    /// Plays a game.
    ///
    /// # Errors
    /// The error of an external engine.
    pub(super) fn play(
        &mut self,
        config: &GamesConfig,
        plan: &GamePlan,
        halt: &StopFlag,
    ) -> Result<Played, TrainingGameError> {
        let rules = Rules::from(config.rules);
        for player in &mut self.players {
            match player {
                TrainingPlayer::Ours { playouts, .. } => {
                    *player = TrainingPlayer::ours(*playouts, plan.seed);
                }
                TrainingPlayer::External(engine) => {
                    engine.set_up(plan.size, plan.komi, rules, halt)?;
                }
            }
        }
        let mut ongoing = OngoingGame::new(plan, rules);
        while ongoing.result.is_none() {
            let color = ongoing.game.to_move();
            let seat = self.seat(plan, color);
            match &mut self.players[seat] {
                TrainingPlayer::Ours { engine, .. } => {
                    let choice = engine.choose(&ongoing.game, color, halt);
                    ongoing.note_choice(&choice);
                    ongoing.apply(choice.decision, Some(Chance::from_share(choice.value)))
                }
                TrainingPlayer::External(external_engine) => {
                    let decision = external_engine.choose(&ongoing.game, color, halt);
                    if halt.is_requested() {
                        return Ok(Played::Halted);
                    }
                    ongoing.apply(decision?, None)
                }
            }
            .map_err(|source| TrainingGameError::Foul {
                player: self.players[seat].name(),
                source,
            })?;
            if halt.is_requested() {
                return Ok(Played::Halted);
            }
        }
        let name = |color| self.players[self.seat(plan, color)].name();
        let players = ByColor::new(name(Color::Black), name(Color::White));
        Ok(Played::Whole(Box::new(
            ongoing.into_training_game(plan, players),
        )))
    }

    /// Index of the player of a color.
    fn seat(&self, plan: &GamePlan, color: Color) -> usize {
        let is_second = (color == Color::White) != plan.swapped;
        usize::from(is_second && self.players.len() > 1)
    }
}

/// A game on its way.
pub(super) struct OngoingGame {
    pub(super) game: Game,
    plies: Vec<Ply>,
    opening: u16,
    /// Number of hopeless moves in a row, of each color.
    hopeless: ByColor<u32>,
    played_out: bool,
    /// Once it is over.
    pub(super) result: Option<GameResult>,
}

impl OngoingGame {
    /// The rule of resignation in games of our own engine.
    const RESIGNATION: Resignation = Resignation {
        below: 0.03,
        in_a_row: 5,
        not_before: 0.4,
        ..Resignation::DEFAULT
    };
    /// Playouts below which a value is too uncertain for that.
    const MIN_PLAYOUTS: u32 = 100;

    pub(super) fn new(plan: &GamePlan, rules: Rules) -> Self {
        let mut ongoing = Self {
            game: Game::new(plan.size, plan.komi).with_rules(rules),
            plies: Vec::new(),
            opening: 0,
            hopeless: ByColor::default(),
            played_out: plan.played_out,
            result: None,
        };
        for point in &plan.opening {
            if ongoing.make(Move::Play(*point), None).is_ok() {
                ongoing.opening += 1;
            }
        }
        ongoing
    }

    /// Keeps count of how hopeless a color is.
    pub(super) fn note_choice(&mut self, choice: &Choice) {
        let color = self.game.to_move();
        let is_hopeless =
            choice.playouts >= Self::MIN_PLAYOUTS && choice.value < Self::RESIGNATION.below;
        self.hopeless[color] = if is_hopeless {
            self.hopeless[color] + 1
        } else {
            0
        };
        let points = f32::from(self.game.size().points());
        let is_early = (self.game.move_count() as f32) < Self::RESIGNATION.not_before * points;
        let is_over = self.hopeless[color] >= Self::RESIGNATION.in_a_row;
        if is_over && !is_early && !self.played_out {
            self.result = Some(GameResult::Resignation { winner: !color });
        }
    }

    /// Does what a player has decided, unless the game is over; errors are a program's that breaks the rules.
    pub(super) fn apply(
        &mut self,
        decision: Decision,
        chance: Option<Chance>,
    ) -> Result<(), FoulMove> {
        if self.result.is_some() {
            return Ok(());
        }
        let color = self.game.to_move();
        match decision {
            Decision::Resign => {
                self.result = Some(GameResult::Resignation { winner: !color });
                Ok(())
            }
            Decision::Move(mv) => self.make(mv, chance).map_err(|source| FoulMove {
                number: self.game.move_count() + 1,
                color,
                mv,
                source,
            }),
        }
    }

    fn make(&mut self, mv: Move, chance: Option<Chance>) -> Result<(), IllegalMove> {
        self.game.play(self.game.to_move(), mv)?;
        self.plies.push(Ply { mv, chance });
        let points = usize::from(self.game.size().points());
        if self.game.consecutive_passes() >= 2 {
            self.result = Some(counted(&self.game));
        } else if self.game.cycle().is_some() {
            self.result = Some(GameResult::Void);
        } else if self.plies.len() >= 2 * points + 60 {
            self.result = Some(GameResult::Unknown);
        }
        Ok(())
    }

    fn into_training_game(self, plan: &GamePlan, players: ByColor<String>) -> TrainingGame {
        TrainingGame {
            index: plan.index,
            seed: plan.seed,
            size: plan.size,
            komi: plan.komi,
            rules: self.game.rules(),
            players,
            opening: self.opening,
            plies: self.plies,
            result: self.result.unwrap_or_default(),
        }
    }
}

/// The count after two passes; who is dead is our own judgment, whoever played.
fn counted(game: &Game) -> GameResult {
    let status = Engine::new(Settings::default()).status(game);
    score::count(game, &status).margin().into()
}
