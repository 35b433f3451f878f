//! An external engine as a player of training games.

/// The reason why an external engine does not play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{command}: {why}")]
pub struct SpawnError {
    /// Its command line.
    pub command: String,
    /// The error and its remedy.
    pub why: String,
}

#[cfg(unix)]
pub(super) use unix::ExternalEngine;

#[cfg(not(unix))]
pub(super) use elsewhere::ExternalEngine;

#[cfg(unix)]
mod unix {
    use std::time::Duration;

    use super::SpawnError;
    use sgmp_board::record::ByColor;
    use sgmp_board::rules::{BoardSize, Color, Game, Komi, Rules};
    use sgmp_board::stop_flag::StopFlag;
    use sgmp_engine::engine::{Engine, Settings, Timing};
    use sgmp_match::play::{Decision, GtpPlayer, Player, Terms, Turn};
    use sgmp_match::port::{CommandLine, EngineProcess};

    /// The longest game: the engine hears of no clock, which would have some play at another level
    /// than their words say.
    const MAX_GAME_TIME: Duration = Duration::from_secs(24 * 60 * 60);

    /// A program that speaks GTP.
    pub(in crate::learning) struct ExternalEngine {
        command: String,
        player: GtpPlayer<EngineProcess>,
    }

    impl ExternalEngine {
        /// Starts and greets it.
        pub(in crate::learning) fn spawn(
            command: &str,
            halt: &StopFlag,
        ) -> Result<Self, SpawnError> {
            let failed = |why: String| SpawnError {
                command: command.to_owned(),
                why,
            };
            let line: CommandLine = command
                .parse()
                .map_err(|error| failed(format!("{error}")))?;
            let process = EngineProcess::start(&line).map_err(|error| failed(error.to_string()))?;
            let judge = Engine::new(Settings::default());
            let player = GtpPlayer::greet(process, judge, halt).map_err(|error| {
                failed(format!(
                    "{error}; does it speak GTP, as in `gnugo --mode gtp`?"
                ))
            })?;
            Ok(Self {
                command: command.to_owned(),
                player: player.untimed(),
            })
        }

        /// Its own name, and its command line.
        pub(in crate::learning) fn name(&self) -> String {
            format!("{} ({})", self.player.engine_name(), self.command)
        }

        /// Clears its board.
        pub(in crate::learning) fn set_up(
            &mut self,
            size: BoardSize,
            komi: Komi,
            rules: Rules,
            halt: &StopFlag,
        ) -> Result<(), String> {
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
            told.map_err(|error| format!("{}: {error}", self.command))
        }

        /// Asks for a move.
        pub(in crate::learning) fn choose(
            &mut self,
            game: &Game,
            color: Color,
            halt: &StopFlag,
        ) -> Result<Decision, String> {
            let turn = Turn {
                game,
                color,
                time_left: MAX_GAME_TIME,
                halt,
                timing: Timing::UNTIMED,
            };
            self.player.choose(&turn).map_err(|error| error.to_string())
        }
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use super::SpawnError;
    use sgmp_board::rules::{BoardSize, Color, Game, Komi, Rules};
    use sgmp_board::stop_flag::StopFlag;
    use sgmp_match::play::Decision;

    /// There is none here.
    pub(in crate::learning) enum ExternalEngine {}

    impl ExternalEngine {
        pub(in crate::learning) fn spawn(
            command: &str,
            _halt: &StopFlag,
        ) -> Result<Self, SpawnError> {
            Err(SpawnError {
                command: command.to_owned(),
                why: "other programs' engines need a Unix system; here our own plays".to_owned(),
            })
        }

        pub(in crate::learning) fn name(&self) -> String {
            match *self {}
        }

        pub(in crate::learning) fn set_up(
            &mut self,
            _: BoardSize,
            _: Komi,
            _: Rules,
            _: &StopFlag,
        ) -> Result<(), String> {
            match *self {}
        }

        pub(in crate::learning) fn choose(
            &mut self,
            _: &Game,
            _: Color,
            _: &StopFlag,
        ) -> Result<Decision, String> {
            match *self {}
        }
    }
}
