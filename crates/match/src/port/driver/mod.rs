//! The driver: one loop that plays a match on a connection, with a thread that reads and a thread
//! on which the player thinks; before a match the handshake and the check of a connection.

mod bounded_share;
mod connection_check;
mod connection_relay;
mod drive;
mod driver_input;
#[cfg(test)]
mod flood_tests;
mod handshake;
mod manual_player;
mod match_driver;
mod player_thread;
mod reader_thread;

pub use connection_check::{Checked, check_connection};
pub use connection_relay::{CableEnd, Relay, RelayEvent, RelayLog, RelayParts};
pub use driver_input::{
    DriverResult, DriverSettings, Finish, Input, Operator, OpponentsTime, Spectator, UnseenEnd,
};
pub use handshake::{HandshakeHost, NoAgreement, shake_hands};
pub use manual_player::{ManualPlayer, MoveSlot};
pub use match_driver::{Driver, as_sent};
pub use player_thread::PlayerReply;
pub(crate) use player_thread::PlayerThread;
pub(crate) use reader_thread::ReaderThread;
