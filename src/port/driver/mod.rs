//! The driver: one loop that plays a match on a connection, with a thread that reads and a thread
//! on which the player thinks; before a match the handshake and the check of a connection.

mod connection_check;
mod connection_relay;
mod driver_input;
mod handshake;
mod manual_player;
mod match_driver;
mod player_thread;
mod reader_thread;

pub use connection_check::{Diagnosis, trial};
pub use connection_relay::{End, Parted, Passed, Relay};
pub use driver_input::{
    DriverSettings, Finish, Input, Operator, OpponentsTime, Remains, Spectator,
};
pub use handshake::{Greeter, NoGreeting, greet};
pub use manual_player::{Hand, Slot};
pub use match_driver::Driver;
pub use player_thread::Thought;
