//! The games of an event and its players' states, as they stand.

use std::collections::BTreeMap;

use super::super::pairing::PairedGame;
use super::game_end::GameEnd;

/// The state of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Presence {
    /// Gone since the round after this one.
    pub withdrawn: bool,
    /// Gone before the first round was paired: schedules that no result changes are made without it.
    pub never_entered: bool,
    /// Disqualified: its later games are lost.
    pub disqualified: bool,
    /// Rounds in which it is absent.
    pub absent: Vec<u32>,
    /// Minutes off its clock, by round.
    pub late: BTreeMap<u32, u32>,
}

impl Presence {
    /// Minutes off its clock in a round.
    #[must_use]
    pub fn minutes_off(&self, round: u32) -> u32 {
        self.late.get(&round).copied().unwrap_or(0)
    }
}

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameState {
    /// It has not begun.
    Waiting,
    /// It is played, or was when the hall was interrupted; so many times it began.
    Begun(u32),
    /// It waits for the judge.
    Adjourned(GameEnd),
    /// It has ended in this way, or was decided so.
    Over(GameEnd),
}

/// A game of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventGame {
    /// The two players by their numbers, and their colors.
    pub pair: PairedGame,
    /// The state, as the latest entry about the game has it.
    pub state: GameState,
    /// The ruling over it: who and why.
    pub ruling: Option<(String, String)>,
}

impl EventGame {
    /// Returns whether it has still to be played, or is being played.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        matches!(self.state, GameState::Waiting | GameState::Begun(_))
    }

    /// Its end, also if it waits for the judge.
    #[must_use]
    pub const fn known_end(&self) -> Option<&GameEnd> {
        match &self.state {
            GameState::Over(end) | GameState::Adjourned(end) => Some(end),
            _ => None,
        }
    }

    /// Its end, if it is over.
    #[must_use]
    pub const fn end(&self) -> Option<&GameEnd> {
        match &self.state {
            GameState::Over(end) => Some(end),
            _ => None,
        }
    }
}

/// A round of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundState {
    /// Its games, board 1 first.
    pub games: Vec<EventGame>,
    /// The player without an opponent.
    pub bye: Option<usize>,
    /// Words about its pairing.
    pub note: String,
    /// The time at which it was paired.
    pub at: String,
}

/// The next step that an event asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextStep {
    /// This round is to be paired.
    Pair(u32),
    /// These games, round and board, are to be played.
    Play(Vec<(u32, u32)>),
    /// These games wait for the judge, and nothing else can be played.
    Judge(Vec<(u32, u32)>),
    /// The event is over.
    Over,
}
