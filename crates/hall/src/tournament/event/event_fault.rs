//! Entries of a journal that cannot follow what stands before them.

use super::event_entry::EVENT_FORMAT;
use super::plan_error::PlanError;

/// An entry that cannot follow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EventFault {
    /// A journal of another layout than this program's.
    #[error("its layout has number {0}; this program knows {EVENT_FORMAT}")]
    Layout(u32),
    /// Something comes before the beginning, or a second beginning.
    #[error("an entry is out of order")]
    Order,
    /// The event's file in the journal is none.
    #[error("the event's file in it: {0}")]
    Plan(#[from] PlanError),
    /// A round that is not the next one.
    #[error("round {0} is not the next one")]
    Round(u32),
    /// The round has no game at that board.
    #[error("there is no board {board} in round {round}")]
    NoGame {
        /// The round, from 1.
        round: u32,
        /// The board, from 1.
        board: u32,
    },
    /// The game is over.
    #[error("round {round}, board {board} is over: only a ruling changes it")]
    Over {
        /// The round, from 1.
        round: u32,
        /// The board, from 1.
        board: u32,
    },
    /// The round has been played in part, or is not the last.
    #[error("round {0} is {1}")]
    Fixed(u32, &'static str),
    /// The game has no end that could be taken back.
    #[error("round {round}, board {board} has no end to take back")]
    StillOpen {
        /// The round, from 1.
        round: u32,
        /// The board, from 1.
        board: u32,
    },
    /// A pairing by hand that cannot be.
    #[error(transparent)]
    Pairing(#[from] super::hand_pairing::HandPairingError),
    /// More stones than a handicap has.
    #[error("a handicap of {0} stones is none")]
    Handicap(u8),
    /// A number of a player that the event does not have.
    #[error("there is no player {0}")]
    NoPlayer(usize),
    /// The change cannot be made in mid-event.
    #[error("{0}")]
    Changed(String),
    /// Bytes that are no entry.
    #[error("{0}")]
    Bytes(String),
}
