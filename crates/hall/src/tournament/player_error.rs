//! The reasons why a player cannot be had: its words, its program, its files.

use std::io;
use std::path::PathBuf;

use super::command_template::TemplateError;
use sgmp_board::record::FileError;
use sgmp_engine::engine::evolved::EvolvedPlayerError;
use sgmp_engine::engine::{KnobError, LevelError};
use sgmp_engine::net::NetChoiceError;
use sgmp_engine::search::PlayoutWeightsError;
use sgmp_knowledge::move_weights::MoveWeightsError;
use sgmp_match::port::SpecError;

/// The forms of a player, for errors and help.
const FORMS: &str = "level:0 to level:20, ours:NAME=VALUE,..., static-1, fighter-1, \
                     scatter-1, evolved:FILE, random, gtp:COMMAND or a bare COMMAND, \
                     usenix:COMMAND, sgmp:PORT, human";

/// The reason why words name no player.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("player {text:?}: {source}")]
pub struct PlayerSpecError {
    /// The player's words, as they were given.
    pub text: String,
    /// The mistake and its remedy.
    pub source: PlayerWordsError,
}

/// A mistake in the words of a player.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlayerWordsError {
    /// There are no words.
    #[error("nobody is named; there are {FORMS}")]
    Empty,
    /// A kind of player that there is not.
    #[error("no kind of player is called {0:?}; there are {FORMS}")]
    Kind(String),
    /// Something else where a level stands.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// A mistake in the words of our own engine.
    #[error(transparent)]
    Own(#[from] OwnPlayerError),
    /// A command line that is none.
    #[error(transparent)]
    Command(#[from] TemplateError),
    /// A port that is none.
    #[error(transparent)]
    Port(#[from] SpecError),
    /// A program that is nowhere.
    #[error("there is no program {0}: give its full path, or name a player: {FORMS}")]
    NoProgram(String),
}

/// A mistake in the words of our own engine as a player.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum OwnPlayerError {
    /// Something else where a level stands.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// A value that this name does not take.
    #[error("{name}={value}: write {wanted}")]
    Value {
        /// The name before the `=`.
        name: String,
        /// The value as it was written.
        value: String,
        /// The values that it takes.
        wanted: &'static str,
    },
    /// A name or value that is no parameter of the search; what else can be set stands behind it.
    #[error(
        "{0}; besides level, playouts, net, seed, resign, shapes, playout_weights and pattern_weights"
    )]
    Parameter(#[from] KnobError),
    /// A word without a value.
    #[error("{0:?} sets nothing: write NAME=VALUE or shapes")]
    Bare(String),
    /// More than one way to bound the thinking.
    #[error("level, playouts and shapes exclude each other: keep one")]
    Exclusive,
}

/// The reason why a file that a player's words name is of no use.
#[derive(Debug, thiserror::Error)]
pub enum PlayerFileError {
    /// It cannot be read.
    #[error(transparent)]
    Unread(#[from] FileError),
    /// A net that cannot be read.
    #[error("{}: {source}", .path.display())]
    UnreadNet {
        /// The file that could not be read.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// It is no net.
    #[error("{}: {source}", .path.display())]
    Net {
        /// The file that is no net.
        path: PathBuf,
        /// The flaw in it.
        source: NetChoiceError,
    },
    /// It is no evolved player.
    #[error("{}: {source}", .path.display())]
    Evolved {
        /// The file that is no evolved player.
        path: PathBuf,
        /// The flaw in it.
        source: EvolvedPlayerError,
    },
    /// It holds no weights of playouts.
    #[error("{}: {source}", .path.display())]
    PlayoutWeights {
        /// The file without weights of playouts.
        path: PathBuf,
        /// The flaw in it.
        source: PlayoutWeightsError,
    },
    /// It holds no weights of patterns.
    #[error("{}: {source}", .path.display())]
    PatternWeights {
        /// The file without weights of patterns.
        path: PathBuf,
        /// The flaw in it.
        source: MoveWeightsError,
    },
}
