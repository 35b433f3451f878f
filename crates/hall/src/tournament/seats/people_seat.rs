//! People at the board: they are asked for each move.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::seat_terms::{SeatAnswer, SeatError, SeatTurn};
use sgmp_board::rules::{Color, Game};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::Decision;
use sgmp_engine::time_control::Clock;
use sgmp_match::port::MonotonicClock;

/// A question for a move.
#[derive(Clone, Copy)]
pub struct MoveQuestion<'a> {
    /// The game so far.
    pub game: &'a Game,
    /// The side to move.
    pub color: Color,
    /// The time that it has left, if that is limited.
    pub left: Option<Duration>,
    /// Raised when nobody wants the answer any more.
    pub halt: &'a StopFlag,
}

/// Whoever asks people for their moves.
pub trait MoveAsker: fmt::Debug + Send + Sync {
    /// Asks for a move; `None` if nobody answers any more. It comes back when the time is over, whatever was said.
    fn ask(&self, question: &MoveQuestion<'_>) -> Option<Decision>;

    /// Asks for the people's count of a finished game; `ours` is our engine's. `None` if nobody answers any more.
    fn ask_count(&self, game: &Game, color: Color, ours: &str, halt: &StopFlag) -> Option<String>;
}

/// The time that a clock shows.
pub(crate) const fn time_left(clock: Clock) -> Duration {
    match clock {
        Clock::Main { left } | Clock::Overtime { left, .. } => left,
    }
}

/// People at the board.
pub struct PeopleSeat {
    asker: Arc<dyn MoveAsker>,
    color: Color,
}

impl PeopleSeat {
    pub(super) const fn new(asker: Arc<dyn MoveAsker>, color: Color) -> Self {
        Self { asker, color }
    }

    pub(super) fn choose(&self, turn: &SeatTurn<'_>) -> Result<SeatAnswer, SeatError> {
        let clock = MonotonicClock::start();
        let question = MoveQuestion {
            game: turn.game,
            color: turn.color,
            left: turn.clock.map(time_left),
            halt: turn.halt,
        };
        let decision = self.asker.ask(&question).ok_or(SeatError::Halted)?;
        Ok(SeatAnswer {
            decision,
            spent: clock.now().since(sgmp_proto::Instant::ZERO),
        })
    }

    pub(super) fn own_count(&self, game: &Game, ours: &str, halt: &StopFlag) -> Option<String> {
        self.asker.ask_count(game, self.color, ours, halt)
    }
}
