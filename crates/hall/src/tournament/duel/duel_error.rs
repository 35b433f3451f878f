//! The reasons why a duel makes no sense.

use super::duel_plan::{MAX_GAMES, MAX_PLAYERS};
use crate::tournament::seats::UnseatedError;
use crate::tournament::{PlayerSpecError, PlayerWordsError};
use sgmp_board::rules::{BoardSize, max_fixed_stones};

/// The reason why a duel makes no sense.
#[derive(Debug, thiserror::Error)]
pub enum DuelError {
    /// Too few players, or too many.
    #[error("{0} players: name 2 to {MAX_PLAYERS}")]
    Players(usize),
    /// Two of one name.
    #[error("two players are called {0:?}: name them, as in strong={0}")]
    SameName(String),
    /// No even number of games.
    #[error("{0} games: write an even number, 2 to {MAX_GAMES}")]
    Games(u32),
    /// A player that thinks as long as it may, and no clock.
    #[error("{0} thinks as long as it may: give a time, or a level below 20, or playouts")]
    NeedsTime(String),
    /// A program that cannot begin on a board with moves.
    #[error(
        "{0} plays by the rules of USENIX, which know no opening: give no openings and no moves by lot"
    )]
    NoOpenings(String),
    /// A handicap that this board does not know.
    #[error(
        "a handicap of {stones} stones: on {size} write 0, or 2 to {}", max_fixed_stones(*.size)
    )]
    Handicap {
        /// The stones that were asked for.
        stones: usize,
        /// The board of the duel.
        size: BoardSize,
    },
    /// Stones, and openings beside them.
    #[error("openings begin on an empty board: give a handicap or openings")]
    HandicapAndOpenings,
    /// A player that cannot be seated.
    #[error(transparent)]
    Unseated(#[from] UnseatedError),
    /// A player whose program is nowhere.
    #[error("player {player}: {source}")]
    Program {
        /// The player as the command line has it.
        player: String,
        /// The mistake in its words, and the remedy.
        source: PlayerWordsError,
    },
    /// A referee that is nowhere.
    #[error("--referee: there is no program {0}: give its full path")]
    NoReferee(String),
    /// Words that name no player.
    #[error(transparent)]
    Words(#[from] PlayerSpecError),
}
