//! The terms of a seat: what a player hears, what it answers, and its faults.

use std::fmt;
use std::time::Duration;

use sgmp_board::rules::{BoardSize, Color, Game, Komi, Move, Rules};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::Decision;
use sgmp_engine::time_control::{Clock, Overtime, TimeSystem};
use sgmp_match::gtp::AskError;
use sgmp_match::play::{Fault, FaultKind};
use sgmp_match::port::ProgramWords;

/// The terms of a game, as its players hear them.
#[derive(Clone, Debug)]
pub struct SeatTerms<'a> {
    /// The board of the game.
    pub size: BoardSize,
    /// The points that White receives.
    pub komi: Komi,
    /// The rules by which the game is counted.
    pub rules: Rules,
    /// The time of each side, if it is limited.
    pub time: Option<TimeSystem>,
    /// Moves that stand on the board at the beginning.
    pub opening: &'a [(Color, Move)],
    /// Stones of a fixed handicap, with which these moves begin; 0 without one.
    pub handicap: usize,
    /// Commands that programs hear first, by GTP.
    pub init: &'a [String],
    /// The waits for a program's answers.
    pub waits: AnswerWaits,
    /// Keeper of a program's words; the default keeps none.
    pub words: ProgramWords,
}

/// Longest waits for a program's answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnswerWaits {
    /// For what needs no thought; its first answer waits for its weights.
    pub answer: Duration,
    /// For a move, the thought about it included.
    pub genmove: Duration,
    /// For the dead stones of a board that is over.
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
pub struct SeatTurn<'a> {
    /// The game so far.
    pub game: &'a Game,
    /// The side to move.
    pub color: Color,
    /// Its clock, if there is one.
    pub clock: Option<Clock>,
    /// Breaks the wait off.
    pub halt: &'a StopFlag,
}

/// A decision, and the time that it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatAnswer {
    /// The move, or a resignation.
    pub decision: Decision,
    pub(crate) spent: Duration,
}

/// The reason why a seat has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatError {
    /// The player's fault, which loses its game.
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
pub const fn each_move(period: Duration) -> TimeSystem {
    let overtime = Overtime::Canadian { period, stones: 1 };
    TimeSystem {
        main: Duration::ZERO,
        overtime,
    }
}
