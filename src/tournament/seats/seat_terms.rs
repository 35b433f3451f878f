//! The terms of a seat: what a player hears, what it answers, and its faults.

use std::fmt;
use std::time::Duration;

use crate::engine::Decision;
use crate::gtp::AskError;
use crate::play::{Fault, FaultKind};
use crate::rules::{BoardSize, Color, Game, Komi, Move, Rules};
use crate::stop_flag::StopFlag;
use crate::time_control::{Clock, Overtime, TimeSystem};

/// The terms of a game, as its players hear them.
#[derive(Clone, Debug)]
pub(crate) struct SeatTerms<'a> {
    /// The board.
    pub(crate) size: BoardSize,
    /// Points White receives.
    pub(crate) komi: Komi,
    /// The rules.
    pub(crate) rules: Rules,
    /// The time of each side, if it is limited.
    pub(crate) time: Option<TimeSystem>,
    /// Moves that stand on the board at the beginning.
    pub(crate) opening: &'a [(Color, Move)],
    /// Commands that programs hear first, by GTP.
    pub(crate) init: &'a [String],
    /// The waits for a program's answers.
    pub(crate) waits: AnswerWaits,
}

/// Longest waits for a program's answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnswerWaits {
    /// For what needs no thought; its first answer waits for its weights.
    pub answer: Duration,
    /// For a move.
    pub genmove: Duration,
    /// For a count.
    pub count: Duration,
}

impl Default for AnswerWaits {
    fn default() -> Self {
        Self {
            answer: Duration::from_secs(60),
            genmove: Duration::from_secs(300),
            count: Duration::from_secs(180),
        }
    }
}

/// A question for a move.
#[derive(Clone, Copy)]
pub(crate) struct SeatTurn<'a> {
    /// The game so far.
    pub(crate) game: &'a Game,
    /// The side to move.
    pub(crate) color: Color,
    /// Its clock, if there is one.
    pub(crate) clock: Option<Clock>,
    /// Breaks the wait off.
    pub(crate) halt: &'a StopFlag,
}

/// A decision, and the time that it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SeatAnswer {
    /// The decision.
    pub(crate) decision: Decision,
    /// The time.
    pub(crate) spent: Duration,
}

/// The reason why a seat has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SeatError {
    /// The player's fault.
    Fault(Fault),
    /// Nobody wants the answer any more.
    Halted,
}

impl fmt::Display for SeatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fault(fault) => &fault.words,
            Self::Halted => "interrupted",
        })
    }
}

impl From<Fault> for SeatError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<AskError> for SeatError {
    fn from(error: AskError) -> Self {
        FaultKind::of_unanswered(&error).map_or(Self::Halted, |kind| Fault::new(kind, error).into())
    }
}

/// The length of a move where each move has the same time.
pub(crate) fn by_move(time: &TimeSystem) -> Option<Duration> {
    match time.overtime {
        Overtime::Canadian { period, stones: 1 } if time.main.is_zero() => Some(period),
        _ => None,
    }
}

/// The same time for each move.
#[must_use]
pub(crate) const fn each_move(period: Duration) -> TimeSystem {
    let overtime = Overtime::Canadian { period, stones: 1 };
    TimeSystem {
        main: Duration::ZERO,
        overtime,
    }
}
