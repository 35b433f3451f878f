//! Our player in a match: our own engine, or another program.

use super::match_plan::PlayerPlan;
use sgmp_board::failure::Failure;
use sgmp_engine::engine::{Engine, Settings};
use sgmp_engine::time_control::Thinking;
use sgmp_match::console::signals::Interrupts;
use sgmp_match::play::{EnginePlayer, InsightSlot, Player, Terms};
use sgmp_match::port::{CommandLine, ManualPlayer, MoveSlot, OpponentsTime};

/// Name of our own engine.
pub(crate) const OUR_NAME: &str = "sgmp-go";

/// A player, and how its time is spent.
pub(crate) enum LocalPlayer {
    Own {
        player: Box<EnginePlayer>,
        thinking: Thinking,
        opponents_time: OpponentsTime,
    },
    /// Somebody who moves by hand, or by a controller's.
    ManualPlayer(Box<ManualPlayer>),
    /// A program that speaks GTP, and looks after its clock itself.
    External(Box<external_engine::ExternalEngine>),
}

impl LocalPlayer {
    /// Takes the player that the words name; another program is started and greeted.
    ///
    /// # Errors
    /// A program that cannot be started, or does not answer in GTP.
    pub(crate) fn start(plan: &PlayerPlan<'_>, interrupts: &Interrupts) -> Result<Self, Failure> {
        match plan.engine {
            None => Ok(Self::own(plan)),
            Some(command) => {
                let judge = Engine::new(plan.thinking.settings());
                external_engine::spawn(command, judge, interrupts)
                    .map(|engine| Self::External(Box::new(engine)))
            }
        }
    }

    /// Another program, started and greeted; the final count is our engine's.
    ///
    /// # Errors
    /// As for [`Self::start`].
    pub(crate) fn by_program(
        command: &CommandLine,
        interrupts: &Interrupts,
    ) -> Result<Self, Failure> {
        let judge = Engine::new(Settings::default());
        external_engine::spawn(command, judge, interrupts)
            .map(|engine| Self::External(Box::new(engine)))
    }

    /// Somebody who moves by this slot; the final count is our engine's.
    pub(crate) fn by_hand(slot: MoveSlot) -> Self {
        let judge = Engine::new(Settings::default());
        Self::ManualPlayer(Box::new(ManualPlayer::new(
            slot,
            OUR_NAME.to_owned(),
            judge,
        )))
    }

    fn own(plan: &PlayerPlan<'_>) -> Self {
        let mut settings = plan.thinking.settings();
        if !plan.resigns {
            settings.resign = None;
        }
        let player = EnginePlayer::new(Engine::new(settings), OUR_NAME.to_owned());
        Self::Own {
            player: Box::new(player),
            thinking: plan.thinking.thinking(),
            opponents_time: if plan.ponders {
                plan.thinking.opponents_time()
            } else {
                OpponentsTime::Rest
            },
        }
    }

    /// Has our engine leave its thoughts in this place; nobody else does.
    pub(crate) fn telling(self, slot: &InsightSlot) -> Self {
        match self {
            Self::Own {
                player,
                thinking,
                opponents_time,
            } => Self::Own {
                player: Box::new(player.telling(slot.clone())),
                thinking,
                opponents_time,
            },
            other => other,
        }
    }

    /// The player's own name.
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Own { .. } | Self::ManualPlayer(_) => OUR_NAME,
            Self::External(engine) => engine.name(),
        }
    }

    /// Tells it the terms.
    ///
    /// # Errors
    /// Terms that it does not play by.
    pub(crate) fn set_up(&mut self, terms: &Terms, interrupts: &Interrupts) -> Result<(), Failure> {
        match self {
            Self::Own { .. } | Self::ManualPlayer(_) => Ok(()),
            Self::External(engine) => engine.set_up(terms, interrupts),
        }
    }

    /// Measure of its time for a move.
    pub(crate) const fn thinking(&self) -> Thinking {
        match self {
            Self::Own { thinking, .. } => *thinking,
            Self::ManualPlayer(_) => Thinking::ByItself,
            Self::External(_) => Thinking::ByItself,
        }
    }

    /// Its use of the opponent's time, as far as that is ours to say.
    pub(crate) const fn opponents_time(&self) -> OpponentsTime {
        match self {
            Self::Own { opponents_time, .. } => *opponents_time,
            Self::ManualPlayer(_) => OpponentsTime::Rest,
            Self::External(_) => OpponentsTime::Rest,
        }
    }

    pub(crate) fn player(self) -> Box<dyn Player> {
        match self {
            Self::Own { player, .. } => player,
            Self::ManualPlayer(hand) => hand,
            Self::External(engine) => engine.player(),
        }
    }
}

mod external_engine {
    use std::sync::Arc;

    use sgmp_board::failure::{Blame, Failure};
    use sgmp_board::stop_flag::StopFlag;
    use sgmp_engine::engine::Engine;
    use sgmp_match::console::signals::Interrupts;
    use sgmp_match::gtp::AskError;
    use sgmp_match::play::{GtpPlayer, Player, Terms};
    use sgmp_match::port::{CommandLine, EngineProcess};

    /// A program in the player's chair.
    pub(crate) struct ExternalEngine {
        command: String,
        player: GtpPlayer<EngineProcess>,
    }

    pub(crate) fn spawn(
        command: &CommandLine,
        judge: Engine,
        interrupts: &Interrupts,
    ) -> Result<ExternalEngine, Failure> {
        let process = EngineProcess::start(command)
            .map_err(|error| Failure::new(Blame::Usage, format!("--engine: {error}")))?;
        let command = command.to_string();
        let greeted = GtpPlayer::greet(process, judge, &halt(interrupts));
        let player = greeted.map_err(|error| failure(&command, &error))?;
        log::info!("{} plays for us", player.engine_name());
        Ok(ExternalEngine { command, player })
    }

    impl ExternalEngine {
        pub(crate) fn name(&self) -> &str {
            self.player.engine_name()
        }

        pub(crate) fn set_up(
            &mut self,
            terms: &Terms,
            interrupts: &Interrupts,
        ) -> Result<(), Failure> {
            let told = self.player.set_up(terms, &halt(interrupts));
            told.map_err(|error| failure(&self.command, &error))
        }

        pub(crate) fn player(self) -> Box<dyn Player> {
            Box::new(self.player)
        }
    }

    /// Ctrl-C before the match ends the wait for an answer.
    fn halt(interrupts: &Interrupts) -> StopFlag {
        StopFlag::from(Arc::clone(&interrupts.flag))
    }

    fn failure(command: &str, error: &AskError) -> Failure {
        let (exit, advice) = match error {
            AskError::Halted { .. } => (Blame::Interrupted, ""),
            AskError::Refused { .. } => (Blame::Usage, "; it cannot play this match"),
            _ => (
                Blame::Usage,
                "; does it speak GTP, as in `gnugo --mode gtp` or `katago gtp`?",
            ),
        };
        Failure::new(exit, format!("--engine {command}: {error}{advice}"))
    }
}
