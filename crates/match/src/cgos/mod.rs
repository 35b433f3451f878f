//! Games on a CGOS server: the words of its protocol, a client as a state machine, the files of its games, and the loop
//! that drives it.
//!
//! Lines are read and written in `server_line.rs` and `client_line.rs`, which do nothing else. [`CgosClient`] follows
//! them, and [`CgosGame`] keeps a game: each of our moves is in its journal before it is sent, and what the server says
//! counts. Only [`drive`] knows a socket, a clock and threads.

mod analysis;
mod cgos_client;
mod cgos_event;
mod cgos_game;
mod cgos_journal;
mod client_line;
mod game_folder;
pub mod server_clock;
mod server_driver;
mod server_line;
mod server_link;

#[cfg(test)]
mod tests;

pub use analysis::analysis;
pub use cgos_client::{Account, CgosClient, Finished, Step};
pub use cgos_event::{CgosEvent, CgosJson, CgosSpectator, GameBegun, GameOver, Speaker};
pub use cgos_game::{CgosGame, Forbidden, GameSettings, Misfit};
pub use cgos_journal::{CgosEntry, CgosJournal, ServerGame, TimedMove, Written};
pub use client_line::{AccountError, AccountName, ClientLine, NoMove, Password, SentMove};
pub use game_folder::{GameFolder, OpenedGame};
pub use server_driver::{Leave, LeaveWish, PlayerSource, SeatedPlayer, Surroundings, drive};
pub use server_line::{Entrant, ServerLine, ServerLineError, ServerResult, SetupLine};
pub use server_link::LinkSettings;
