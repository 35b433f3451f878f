//! A player at the board, of whatever kind.

use std::time::Duration;

use super::gtp_seat::GtpSeat;
use super::own_seat::OwnSeat;
use super::people_seat::PeopleSeat;
use super::random_seat::RandomSeat;
use super::seat_terms::{SeatAnswer, SeatError, SeatTurn};
use super::usenix_seat::UsenixSeat;
use sgmp_board::rules::{Color, Game, Move};
use sgmp_board::stop_flag::StopFlag;

/// A player at the board.
pub enum Seat {
    /// Our engine, in this process.
    Own(Box<OwnSeat>),
    /// Legal moves by lot, own eyes left alone.
    Random(RandomSeat),
    /// People who are asked.
    People(PeopleSeat),
    /// A program that speaks GTP.
    Gtp(Box<GtpSeat<sgmp_match::port::EngineProcess>>),
    /// A program by the rules of the USENIX tournament.
    Usenix(Box<UsenixSeat>),
}

impl Seat {
    /// Chooses a move.
    ///
    /// # Errors
    /// The player's fault, or a halt.
    pub fn choose(&mut self, turn: &SeatTurn<'_>) -> Result<SeatAnswer, SeatError> {
        match self {
            Self::Own(own) => own.choose(turn),
            Self::Random(random) => Ok(random.choose(turn)),
            Self::People(people) => people.choose(turn),
            Self::Gtp(gtp) => gtp.choose(turn),
            Self::Usenix(program) => program.choose(turn),
        }
    }

    /// Hears a move of the opponent's.
    ///
    /// # Errors
    /// The player's fault, or a halt.
    pub fn hear(&mut self, color: Color, mv: Move, halt: &StopFlag) -> Result<(), SeatError> {
        match self {
            Self::Own(_) | Self::Random(_) | Self::People(_) => {
                let _ = (color, mv, halt);
                Ok(())
            }
            Self::Gtp(gtp) => gtp.play(color, mv, halt),
            Self::Usenix(program) => program.hear(mv),
        }
    }

    /// The player's own count of a finished game; `None` if it has none. `ours` is our engine's.
    pub(crate) fn own_count(&mut self, game: &Game, ours: &str, halt: &StopFlag) -> Option<String> {
        match self {
            Self::Own(_) => Some(ours.to_owned()),
            Self::Random(_) => None,
            Self::People(people) => people.own_count(game, ours, halt),
            Self::Gtp(gtp) => gtp.final_score(halt),
            Self::Usenix(_) => None,
        }
    }

    /// Returns whether people sit there, whose count stands if they agree.
    pub(crate) const fn is_of_people(&self) -> bool {
        matches!(self, Self::People(_))
    }

    /// Leaves the board, and returns the processor time that the player used, if the system tells.
    pub fn leave(self) -> Option<Duration> {
        match self {
            Self::Own(own) => own.cpu(),
            Self::Random(_) | Self::People(_) => Some(Duration::ZERO),
            Self::Gtp(gtp) => gtp.leave(),
            Self::Usenix(program) => program.leave(),
        }
    }
}
