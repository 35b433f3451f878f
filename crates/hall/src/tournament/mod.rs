//! The tournament hall: players by name, games between them, and what their results say.
//!
//! `duel`, `referee` and the seats play games, with programs and clocks of the port. All else here plays nothing and
//! reads no clock and no file: results come in, pairings, standings and words go out, and chance is an
//! argument.

pub mod audit;
mod command_template;
pub mod duel;
pub mod event;
pub mod lists;
mod own_player;
pub mod pairing;
mod player_error;
mod player_spec;
pub mod published;
pub mod referee;
mod seats;
pub mod standings;
pub mod submission;
pub mod words;

pub use command_template::{CommandTemplate, GameFacts, TemplateError};
pub use own_player::OwnPlayer;
pub use player_error::{OwnPlayerError, PlayerFileError, PlayerSpecError, PlayerWordsError};
pub use player_spec::{PlayerKind, PlayerSpec};
pub use seats::GtpSeat;
pub use seats::{
    AnswerWaits, MoveAsker, MoveQuestion, ReadyPlayer, Seat, SeatError, SeatTerms, SeatTurn,
    UnseatedError, each_move, lot,
};
