//! The reasons why the hall cannot play a game.

use std::io;
use std::path::PathBuf;

use crate::tournament::duel::DuelError;
use crate::tournament::{PlayerFileError, PlayerSpecError, PlayerWordsError, UnseatedError};
use sgmp_match::play::journal::JournalError;
use sgmp_match::port::SpecError;

/// The reason why a player cannot play in an event.
#[derive(Debug, thiserror::Error)]
#[error("player {name}, plays = {plays:?}: {source}")]
pub struct EnteredPlayerError {
    /// The name of the player.
    pub name: String,
    /// The words of the player.
    pub plays: String,
    /// The reason why the player cannot take part.
    pub source: Box<EntryFault>,
}

/// A flaw of a player who enters an event.
#[derive(Debug, thiserror::Error)]
pub enum EntryFault {
    /// Words that name no player, or a program that is nowhere.
    #[error(transparent)]
    Words(#[from] PlayerWordsError),
    /// A file of no use.
    #[error(transparent)]
    Files(#[from] PlayerFileError),
    /// No seat in games with a handicap.
    #[error(transparent)]
    EvenOnly(#[from] EvenOnlyError),
    /// No seat under the referee of USENIX.
    #[error(transparent)]
    Unrefereed(#[from] UnrefereedError),
    /// An engine of ours that thinks as long as it may, in words that a game on a line cannot keep.
    #[error(
        "on the line to {opponent} only level:20 thinks as long as it may: write that, or give level=0 to 19, or \
         playouts"
    )]
    Endless {
        /// The player on the line.
        opponent: String,
    },
}

/// A kind of player that is no program by the rules of USENIX.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("under the referee of USENIX play usenix:COMMAND, gtp:COMMAND, level:N and random")]
pub struct UnrefereedError;

/// A kind of player that plays even games alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "handicap games are played by people, level:N, random and gtp:COMMAND: the rules of USENIX and of the line know no \
     stones; leave `handicap` out, or the player"
)]
pub struct EvenOnlyError;

/// The reason why a game of an event cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum HallGameError {
    /// The event has no game there.
    #[error("no such game")]
    NoGame,
    /// Words that name no player.
    #[error(transparent)]
    Words(#[from] PlayerSpecError),
    /// A player who has no seat under the referee of USENIX.
    #[error(transparent)]
    Unrefereed(#[from] UnrefereedError),
    /// A player who has no seat in the game of a duel, or a duel that makes no sense.
    #[error(transparent)]
    Duel(#[from] DuelError),
    /// A player who has no seat beside a line.
    #[error(transparent)]
    Unseated(#[from] UnseatedError),
    /// A line that is none once the facts of the game stand in its words.
    #[error(transparent)]
    Port(#[from] SpecError),
}

/// The reason why the files of a game on a line cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum GameFilesError {
    /// The folder of the game cannot be made.
    #[error("{}: {source}", .path.display())]
    Folder {
        /// The path of the folder.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The journal cannot be made or read.
    #[error(transparent)]
    Journal(#[from] JournalError),
}
