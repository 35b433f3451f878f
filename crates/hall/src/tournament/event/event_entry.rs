//! Entries of an event's journal: they alone rebuild it.

use serde::{Deserialize, Serialize};

use super::super::pairing::PairedRound;
use super::game_end::GameEnd;

/// Number of the entries' layout.
pub const EVENT_FORMAT: u32 = 1;

/// The person who decided something, and the reason.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulingBy {
    /// The person, as named on the command line.
    pub who: String,
    /// The reason in the person's words.
    pub why: String,
}

/// A player's state from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "state")]
pub enum PresenceEntry {
    /// Not there in a round: no game, no points.
    Absent {
        /// The round, from 1.
        round: u32,
    },
    /// Late in a round, and announced: so many minutes off its clock.
    Late {
        /// The round, from 1.
        round: u32,
        /// Minutes taken off its clock.
        minutes: u32,
    },
    /// Gone: later rounds are paired without it, unless it comes back.
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
    /// The event begins: the first entry, and there is only one.
    EventOpened {
        /// The layout of the journal, [`EVENT_FORMAT`].
        format: u32,
        /// The program and its version.
        program: String,
        /// The file of the event, whole.
        plan: String,
        /// The seed of lots and games.
        seed: u64,
        /// The time of the entry, as text.
        at: String,
    },
    /// The file was changed between rounds: players came, programs were changed.
    PlanChanged {
        /// The file of the event, whole.
        plan: String,
        /// The time of the entry, as text.
        at: String,
    },
    /// A round is paired.
    RoundPaired {
        /// The round, from 1.
        round: u32,
        /// The games of the round, and its bye.
        paired: PairedRound,
        /// The time of the entry, as text.
        at: String,
        /// The person who changed the pairing by hand.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<RulingBy>,
    },
    /// The last round is not paired any more: nothing of it was played.
    RoundUnpaired {
        /// The round, from 1.
        round: u32,
        /// The person and the reason.
        by: RulingBy,
        /// The time of the entry, as text.
        at: String,
    },
    /// The last round is paired otherwise, by hand: nothing of it was played.
    RoundRepaired {
        /// The round, from 1.
        round: u32,
        /// The games of the round, and its bye.
        paired: PairedRound,
        /// The person and the reason.
        by: RulingBy,
        /// The time of the entry, as text.
        at: String,
    },
    /// A game that had an end is to be played, or reported, anew.
    Reopened {
        /// The round, from 1.
        round: u32,
        /// The board, from 1.
        board: u32,
        /// The person and the reason.
        by: RulingBy,
        /// The time of the entry, as text.
        at: String,
    },
    /// A player's state changes.
    Presence {
        /// The player's number, from 0 in the order of the file.
        player: usize,
        /// The state that it has from now on.
        presence: PresenceEntry,
        /// The person who says so.
        by: RulingBy,
        /// The time of the entry, as text.
        at: String,
    },
    /// A game begins, or begins anew after the hall was interrupted.
    GameStarted {
        /// The round, from 1.
        round: u32,
        /// The board, from 1.
        board: u32,
        /// The time of the entry, as text.
        at: String,
    },
    /// A game is over, or waits for the judge.
    GameEnded {
        /// The round, from 1.
        round: u32,
        /// The board, from 1.
        board: u32,
        /// The end, decided or waiting for the judge.
        end: GameEnd,
        /// The time of the entry, as text.
        at: String,
    },
    /// The judge, or the operators, decide over a game.
    Ruling {
        /// The round, from 1.
        round: u32,
        /// The board, from 1.
        board: u32,
        /// The decision, which takes the place of the game's own end.
        end: GameEnd,
        /// The person and the reason.
        by: RulingBy,
        /// The time of the entry, as text.
        at: String,
    },
}
