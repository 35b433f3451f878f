//! Entries of an event's journal: they alone rebuild it.

use serde::{Deserialize, Serialize};

use super::super::pairing::PairedRound;
use super::game_end::GameEnd;

/// Number of the entries' layout.
pub const EVENT_FORMAT: u32 = 1;

/// The person who decided something, and the reason.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulingBy {
    /// The person.
    pub who: String,
    /// The reason.
    pub why: String,
}

/// A player's state from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "state")]
pub enum PresenceEntry {
    /// Not there in a round: no game, no points.
    Absent {
        /// The round.
        round: u32,
    },
    /// Late in a round, and announced: so many minutes off its clock.
    Late {
        /// The round.
        round: u32,
        /// Minutes.
        minutes: u32,
    },
    /// Gone for good.
    Withdrawn,
    /// Disqualified: its later games are lost.
    Disqualified,
    /// Back again after a withdrawal.
    Back,
}

/// An entry of the journal. Times are RFC 3339.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum EventEntry {
    /// The event begins.
    EventOpened {
        /// [`EVENT_FORMAT`].
        format: u32,
        /// The program and its version.
        program: String,
        /// The file of the event, whole.
        plan: String,
        /// The seed of lots and games.
        seed: u64,
        /// When.
        at: String,
    },
    /// The file was changed between rounds: players came, programs were changed.
    PlanChanged {
        /// The file of the event, whole.
        plan: String,
        /// When.
        at: String,
    },
    /// A round is paired.
    RoundPaired {
        /// The round, from 1.
        round: u32,
        /// Its games.
        paired: PairedRound,
        /// When.
        at: String,
        /// The person who changed the pairing by hand.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<RulingBy>,
    },
    /// A player's state changes.
    Presence {
        /// The player.
        player: usize,
        /// Its state.
        presence: PresenceEntry,
        /// The person who says so.
        by: RulingBy,
        /// When.
        at: String,
    },
    /// A game begins, or begins anew after the hall was interrupted.
    GameStarted {
        /// The round.
        round: u32,
        /// The board, from 1.
        board: u32,
        /// When.
        at: String,
    },
    /// A game is over, or waits for the judge.
    GameEnded {
        /// The round.
        round: u32,
        /// The board, from 1.
        board: u32,
        /// Its end.
        end: GameEnd,
        /// When.
        at: String,
    },
    /// The judge, or the operators, decide over a game.
    Ruling {
        /// The round.
        round: u32,
        /// The board, from 1.
        board: u32,
        /// The decision.
        end: GameEnd,
        /// The person and the reason.
        by: RulingBy,
        /// When.
        at: String,
    },
}
