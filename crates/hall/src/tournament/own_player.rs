//! Our own engine as a player: its words, and the settings that they come to.

use std::fs::File;
use std::io::Read;
use std::path::PathBuf;
use std::str::FromStr;

use super::player_error::{OwnPlayerError, PlayerFileError};
use sgmp_board::record::read_bytes;
use sgmp_engine::engine::evolved::{EvolvedChoice, EvolvedPlayer, StaticPlayer};
use sgmp_engine::engine::{Level, NetChoice, PlayMode, Settings, parse_settings};
use sgmp_engine::search::{PlayoutPolicy, PlayoutWeights, PlayoutWeightsError, UctParams};
use sgmp_knowledge::move_weights::{MovePriors, MoveWeights};

/// Our own engine as a player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnPlayer {
    level: Option<Level>,
    /// Playouts, or evaluations of the net, for a move.
    playouts: Option<u32>,
    /// The net it thinks with.
    net: NetWords,
    /// The likeliest move by the learned shapes alone.
    shapes: bool,
    /// One that does not think, in the engine's place.
    instant: Option<InstantPlayer>,
    /// Its own seed; else one for each game.
    seed: Option<u64>,
    /// False if it plays every game to its end.
    never_resigns: bool,
    /// Parameters of a search without a net.
    uct: UctParams,
    /// Weights of its playouts in a file, as `learn playouts` makes them.
    playout_weights: Option<PathBuf>,
    /// Weights of its patterns in a file, as `learn patterns` makes them.
    pattern_weights: Option<PathBuf>,
}

/// A player that chooses without thinking.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum InstantPlayer {
    /// By a look at each point.
    Static(StaticPlayer),
    /// By an evolved net in a file.
    Evolved(PathBuf),
}

impl InstantPlayer {
    fn mode(&self) -> Result<PlayMode, PlayerFileError> {
        match self {
            Self::Static(player) => Ok(PlayMode::Static(*player)),
            Self::Evolved(path) => {
                let player = EvolvedPlayer::read(&read_bytes(path)?);
                let player = player.map_err(|source| PlayerFileError::Evolved {
                    path: path.clone(),
                    source,
                })?;
                Ok(PlayMode::Evolved(EvolvedChoice::keep(player)))
            }
        }
    }
}

/// The net that a player of ours thinks with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum NetWords {
    /// The default of such a player: our own, and none with a number of playouts.
    #[default]
    Unsaid,
    /// The one that the program carries.
    Own,
    None,
    File(PathBuf),
}

/// Bytes of tree for a playout a move, what is kept from move to move included.
const MEMORY_A_PLAYOUT: usize = 64 << 10;

impl OwnPlayer {
    pub(super) fn at_level(level: Level) -> Self {
        Self {
            level: Some(level),
            ..Self::default()
        }
    }

    pub(super) fn without_thought(player: InstantPlayer) -> Self {
        Self {
            instant: Some(player),
            ..Self::default()
        }
    }

    /// Its level, where the words say nothing else: `level:5`, and `ours:level=5`.
    pub fn level_alone(&self) -> Option<Level> {
        self.level.filter(|level| *self == Self::at_level(*level))
    }

    /// Returns whether it thinks as long as it may: it needs a clock.
    #[must_use]
    pub fn needs_time(&self) -> bool {
        let is_bounded = self.level.is_some_and(|level| level < Level::MAX);
        !self.shapes && self.instant.is_none() && self.playouts.is_none() && !is_bounded
    }

    /// Returns whether the words name its seed.
    pub(crate) const fn has_own_seed(&self) -> bool {
        self.seed.is_some()
    }

    /// The engine's settings; the seed is the game's where the words name none.
    ///
    /// # Errors
    /// A file of a net or of weights that cannot be read.
    pub fn settings(&self, seed: u64) -> Result<Settings, PlayerFileError> {
        let skill = self.level.and_then(Level::skill);
        let mode = match (&self.instant, skill) {
            (Some(player), _) => player.mode()?,
            _ if self.shapes => PlayMode::Shapes,
            (None, Some(skill)) => PlayMode::Experts(skill),
            (None, None) => PlayMode::Search,
        };
        let net = self.net.choice(mode, self.playouts.is_some())?;
        let uct = self.search_params()?;
        let net_skill = self.level.and_then(Level::net_skill);
        let playouts = self
            .playouts
            .or_else(|| self.level.and_then(Level::playouts));
        let defaults = Settings::default();
        Ok(Settings {
            seed: self.seed.unwrap_or(seed),
            mode,
            net,
            net_skill: net_skill.filter(|_| net.is_some()),
            playouts,
            resign: defaults.resign.filter(|_| !self.never_resigns),
            uct,
            memory: playouts.map_or(256 << 20, |playouts| {
                let memory = (playouts as usize).saturating_mul(MEMORY_A_PLAYOUT);
                memory.clamp(8 << 20, 512 << 20)
            }),
            ..defaults
        })
    }

    /// The parameters of a search without a net, with the weights of files, which stay for as long as the
    /// program runs.
    fn search_params(&self) -> Result<UctParams, PlayerFileError> {
        let mut uct = self.uct;
        if let Some(path) = &self.playout_weights {
            let of_file = |source| PlayerFileError::PlayoutWeights {
                path: path.clone(),
                source,
            };
            let file = PlayoutWeights::from_bytes(&read_bytes(path)?).map_err(of_file)?;
            let policy = PlayoutPolicy::new(&file.weights).ok_or_else(|| {
                let (found, known) = (file.weights.len(), PlayoutPolicy::features());
                of_file(PlayoutWeightsError::Features { found, known })
            })?;
            uct.policy = Box::leak(Box::new(policy));
        }
        if let Some(path) = &self.pattern_weights {
            let weights = MoveWeights::from_bytes(&read_bytes(path)?);
            let weights = weights.map_err(|source| PlayerFileError::PatternWeights {
                path: path.clone(),
                source,
            })?;
            uct.patterns = Box::leak(Box::new(MovePriors::for_search(&weights)));
        }
        Ok(uct)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), OwnPlayerError> {
        let odd = |wanted| OwnPlayerError::Value {
            name: name.to_owned(),
            value: value.to_owned(),
            wanted,
        };
        match name {
            "level" => self.level = Some(value.parse()?),
            "playouts" => {
                let playouts: Option<u32> = value.parse().ok().filter(|n| *n > 0);
                self.playouts = Some(playouts.ok_or_else(|| odd("a number from 1 on"))?);
            }
            "seed" => self.seed = Some(value.parse().map_err(|_| odd("a whole number"))?),
            "net" => {
                self.net = match value {
                    "own" => NetWords::Own,
                    "none" => NetWords::None,
                    "" => return Err(odd("own, none or a file")),
                    path => NetWords::File(path.into()),
                }
            }
            "playout_weights" | "pattern_weights" if value.is_empty() => return Err(odd("a file")),
            "playout_weights" => self.playout_weights = Some(value.into()),
            "pattern_weights" => self.pattern_weights = Some(value.into()),
            "resign" => {
                self.never_resigns = match value {
                    "yes" => false,
                    "never" => true,
                    _ => return Err(odd("yes or never")),
                }
            }
            _ => {
                for setting in parse_settings(&format!("{name}={value}"))? {
                    setting.knob.set(&mut self.uct, setting.value);
                }
            }
        }
        Ok(())
    }
}

impl FromStr for OwnPlayer {
    type Err = OwnPlayerError;

    /// Reads `level=5,resign=never`: names and values, in any order.
    fn from_str(text: &str) -> Result<Self, OwnPlayerError> {
        let mut own = Self::default();
        for part in text.split(',').map(str::trim) {
            match part.split_once('=') {
                Some((name, value)) => own.set(name.trim(), value.trim())?,
                None if part.is_empty() => {}
                None if part == "shapes" => own.shapes = true,
                None => return Err(OwnPlayerError::Bare(part.to_owned())),
            }
        }
        let ways = [own.level.is_some(), own.playouts.is_some(), own.shapes];
        if ways.iter().filter(|is_set| **is_set).count() > 1 {
            return Err(OwnPlayerError::Exclusive);
        }
        Ok(own)
    }
}

impl NetWords {
    fn choice(
        &self,
        mode: PlayMode,
        counts_playouts: bool,
    ) -> Result<Option<NetChoice>, PlayerFileError> {
        if mode != PlayMode::Search {
            return Ok(None);
        }
        match self {
            Self::None => Ok(None),
            Self::Unsaid if counts_playouts => Ok(None),
            Self::Unsaid | Self::Own => Ok(Some(NetChoice::embedded())),
            Self::File(path) => {
                let path = path.clone();
                let mut bytes = Vec::new();
                // A longer file is cut off here, and refused when it is read.
                let read = File::open(&path)
                    .and_then(|file| file.take(NetChoice::MAX_BYTES + 1).read_to_end(&mut bytes));
                if let Err(source) = read {
                    return Err(PlayerFileError::UnreadNet { path, source });
                }
                let net = NetChoice::read(&bytes).map(Some);
                net.map_err(|source| PlayerFileError::Net { path, source })
            }
        }
    }
}
