//! A player whose words have been looked at: what can be refused before the first game is refused.

use std::sync::Arc;

use serde_json::{Value, json};

use super::gtp_seat::GtpSeat;
use super::own_seat::OwnSeat;
use super::people_seat::{MoveAsker, PeopleSeat};
use super::random_seat::RandomSeat;
use super::seat::Seat;
use super::seat_terms::{SeatError, SeatTerms};
use super::usenix_seat::UsenixSeat;
use crate::tournament::command_template::{CommandTemplate, GameFacts};
use crate::tournament::player_error::PlayerFileError;
use crate::tournament::player_spec::{PlayerKind, PlayerSpec};
use sgmp_board::rules::Color;
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::{KNOBS, PlayMode, Settings};
use sgmp_match::play::{Fault, FaultKind};
use sgmp_match::port::CommandLine;

/// A player that can take a seat.
#[derive(Clone, Debug)]
pub struct ReadyPlayer {
    name: String,
    kind: ReadyKind,
}

#[derive(Clone, Debug)]
enum ReadyKind {
    Ours {
        settings: Box<Settings>,
        /// True if the words name its seed.
        has_own_seed: bool,
        /// True if it thinks as long as it may.
        needs_time: bool,
    },
    Random,
    Gtp(CommandTemplate),
    Usenix(CommandTemplate),
    People(Arc<dyn MoveAsker>),
}

/// The reason why a player cannot take a seat; it is called by its words.
#[derive(Debug, thiserror::Error)]
pub enum UnseatedError {
    /// A net or weights that are of no use.
    #[error("player {player}: {source}")]
    Files {
        /// The player, as the command line has it.
        player: String,
        /// The mistake in one of its files.
        source: Box<PlayerFileError>,
    },
    /// People, or somebody on a line.
    #[error("player {0}: only our engine, random and programs by GTP or USENIX play here")]
    Kind(String),
}

impl ReadyPlayer {
    /// Looks at a player's words.
    ///
    /// # Errors
    /// A player that cannot be seated at a board without people and without a line; a net that cannot be
    /// read.
    pub fn new(spec: &PlayerSpec) -> Result<Self, UnseatedError> {
        let kind = match spec.kind() {
            PlayerKind::Ours(own) => ReadyKind::Ours {
                settings: Box::new(own.settings(0).map_err(|source| UnseatedError::Files {
                    player: spec.to_string(),
                    source: Box::new(source),
                })?),
                has_own_seed: own.has_own_seed(),
                needs_time: own.needs_time(),
            },
            PlayerKind::Random => ReadyKind::Random,
            PlayerKind::Gtp(command) => ReadyKind::Gtp(command.clone()),
            PlayerKind::Usenix(command) => ReadyKind::Usenix(command.clone()),
            PlayerKind::Sgmp(_) | PlayerKind::Human => {
                return Err(UnseatedError::Kind(spec.to_string()));
            }
        };
        Ok(Self {
            name: spec.name().to_owned(),
            kind,
        })
    }

    /// The same player, for whom people are asked.
    pub(crate) fn asked(self, asker: Arc<dyn MoveAsker>) -> Self {
        Self {
            name: self.name,
            kind: ReadyKind::People(asker),
        }
    }

    /// The name in tables and records.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether it thinks as long as it may: games without a clock have no end.
    pub const fn needs_time(&self) -> bool {
        matches!(
            self.kind,
            ReadyKind::Ours {
                needs_time: true,
                ..
            }
        )
    }

    /// The numbers that a search of ours without a net goes by, whatever its words leave unsaid: a duel
    /// is not gone on with by an engine that has others.
    pub(crate) fn search_words(&self) -> Option<Value> {
        let ReadyKind::Ours { settings, .. } = &self.kind else {
            return None;
        };
        if settings.mode != PlayMode::Search || settings.net.is_some() {
            return None;
        }
        let uct = &settings.uct;
        let mut words: Value = KNOBS
            .iter()
            .map(|knob| (knob.name.to_owned(), json!(knob.get(uct))))
            .collect();
        words["playout_weights"] = json!(format!("{:016x}", uct.policy.digest()));
        words["pattern_weights"] = json!(format!("{:016x}", uct.patterns.digest()));
        Some(words)
    }

    /// Returns whether it can begin on a board with moves: USENIX knows no such game.
    pub(crate) const fn takes_openings(&self) -> bool {
        !matches!(self.kind, ReadyKind::Usenix(_))
    }

    /// Takes a seat: a program is started and told the terms.
    ///
    /// # Errors
    /// The program's fault, or a halt.
    pub fn sit_down(
        &self,
        color: Color,
        seed: u64,
        terms: &SeatTerms<'_>,
        halt: &StopFlag,
    ) -> Result<Seat, SeatError> {
        match &self.kind {
            ReadyKind::Ours {
                settings,
                has_own_seed,
                needs_time,
            } => {
                let mut settings = **settings;
                if !has_own_seed {
                    settings.seed = seed;
                }
                let time = terms.time.filter(|_| *needs_time);
                Ok(Seat::Own(Box::new(OwnSeat::new(settings, time))))
            }
            ReadyKind::Random => Ok(Seat::Random(RandomSeat::new(seed))),
            ReadyKind::People(asker) => Ok(Seat::People(PeopleSeat::new(Arc::clone(asker), color))),
            ReadyKind::Gtp(command) => {
                let command = fill(command, &facts(color, terms))?;
                let seat = GtpSeat::start(&command, terms, halt)?;
                Ok(Seat::Gtp(Box::new(seat)))
            }
            ReadyKind::Usenix(command) => {
                let facts = facts(color, terms);
                let seat = UsenixSeat::start(&fill(command, &facts)?, &facts, terms)?;
                Ok(Seat::Usenix(Box::new(seat)))
            }
        }
    }
}

/// The facts of a game for one side.
fn facts(color: Color, terms: &SeatTerms<'_>) -> GameFacts {
    GameFacts {
        color,
        size: terms.size,
        komi: terms.komi,
        seconds: terms.time.map_or(0, |time| time.main.as_secs()),
    }
}

/// The command of a game.
fn fill(command: &CommandTemplate, facts: &GameFacts) -> Result<CommandLine, Fault> {
    let command = command.fill(facts);
    command.map_err(|error| Fault::new(FaultKind::Crash, error))
}
