//! The seats at a board: our engine, another program, or chance plays one side of a game.
//!
//! Whoever sits there hears every move, answers in bounded time or is at fault, and tells what it used.

mod gtp_seat;
mod own_seat;
mod people_seat;
mod random_seat;
mod ready_player;
mod seat;
mod seat_terms;
#[cfg(unix)]
mod usenix_seat;

#[cfg(unix)]
pub(crate) use gtp_seat::GtpSeat;
pub(crate) use people_seat::time_left;
pub use people_seat::{MoveAsker, MoveQuestion};
pub(crate) use random_seat::lot;
pub(crate) use ready_player::ReadyPlayer;
pub(crate) use seat::Seat;
pub use seat_terms::AnswerWaits;
pub(crate) use seat_terms::{SeatError, SeatTerms, SeatTurn, by_move, each_move};
