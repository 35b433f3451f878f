//! A player at a board of the hall, as one side of a match on a line.

use crate::tournament::{Seat, SeatError, SeatTurn};
use sgmp_board::rules::{Color, Game, Status};
use sgmp_engine::engine::{Engine, Settings};
use sgmp_engine::time_control::Clock;
use sgmp_match::play::{Decision, Fault, FaultKind, Player, Turn};

/// A player in its seat; it hears the opponent's moves before it is asked for its own.
pub(super) struct SeatPlayer {
    name: String,
    /// `None` once it has left.
    seat: Option<Seat>,
    color: Color,
    /// Moves of the game that it knows.
    heard: usize,
}

impl SeatPlayer {
    /// A player that has sat down to this color.
    pub(super) fn new(name: &str, seat: Seat, color: Color) -> Self {
        Self {
            name: name.to_owned(),
            seat: Some(seat),
            color,
            heard: 0,
        }
    }

    fn ask(&mut self, turn: &Turn<'_>) -> Result<Decision, SeatError> {
        let gone = || Fault::new(FaultKind::Crash, "it has left");
        let seat = self.seat.as_mut().ok_or_else(gone)?;
        for (color, mv) in turn.game.moves().iter().skip(self.heard) {
            if *color != self.color {
                seat.hear(*color, *mv, turn.halt)?;
            }
        }
        self.heard = turn.game.move_count();
        let clock = Clock::Main {
            left: turn.time_left,
        };
        let answer = seat.choose(&SeatTurn {
            game: turn.game,
            color: turn.color,
            clock: Some(clock),
            halt: turn.halt,
        })?;
        Ok(answer.decision)
    }
}

impl Player for SeatPlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault> {
        self.ask(turn).map_err(|error| match error {
            SeatError::Fault(Fault { kind, words }) => {
                Fault::new(kind, format_args!("{}: {words}", self.name))
            }
            SeatError::Halted => Fault::new(FaultKind::Hang, "it was halted"),
        })
    }

    /// Both sides have to count alike: the board is our engine's to judge.
    fn status(&mut self, game: &Game) -> Result<Status, Fault> {
        Ok(Engine::new(Settings::default()).status(game))
    }
}

impl Drop for SeatPlayer {
    fn drop(&mut self) {
        if let Some(seat) = self.seat.take() {
            seat.leave();
        }
    }
}
