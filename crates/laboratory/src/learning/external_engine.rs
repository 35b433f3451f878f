//! An external engine as a player of training games.

use std::time::Duration;

use sgmp_board::record::ByColor;
use sgmp_board::rules::{BoardSize, Color, Game, Komi, Rules};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::{Engine, Settings, Timing};
use sgmp_match::gtp::AskError;
use sgmp_match::play::{Decision, Fault, GtpPlayer, Player, Terms, Turn};
use sgmp_match::port::{CommandLine, EngineProcess, OpenError, SpecError};

/// The reason why an external engine does not play.
#[derive(Debug, thiserror::Error)]
#[error("{command}: {source}")]
pub struct ExternalEngineError {
    /// The command line that it was started by.
    pub command: String,
    /// The error and its remedy.
    pub source: EngineFault,
}

/// A flaw of an external engine, or of its command line.
#[derive(Debug, thiserror::Error)]
pub enum EngineFault {
    /// Words that are no command line.
    #[error(transparent)]
    Command(#[from] SpecError),
    /// A program that cannot be started.
    #[error(transparent)]
    Start(#[from] OpenError),
    /// A program that does not answer the greeting.
    #[error("{0}; does it speak GTP, as in `gnugo --mode gtp`?")]
    Greeting(#[source] AskError),
    /// An engine that does not take the terms of a game.
    #[error(transparent)]
    Terms(AskError),
}

/// The longest game: the engine hears of no clock, which would have some play at another level
/// than their words say.
const MAX_GAME_TIME: Duration = Duration::from_secs(24 * 60 * 60);

/// A program that speaks GTP.
pub(super) struct ExternalEngine {
    command: String,
    player: GtpPlayer<EngineProcess>,
}

impl ExternalEngine {
    /// Starts and greets it.
    pub(super) fn spawn(command: &str, halt: &StopFlag) -> Result<Self, ExternalEngineError> {
        let player = Self::greet(command, halt);
        let player = player.map_err(|source| ExternalEngineError {
            command: command.to_owned(),
            source,
        })?;
        Ok(Self {
            command: command.to_owned(),
            player,
        })
    }

    fn greet(command: &str, halt: &StopFlag) -> Result<GtpPlayer<EngineProcess>, EngineFault> {
        let line: CommandLine = command.parse()?;
        let process = EngineProcess::start(&line)?;
        let judge = Engine::new(Settings::default());
        let player = GtpPlayer::greet(process, judge, halt).map_err(EngineFault::Greeting)?;
        Ok(player.untimed())
    }

    /// Its own name, and its command line.
    pub(super) fn name(&self) -> String {
        format!("{} ({})", self.player.engine_name(), self.command)
    }

    pub(super) fn set_up(
        &mut self,
        size: BoardSize,
        komi: Komi,
        rules: Rules,
        halt: &StopFlag,
    ) -> Result<(), ExternalEngineError> {
        let terms = Terms {
            color: Color::Black,
            size,
            komi,
            rules: rules.into(),
            main_time: MAX_GAME_TIME,
            used: Duration::ZERO,
            names: ByColor::default(),
            event: String::new(),
            place: String::new(),
            round: String::new(),
            date: String::new(),
            handicap: sgmp_proto::Handicap::EVEN,
            dialect: sgmp_match::play::Dialect::Fjk,
        };
        let told = self.player.set_up(&terms, halt);
        told.map_err(|error| ExternalEngineError {
            command: self.command.clone(),
            source: EngineFault::Terms(error),
        })
    }

    /// Asks for a move.
    pub(super) fn choose(
        &mut self,
        game: &Game,
        color: Color,
        halt: &StopFlag,
    ) -> Result<Decision, Fault> {
        let turn = Turn {
            game,
            color,
            time_left: MAX_GAME_TIME,
            halt,
            timing: Timing::UNTIMED,
        };
        self.player.choose(&turn)
    }
}
