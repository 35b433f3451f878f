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
mod usenix_seat;

pub use gtp_seat::GtpSeat;
pub(crate) use people_seat::time_left;
pub use people_seat::{MoveAsker, MoveQuestion};
pub use random_seat::lot;
pub use ready_player::{ReadyPlayer, UnseatedError};
pub use seat::Seat;
pub(crate) use seat_terms::by_move;
pub use seat_terms::{AnswerWaits, SeatError, SeatTerms, SeatTurn, each_move};
